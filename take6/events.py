"""The events of a game, as frozen values. Players are 0 to 9 and rows 0 to 3."""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from take6.rule import Rule

    Cards: TypeAlias = tuple[int, ...]


class RoundStarted(namedtuple("RoundStarted", ("number", "rows", "hands"))):
    """A round begins; hands are in the order of the deal."""

    __slots__ = ()
    number: int
    rows: tuple[Cards, ...]
    hands: tuple[Cards, ...]


class Rejected(namedtuple("Rejected", ("what",))):
    """The cards are not one of each hand, or the row does not exist; nothing has changed."""

    __slots__ = ()
    what: Literal["cards", "row"]


class Appended(namedtuple("Appended", ("player", "card", "row"))):
    """A card goes to the end of a row."""

    __slots__ = ()
    player: int
    card: int
    row: int


class RowFilled(namedtuple("RowFilled", ("player", "card", "row", "heads"))):
    """A sixth card takes the five before it and becomes the head of the row."""

    __slots__ = ()
    player: int
    card: int
    row: int
    heads: int


class Undercut(namedtuple("Undercut", ("player", "card"))):
    """A card is lower than every row; its player must take a row."""

    __slots__ = ()
    player: int
    card: int


class RowTaken(namedtuple("RowTaken", ("player", "row", "heads"))):
    """A player takes a row, and the card that was lower than every row becomes its head."""

    __slots__ = ()
    player: int
    row: int
    heads: int


class Ended(namedtuple("Ended", ("heads", "rule"))):
    """All cards are played."""

    __slots__ = ()
    heads: tuple[int, ...]
    rule: Rule


Event = RoundStarted | Rejected | Appended | RowFilled | Undercut | RowTaken | Ended
