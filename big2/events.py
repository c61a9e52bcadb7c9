"""The events of a game, as immutable values. Players are 0 to 3; hands and plays ascend."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Literal, TypeAlias

    from big2.patterns import Cards, Play

    Fault: TypeAlias = Literal["not in hand", "no pattern", "no opening card", "does not beat top"]


class _Fact:
    """An immutable value: two facts are equal if their classes and their fields are equal.

    Named tuples would make a judge start 2.3 ms later (of 46 ms) and would equal other classes.
    """

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._values() == self._values()

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._values()}"


class RoundStarted(_Fact):
    """A round begins with an empty table."""

    __slots__ = ()


class TurnStarted(_Fact):
    """It is a player's turn."""

    __slots__ = __match_args__ = ("player", "hand")

    def __init__(self, player: int, hand: Cards) -> None:
        self.player: Final = player
        self.hand: Final = hand


class Played(_Fact):
    """A player has made the new top play."""

    __slots__ = __match_args__ = ("player", "play")

    def __init__(self, player: int, play: Play) -> None:
        self.player: Final = player
        self.play: Final = play


class Passed(_Fact):
    """A player has passed."""

    __slots__ = __match_args__ = ("player",)

    def __init__(self, player: int) -> None:
        self.player: Final = player


class PlayRejected(_Fact):
    """The player has made an illegal play and must act again; the game is unchanged."""

    __slots__ = __match_args__ = ("player", "hand", "fault")

    def __init__(self, player: int, hand: Cards, fault: Fault) -> None:
        self.player: Final = player
        self.hand: Final = hand
        self.fault: Final = fault


class PassRejected(_Fact):
    """The player has passed at the start of a round and must act again."""

    __slots__ = __match_args__ = ("player", "hand")

    def __init__(self, player: int, hand: Cards) -> None:
        self.player: Final = player
        self.hand: Final = hand


class Won(_Fact):
    """A player has no card left; the game is over."""

    __slots__ = __match_args__ = ("player",)

    def __init__(self, player: int) -> None:
        self.player: Final = player


Event = RoundStarted | TurnStarted | Played | Passed | PlayRejected | PassRejected | Won
