"""The decisions of a player of the kit, which become its requests to a table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import namedtuple

from blackjack_judge.table import Table

HIT, STAND, DOUBLE, SPLIT = "hit", "stand", "double_down", "split"


class Situation(namedtuple("Situation", ("hand", "upcard", "bet", "money", "moves", "split"))):
    """A player's knowledge at a move.

    `money` is the money without the `bet` of this hand; `moves` are the legal and affordable moves;
    `split` is 1 or 2 for a hand of a split, else 0.
    """

    __slots__ = ()
    hand: tuple[int, ...]
    upcard: int
    bet: int
    money: int
    moves: tuple[str, ...]
    split: int


def plain(name: str) -> str:
    """Return the name of a request without the number of its hand."""
    return name.removesuffix("_1").removesuffix("_2")


def moves(table: Table) -> dict[str, str]:
    """Return the legal and affordable moves, each with its request."""
    names = {plain(name): name for name in table.legal}
    kinds = (HIT, STAND, DOUBLE, SPLIT) if table.bet <= table.money else (HIT, STAND)
    return {kind: names[kind] for kind in kinds if kind in names}


def situation(table: Table) -> Situation:
    """Return what a player knows at a move."""
    split = 1 + table.legal[0].endswith("_2") if len(table.hands) > 1 else 0
    hand = tuple(table.hands[split == 2])
    return Situation(hand, table.dealer[0], table.bet, table.money, tuple(moves(table)), split)


class Player(ABC):
    """A player of one game: its class is called with the goal and the initial money."""

    def __init__(self, goal: int, start: int) -> None:
        self.goal, self.start = goal, start

    @abstractmethod
    def bet(self, money: int) -> int:
        """Return the bet of a new round."""

    def insurance(self, hand: tuple[int, ...], bet: int, money: int) -> int:
        """Return the amount of the insurance; the dealer shows an ace."""
        return 0

    @abstractmethod
    def move(self, situation: Situation) -> str:
        """Return one of the situation's moves."""

    def request(self, table: Table) -> tuple[str, int | None]:
        """Return the next request and its amount: what the player decides, or all that is legal."""
        name = table.legal[0]
        if name == "init_game":
            return name, self.bet(table.money)
        if name == "buy_insurance":
            return name, self.insurance(tuple(table.hands[0]), table.bet, table.money)
        if len(table.legal) == 1:
            return name, None
        move = self.move(situation(table))
        return moves(table).get(move, move), None
