"""`montecarlo`: deals the unseen cards, plays games out, and takes the action that wins most."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol

from big2.patterns import Chain, Play
from big2.players.base import Advice, Strategy, View
from cardjudge.series.compiled import compiles


@dataclass(frozen=True)
class Budget:
    """The budget of a move: a number of play-outs, or CPU seconds of this process.

    With play-outs the same seed gives the same game on any machine; with seconds it does not.
    Without either the engine's default number of play-outs applies.
    """

    playouts: int | None = None
    seconds: float | None = None


class Engine(Protocol):
    """Plays games out from a view."""

    playouts: int
    """Default number of play-outs for a move."""

    def wins(self, actions: list[Play | None], worlds: int, seed: int) -> list[int]:
        """Return the number of worlds that each action wins; all actions share the same worlds."""


def engine(view: View) -> Engine:
    """Return the compiled engine if it is available and supports the chain, else the fallback."""
    if is_fast(view.chain):
        from big2.players.fast.worlds import FastEngine

        return FastEngine(view)
    from big2.players.worlds import GeneralEngine

    return GeneralEngine(view)


def is_fast(chain: Chain) -> bool:
    """Whether compiled code plays games with this chain out.

    This requires Numba, and a compiled twin of every pattern in the chain.
    """
    if not compiles():
        return False
    from big2.players.fast.plan import KINDS

    return {type(pattern) for pattern in chain} <= KINDS.keys()


class MonteCarlo(Strategy):
    """Estimates the winning probability of each action by play-outs.

    Sequential halving divides the budget: all actions share the first round equally, the better
    half shares the next, and so on, so that the best actions get the most play-outs.

    Source: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits",
    ICML 2013.
    """

    name = "montecarlo"

    def __init__(self, rng: Random, budget: Budget = Budget()) -> None:
        super().__init__(rng)
        self._budget = budget

    def advise(self, view: View) -> Advice:
        actions: list[Play | None] = list(view.legal.distinct())
        if view.top is not None:
            actions.append(None)
        if len(actions) == 1:
            return Advice(actions[0])
        whole = next((play for play in actions if play and len(play.cards) == len(view.hand)), None)
        if whole is not None:
            return Advice(whole, chances=((whole, 1.0),))
        return self._halve(actions, engine(view))

    def _halve(self, actions: list[Play | None], engine: Engine) -> Advice:
        alive = list(range(len(actions)))
        wins, worlds = [0] * len(actions), [0] * len(actions)
        playouts = self._budget.playouts or engine.playouts
        total = 0
        for share in self._shares(len(actions)):
            n = max(1, int(share * playouts) // len(alive))
            won = engine.wins([actions[i] for i in alive], n, self.rng.getrandbits(63))
            for index, more in zip(alive, won, strict=True):
                wins[index] += more
                worlds[index] += n
            total += n * len(alive)
            alive.sort(key=lambda i: -wins[i] / worlds[i])
            alive = alive[: max(2, (len(alive) + 1) // 2)]
        chances = [(actions[i], wins[i] / worlds[i]) for i in alive]
        return Advice(chances[0][0], chances=tuple(chances), playouts=total)

    def _shares(self, actions: int) -> Iterator[float]:
        """Yield the share of the budget for each round until the budget is spent."""
        rounds = max(1, (actions - 1).bit_length())
        if self._budget.seconds is None:
            yield from [1 / rounds] * rounds
            return
        end = time.process_time() + self._budget.seconds
        yield 1 / rounds
        while time.process_time() < end:
            yield 1 / rounds
