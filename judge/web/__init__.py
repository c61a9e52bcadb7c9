"""The page: judges, comparisons, runs, replays and games in a browser, without installation."""
