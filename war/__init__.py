"""War (戰爭): decks, battles, a judge, statistics of many games, and tests of homeworks."""

from war.battle import Battle
from war.deck import Deck

__all__ = ["Battle", "Deck"]
