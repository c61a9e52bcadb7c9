"""The judge: plays two hands to the end and writes what has become of them."""

from __future__ import annotations

from war.course import follow
from war.text import read_battle, read_limit, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardjudge.stdio import Lines, Write


def judge(
    lines: Lines, write: Write, *, alternate: bool = False, nb_vals: int | None = None
) -> int:
    """Play the game of the two hands to its end and return exit status 0.

    InputError for wrong input, and with `nb_vals` for a hand that is no part of such a deck.
    """
    battle = read_battle(lines, alternate, nb_vals)
    limit = read_limit(lines)
    write(render(follow(battle, limit)))
    return 0
