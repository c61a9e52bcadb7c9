"""Games of War to look at."""
