"""The page: judges, comparison, runs, replays and games in a browser, with nothing installed."""
