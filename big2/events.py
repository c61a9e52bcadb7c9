"""What happens in a game, as frozen facts. Players are 0 to 3; hands and plays ascend."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Literal, TypeAlias

    from big2.patterns import Cards, Play

    Fault: TypeAlias = Literal["not in hand", "no pattern", "no opening card", "does not beat top"]


class _Fact:
    """A value: facts of one kind that say the same are equal.

    Seven named tuples take 2.3 ms more of the 46 ms of a judge, and would be equal across kinds.
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
    """The table is cleared and a round begins."""

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
    """An illegal play: nothing has changed and the player must act again."""

    __slots__ = __match_args__ = ("player", "hand", "fault")

    def __init__(self, player: int, hand: Cards, fault: Fault) -> None:
        self.player: Final = player
        self.hand: Final = hand
        self.fault: Final = fault


class PassRejected(_Fact):
    """A pass as the first action of a round: the player must act again."""

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
