"""A replay of Nim: two perfect players finish the game."""

from cardjudge.errors import InputError
from cardjudge.language import say
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Line
from nim.games import Heap, Sum
from nim.play.match import Match
from nim.text import read_heaps

TITLE = "Nim 回放"
_MOST = 20_000
"""Maximum number of drawn heaps in all frames together."""
_MOST_MOVES = 1000


def page_frames(lines: Lines) -> tuple[list[Frame], InputError | None]:
    """Return a frame for each move; a player in a lost position takes one stone."""
    match = Match(Sum(tuple(map(Heap, read_heaps(lines)))))
    shown = [_frame(match, "")]
    most = min(_MOST_MOVES, _MOST // len(match.game.parts))
    while not match.over and len(shown) <= most:
        move, player = match.perfect_move(), match.player + 1
        told = "玩家 {player}：第 {number} 堆 {before} -> {after}"
        parts = {"before": move.before, "after": move.after, "number": move.part + 1}
        match.make(move)
        shown.append(_frame(match, say(told, player=player, **parts)))
    if match.over:
        told = say("玩家 {player} 拿走最後一顆，贏了。", player=match.winner + 1)
        shown.append(_frame(match, told))
    return shown, None


def _frame(match: Match, says: str) -> Frame:
    heaps = [heap.stones for heap in match.game.parts]  # type: ignore[attr-defined]
    width = max(heap.bit_length() for heap in heaps) or 1
    rows = [
        Line(say("第 {number} 堆", number=number), [str(heap)], f"{heap:0{width}b}")
        for number, heap in enumerate(heaps, 1)
    ]
    value = match.game.value
    rows.append(Line("X", [str(value)], f"{value:0{width}b}"))
    return Frame(says, "", rows, [])
