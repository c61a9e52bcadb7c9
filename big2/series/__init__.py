"""Series of games between computer players: test cases, matches, contests and standings."""
