"""Games of computer players like those of `big2 auto`, with ever more illegal actions."""

from collections.abc import Iterator
from random import Random

from big2.cases import NAMES, case, shuffled
from big2.patterns import BUILTIN
from big2.players.record import Record
from big2.players.simple import Greedy, Smallest, Uniform


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield named inputs."""
    rng = Random(seed)
    for number in range(12):
        yield f"random{number:02}", _game(rng, number / 20)


def _game(rng: Random, illegal: float) -> str:
    seats = [Uniform(rng), Uniform(rng), Greedy(), Smallest()]
    record, actions = Record(deck := shuffled(rng)), []
    while record.game.winner is None:
        actions.append(record.choose(seats[record.game.player]))
        record.step(actions[-1])
    return "".join(f"{line}\n" for line in case(deck, NAMES, BUILTIN, actions, rng, illegal))
