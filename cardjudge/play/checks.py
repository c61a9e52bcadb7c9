"""What a game gives, checked against what it must say: `BrokenGame` names both."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from cardjudge.errors import visible
from cardjudge.language import say

Kind = TypeVar("Kind")
_LONGEST = 60
_NEAR = 1e-9
"""The rounding of a sum of shares."""


class BrokenGame(Exception):  # noqa: N818  (it is the game that is broken)
    """A game does not keep what its interface promises; `member` is the one at fault, if known."""

    def __init__(self, why: str, member: str = "") -> None:
        super().__init__(why)
        self.member = member


def _kept(keeps: bool, member: str, given: object, allowed: str) -> None:
    if not keeps:
        parts = {"member": member, "given": visible(repr(given), _LONGEST), "allowed": allowed}
        raise BrokenGame(say("{member} 給了 {given}，應該是：{allowed}", **parts), member)


def begun(game: type[Kind], member: str, *given: Any) -> Kind:
    """Return the game that `dealt` or `read` returns."""
    made: Kind = getattr(game, member)(*given)
    _kept(isinstance(made, game), member, made, say("一場遊戲"))
    return made


def case(game: Any) -> str:
    """Return the case of a game."""
    text: str = game.case()
    _kept(isinstance(text, str), "case", text, say("一段文字"))
    return text


def awaited(game: Any) -> Sequence[int]:
    """Return the seats whose decisions are awaited."""
    seats: Any = game.awaited
    known = range(len(game.names))
    right = isinstance(seats, Sequence) and all(seat in known for seat in seats)
    _kept(right, "awaited", seats, say("位子的清單，從 0 到 {last}", last=len(known) - 1))
    return [*seats]


def legal(game: Any, seat: int) -> Any:
    """Return the legal moves of a seat that is awaited, at least one."""
    choices = game.choices(seat)
    right = isinstance(choices, tuple) and len(choices) == 2
    _kept(right, "choices", choices, say("一個 Choices"))
    if not any(choices):
        raise BrokenGame(say("在等{name}，卻沒有選擇", name=game.names[seat]), "choices")
    return choices


def events(given: Any, member: str) -> list[Any]:
    """Return the events that `make` or `advance` returns."""
    _kept(isinstance(given, Iterable), member, given, say("事件的清單"))
    return [*given]


def shares(game: Any) -> Sequence[float]:
    """Return the seats' shares of the win at the end."""
    own: Any = game.shares()
    numbers = isinstance(own, Sequence) and all(isinstance(each, int | float) for each in own)
    right = numbers and len(own) == len(game.names) and min(own) >= 0
    right = right and min(abs(sum(own) - 1), sum(own)) < _NEAR
    allowed = say("{count} 個 0 到 1 的數，總和 1，或都輸給莊家時 0", count=len(game.names))
    _kept(right, "shares", own, allowed)
    return [*own]


def steps(game: Any) -> Iterator[Sequence[int]]:
    """Yield the awaited seats before each step until the game is over, if it ends."""
    for _ in range(game.longest):
        seats = awaited(game)
        if game.over:
            return
        yield seats
    raise BrokenGame(say("這場遊戲走了 {count} 步還沒有結束", count=game.longest))
