"""The strategies as players of the kit."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

from big2.patterns import Play
from big2.players import STRATEGIES, Budget, make, names
from big2.players import base as big2
from big2.players.montecarlo import MonteCarlo
from big2.text import written
from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.play.game import Advice, Player


class Seat(Player):
    """A strategy in a seat; it is made for a game, and gets a generator for each decision."""

    def __init__(self, name: str, budget: str) -> None:
        if budget and name != MonteCarlo.name:
            raise ValueError(budget)
        self._rng, self._seeded = Random(0), False
        self._strategy = make(name, self._rng, budget_of(budget))

    def advise(self, game: Any, seat: int, rng: Random) -> Advice[Play | None]:
        if not self._seeded:  # a strategy of another package may keep the generator it is made with
            self._rng.seed(rng.getrandbits(64))
            self._seeded = True
        self._strategy.rng = rng
        advice = game.record.advise(self._strategy)
        return Advice(advice.play, advice.chances, _reason(advice))

    def close(self) -> None:
        self._strategy.close()


class Players(Mapping[str, Callable[[str], Player]]):
    """The players by name; the packages of others are looked through only for other names."""

    def __getitem__(self, name: str) -> Callable[[str], Player]:
        if name not in STRATEGIES and name not in names():
            raise KeyError(name)
        return partial(Seat, name)

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())


def budget_of(text: str) -> Budget:
    """Return the budget ``400`` (play-outs) or ``0.5s`` (CPU seconds); ValueError for others."""
    if not text:
        return Budget()
    if text.endswith("s"):
        seconds = float(text[:-1])
        if not 0 <= seconds <= _LONGEST:
            raise ValueError(text)
        return Budget(seconds=seconds)
    playouts = integer(text, 1)
    if playouts is None:
        raise ValueError(text)
    return Budget(playouts)


_LONGEST = 1e9


def _reason(advice: big2.Advice) -> str:
    if not advice.playouts:
        return say("出完就贏了") if advice.chances else ""
    best, *others = (
        f"{'PASS' if play is None else f'{say(play.pattern.name)} {written(play.cards)}'}"
        f" {100 * won:.1f} %"
        for play, won in advice.chances
    )
    second = say("，其次 {second}", second=others[0]) if others else ""
    template = "模擬 {playouts} 局，勝率最高的是 {best}{second}"
    return say(template, playouts=advice.playouts, best=best, second=second)
