"""The events of a game, as frozen values. Players are 0 to 3; hands and plays ascend."""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    from big2.patterns import Cards, Play

    Fault: TypeAlias = Literal["not in hand", "no pattern", "no opening card", "does not beat top"]


class RoundStarted(namedtuple("RoundStarted", ())):
    """A round begins with an empty table."""

    __slots__ = ()


class TurnStarted(namedtuple("TurnStarted", ("player", "hand"))):
    """It is a player's turn."""

    __slots__ = ()
    player: int
    hand: Cards


class Played(namedtuple("Played", ("player", "play"))):
    """A player has made the new top play."""

    __slots__ = ()
    player: int
    play: Play


class Passed(namedtuple("Passed", ("player",))):
    """A player has passed."""

    __slots__ = ()
    player: int


class PlayRejected(namedtuple("PlayRejected", ("player", "hand", "fault"))):
    """The player has made an illegal play and must act again; the game is unchanged."""

    __slots__ = ()
    player: int
    hand: Cards
    fault: Fault


class PassRejected(namedtuple("PassRejected", ("player", "hand"))):
    """The player has passed at the start of a round and must act again."""

    __slots__ = ()
    player: int
    hand: Cards


class Won(namedtuple("Won", ("player",))):
    """A player has no card left; the game is over."""

    __slots__ = ()
    player: int


Event = RoundStarted | TurnStarted | Played | Passed | PlayRejected | PassRejected | Won
