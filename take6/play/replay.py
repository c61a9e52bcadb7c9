"""Games as judge input: written from a game of computers, shown step by step in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cardjudge.stdio import Lines
from take6.events import RowTaken
from take6.game import Game
from take6.judge import judge

if TYPE_CHECKING:
    from take6.events import Event
    from take6.game import Ranking


def as_input(steps: Iterable[tuple[Game, list[Event]]]) -> Iterator[str]:
    """Yield the lines of the judge input of a game that is being played."""
    started, rounds = False, 0
    for game, events in steps:
        if not started:
            started = True
            threshold = game.rule.threshold
            yield f"{game.players}" if threshold is None else f"{game.players} {threshold}"
            yield " ".join(map(str, game.deck))
        if len(game.history) > rounds:
            rounds = len(game.history)
            yield " ".join(map(str, game.history[-1]))
        for event in events:
            if isinstance(event, RowTaken):
                yield str(event.row + 1)


class _Enough(Exception):  # noqa: N818  (no error: the reader has seen enough)
    pass


def show(lines: Iterable[bytes], ranking: Ranking) -> None:
    """Show the game of a judge input round by round; wait for Enter where input is a terminal.

    InputError where the judge would raise it.
    """
    waits = sys.stdin is not None and sys.stdin.isatty()
    shown = 0

    def write(text: str) -> None:
        nonlocal shown
        if (
            waits
            and shown
            and text.startswith(("第", "遊戲結束"))
            and input("按 Enter 看下一步，q 離開 > ").strip().lower() == "q"
        ):
            raise _Enough
        shown += 1
        print(text, end="")

    try:
        judge(Lines(lines), write, ranking)
    except (_Enough, EOFError):
        pass
