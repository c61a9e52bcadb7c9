"""Starts a contestant's ``play()`` in Python: that of the file which the command line names."""

from blackjack_judge import player

player.main()
