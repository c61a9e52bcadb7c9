"""War (戰爭), the card game: decks, battles, a judge, and statistics of many games."""

from war.battle import Battle
from war.deck import Deck

__all__ = ["Battle", "Deck"]
