"""Line games: the line and the steps in, the positions and the kind of game out."""

from __future__ import annotations

from nim.integers import read_one
from nim.line import LineGame
from nim.text.verdict import decimal, short, verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardjudge.stdio import Lines
    from nim.line import OutcomeClass

TOO_FAR = "走得到的步數太大，或終點太遠，算不出誰會贏"


def read_line(lines: Lines) -> LineGame:
    """Read ``end start``, the first player's steps and, if there are any, the second player's."""
    numbers = _numbers(lines, lines.expect("終點與起點"))
    if len(numbers) != 2:
        raise lines.error(f"應有終點與起點兩個數，卻有 {len(numbers)} 個")
    end, start = numbers
    if start > end:
        raise lines.error(f"起點 {short(start)} 超過終點 {short(end)}")
    first = _steps(lines, lines.expect("先手的步數"))
    second = next(lines, "")
    return LineGame(end, start, first, _steps(lines, second) if second else first)


def _steps(lines: Lines, line: str) -> frozenset[int]:
    steps = _numbers(lines, line)
    if not steps:
        raise lines.error("沒有步數")
    if 0 in steps:
        raise lines.error("步數 0 不是正整數")
    return frozenset(steps)


def _numbers(lines: Lines, line: str) -> list[int]:
    try:
        return [read_one(word) for word in line.split()]
    except ValueError as error:
        raise lines.error(str(error)) from None


def render_value(position: int, value: int) -> str:
    """Return the line of a position in normal impartial play."""
    return f"SG({decimal(position)}) = {value} {verdict(value != 0)}\n"


def render_classes(position: int, normal: OutcomeClass, misere: OutcomeClass) -> str:
    """Return the line of the outcome classes of a position."""
    return f"位置 {decimal(position)}：標準 {normal}，匱乏 {misere}\n"


def render_kind(game: LineGame, misere: bool) -> str:
    """Return the line that tells the kind of game."""
    return f"{'匱乏' if misere else '標準'}{'無偏' if game.impartial else '有偏'}賽局\n"
