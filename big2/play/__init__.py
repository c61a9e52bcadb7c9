"""Play at a terminal, replay a game as a web page, and review its decisions."""
