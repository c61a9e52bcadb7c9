"""What is said between the arena and a contestant's process: fixed frames of 32-bit numbers."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from take6.game import FULL, HAND

NEW_GAME, PICK, CHOOSE = range(3)
QUESTION = struct.Struct("=41i")
"""What is asked, then its arguments: the player's number and ten cards; the table, the scores, the
last cards and the hand; or the table and a card. The rest are 0."""
ANSWER = struct.Struct("=i")

Rows = Sequence[Sequence[int]]


def new_game(seat: int, cards: Sequence[int]) -> bytes:
    """Ask to set up a game; there is no answer."""
    return _question(NEW_GAME, seat, *cards)


def pick(rows: Rows, heads: Sequence[int], last: Sequence[int], hand: Sequence[int]) -> bytes:
    """Ask for a card."""
    return _question(PICK, *_table(rows), *heads, *last, *[0] * (8 - len(last)), *hand)


def choose(rows: Rows, card: int) -> bytes:
    """Ask for a row."""
    return _question(CHOOSE, *_table(rows), card)


def _question(*numbers: int) -> bytes:
    return QUESTION.pack(*numbers, *[0] * (41 - len(numbers)))


def _table(rows: Rows) -> list[int]:
    table: list[int] = []
    for row in rows:
        table += row
        table += [0] * (FULL - len(row))
    return table


def hand_of(dealt: Sequence[int], held: Sequence[int]) -> list[int]:
    """Return the ten places of a hand in the order of the deal, used cards as 0."""
    return [card if card in held else 0 for card in dealt[:HAND]]
