"""The judge: plays a game from two hands and writes its result."""

from __future__ import annotations

from war.course import follow
from war.text import read_battle, read_limit, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardjudge.stdio import Lines, Write


def judge(
    lines: Lines, write: Write, *, alternate: bool = False, nb_vals: int | None = None
) -> int:
    """Judge a game to its end and return exit status 0.

    InputError for invalid input; with `nb_vals`, also for hands that do not fit into such a deck.
    """
    battle = read_battle(lines, alternate, nb_vals)
    write(render(follow(battle, read_limit(lines))))
    return 0
