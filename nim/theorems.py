"""The theorems of the lecture, tested on random games by the definitions of `nim.games`.

Two games are equal if no game H distinguishes them; a test can only try some H. The report of a
counterexample uses the words of the theorem; a correct kit never finds one.
"""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from cardjudge.language import listed, say
from nim.games import ZERO, Choose, Game, Heap, Sum, Tree, distinguishing, grundy, outcome
from nim.heaps import mex, nim_sum

_MOST_OPTIONS = 3
_TESTS = 5

Counterexample: TypeAlias = tuple[Game, ...] | None


class Theorem(NamedTuple):
    """A theorem in the words of the lecture, and its trial on random games."""

    name: str
    statement: str
    trial: Callable[[random.Random], Counterexample]


class Finding(NamedTuple):
    """Number of random games that agree with a theorem, and the counterexample if there is one."""

    theorem: Theorem
    agreed: int
    counterexample: Counterexample

    def sentence(self) -> str:
        """Return the theorem and the result of its trials as text."""
        statement = say(self.theorem.statement)
        if self.counterexample is None:
            return say("{statement}：{agreed} 次都成立", statement=statement, agreed=self.agreed)
        parts = {"number": self.agreed + 1, "games": listed(map(repr, self.counterexample))}
        return say("{statement}：第 {number} 次有反例：{games}", statement=statement, **parts)


def check(theorems: tuple[Theorem, ...], trials: int, seed: int) -> Iterator[Finding]:
    """Try each theorem on random games; each theorem has its own random generator."""
    for theorem in theorems:
        rng = random.Random(f"{seed} {theorem.name}")
        agreed, counterexample = 0, None
        while agreed < trials and counterexample is None:
            counterexample = theorem.trial(rng)
            agreed += counterexample is None
        yield Finding(theorem, agreed, counterexample)


def random_game(rng: random.Random, positions: int = 6) -> Game:
    """Return a random game of at most `positions` positions; options may be shared."""
    games: list[Game] = [Tree()]
    while len(games) < positions:
        options = rng.sample(games, min(len(games), rng.randint(0, _MOST_OPTIONS)))
        games.append(Tree(*options))
    return games[-1]


def _random_game_of_type_p(rng: random.Random) -> Game:
    while outcome(game := random_game(rng)) != "P":
        pass
    return game


def _differ(rng: random.Random, first: Game, second: Game) -> Counterexample:
    """Return two games and a game that distinguishes them, or None if the tried games do not."""
    tests = [ZERO, Heap(rng.randint(1, 3)), *(random_game(rng) for _ in range(_TESTS))]
    test = distinguishing(first, second, tests)
    return None if test is None else (first, second, test)


def _equal_games_have_the_same_type(rng: random.Random) -> Counterexample:
    first, second = random_game(rng), random_game(rng)
    equal = _differ(rng, first, second) is None  # unequal games prove nothing
    return (first, second) if equal and outcome(first) != outcome(second) else None


def _type_p_adds_nothing(rng: random.Random) -> Counterexample:
    game, nothing = random_game(rng), _random_game_of_type_p(rng)
    return _differ(rng, game + nothing, game)


def _games_of_type_p_are_equal(rng: random.Random) -> Counterexample:
    return _differ(rng, _random_game_of_type_p(rng), _random_game_of_type_p(rng))


def _nim_is_won_unless_x_is_zero(rng: random.Random) -> Counterexample:
    heaps = [rng.randint(0, 4) for _ in range(rng.randint(0, 4))]
    nim = Sum(tuple(map(Heap, heaps)))
    return None if (outcome(nim) == "N") == (nim_sum(heaps) != 0) else (nim,)


def _choose_nim_is_a_heap_of_the_mex(rng: random.Random) -> Counterexample:
    heaps = tuple(rng.randint(0, 4) for _ in range(rng.randint(0, 5)))
    return _differ(rng, Choose(heaps), Heap(mex(heaps)))


def _every_game_is_a_heap(rng: random.Random) -> Counterexample:
    game = random_game(rng)
    return _differ(rng, game, Heap(grundy(game)))


THEOREMS = (
    Theorem("1", "定理 1：如果 G1 = G2，G1 與 G2 型別相同", _equal_games_have_the_same_type),
    Theorem("2", "定理 2：如果 G2 的型別是 P，G1 + G2 = G1", _type_p_adds_nothing),
    Theorem("3", "定理 3：如果 G1、G2 的型別都是 P，G1 = G2", _games_of_type_p_are_equal),
    Theorem("4", "定理 4：Nim 先手必勝若且唯若 X ≠ 0", _nim_is_won_unless_x_is_zero),
    Theorem("5", "定理 5：Choose Nim 等價於一堆 MEX 顆的 Nim", _choose_nim_is_a_heap_of_the_mex),
    Theorem(
        "Sprague-Grundy",
        "Sprague-Grundy 定理：任何標準無偏賽局等價於一堆 SG 顆的 Nim",
        _every_game_is_a_heap,
    ),
)
