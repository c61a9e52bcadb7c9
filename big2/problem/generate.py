"""Games of computers, as `big2 auto` makes them, with ever more illegal actions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from big2.patterns import BUILTIN
from big2.players.greedy import Greedy
from big2.players.random import Uniform
from big2.players.smallest import Smallest
from big2.series.cases import NAMES, case, shuffled
from big2.text import action_line

_HEADER = 5


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield named inputs."""
    rng = Random(seed)
    yield "indices", _game(rng, illegal=0, before=("51", "0 0", "13"))
    for number in range(12):
        yield f"random{number:02}", _game(rng, illegal=number / 20)


def _game(rng: Random, illegal: float, before: tuple[str, ...] = ()) -> str:
    """Return a game, after some actions that no hand has cards for."""
    seats = [Uniform(rng), Uniform(rng), Greedy(), Smallest()]
    lines = list(case(shuffled(rng), NAMES, BUILTIN, seats, rng, illegal))
    # Actions that are no numbers have no place in the strict form.
    actions = [
        line
        for line in lines[_HEADER:]
        if line == action_line(None) or line.replace(" ", "").isdigit()
    ]
    return "".join(f"{line}\n" for line in [*lines[:_HEADER], *before, *actions])
