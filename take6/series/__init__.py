"""Many games: matches of the levels, and contests of programs."""
