"""What games share where a person plays: reviews of a game."""
