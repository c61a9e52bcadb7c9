"""Runs ``play()`` of the contestant's Python file that the command line names."""

from blackjack_judge import player

player.main()
