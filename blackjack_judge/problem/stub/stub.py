"""Runs ``play()`` of the contestant's Python file that the command line names."""

import sys

from blackjack_judge import player

try:
    player.main()
except SystemExit as end:
    if isinstance(end.code, str):  # a class shows the last line of an exception
        sys.exit(f"AttributeError: {end.code}")
    raise
