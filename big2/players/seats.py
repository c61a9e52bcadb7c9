"""The strategies as players of the kit."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

from big2.patterns import Play
from big2.players import STRATEGIES, make, names
from big2.players.simple import Greedy
from cardjudge.play.game import Advice, Player
from cardjudge.play.levels import HARD, NORMAL


class Seat(Player):
    """A strategy in a seat; it is made for a game, and gets a generator for each decision."""

    def __init__(self, name: str, budget: str) -> None:
        if budget:
            raise ValueError(budget)
        self._rng, self._seeded = Random(0), False
        self._strategy = make(name, self._rng)

    def advise(self, game: Any, seat: int, rng: Random) -> Advice[Play | None]:
        if not self._seeded:  # a strategy of another package may keep the generator it is made with
            self._rng.seed(rng.getrandbits(64))
            self._seeded = True
        self._strategy.rng = rng
        return Advice(game.record.advise(self._strategy).play)

    def close(self) -> None:
        self._strategy.close()


_OTHER_NAMES = {NORMAL: Greedy.name, HARD: "playouts:400", "montecarlo": HARD}


class Players(Mapping[str, Callable[[str], Player] | str]):
    """The players by name; the packages of others are looked through only for other names."""

    def __getitem__(self, name: str) -> Callable[[str], Player] | str:
        if name in _OTHER_NAMES:
            return _OTHER_NAMES[name]
        if name not in STRATEGIES and name not in names():
            raise KeyError(name)
        return partial(Seat, name)

    def __iter__(self) -> Iterator[str]:
        return iter([*names(), *_OTHER_NAMES])

    def __len__(self) -> int:
        return len([*self])
