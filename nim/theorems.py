"""The theorems of the lecture, each tested on random games by the definitions of `nim.games`.

Two games are equal when no game H distinguishes them; a test can only try some H. A counterexample
is told in the words of the theorem, and there should never be one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cardjudge.language import listed, say
from nim.games import ZERO, Choose, Game, Heap, Sum, Tree, distinguishing, grundy, outcome
from nim.heaps import mex, nim_sum

_POSITIONS = 6
_MOST_OPTIONS = 3
_TESTS = 5


@dataclass(frozen=True)
class Theorem:
    """A theorem of the lecture, and a trial of it that returns a counterexample or None."""

    name: str
    statement: str
    """In the words of the lecture."""
    trial: Callable[[random.Random], tuple[object, ...] | None]


@dataclass(frozen=True)
class Finding:
    """How many random games agreed with a theorem, and the counterexample if one was found."""

    theorem: Theorem
    agreed: int
    counterexample: tuple[object, ...] | None

    def said(self) -> str:
        """Return the theorem, and what the random games said."""
        statement = say(self.theorem.statement)
        if self.counterexample is None:
            return say("{statement}：{agreed} 次都成立", statement=statement, agreed=self.agreed)
        return say(
            "{statement}：第 {number} 次有反例：{games}",
            statement=statement,
            number=self.agreed + 1,
            games=listed(map(repr, self.counterexample)),
        )


def check(theorems: tuple[Theorem, ...], trials: int, seed: int) -> Iterator[Finding]:
    """Try each theorem on random games; every theorem has a stream of random numbers of its own."""
    for theorem in theorems:
        rng = random.Random(f"{seed} {theorem.name}")
        agreed, found = 0, None
        while agreed < trials and found is None:
            found = theorem.trial(rng)
            agreed += found is None
        yield Finding(theorem, agreed, found)


def random_game(rng: random.Random, positions: int = _POSITIONS) -> Game:
    """Return a random game with so many positions at most, some of them reached in many ways."""
    made: list[Game] = [Tree()]
    while len(made) < positions:
        options = rng.sample(made, min(len(made), rng.randint(0, _MOST_OPTIONS)))
        made.append(Tree(*options))
    return made[-1]


def random_game_of_type_p(rng: random.Random) -> Game:
    """Return a random game in which the previous player wins."""
    while True:
        game = random_game(rng)
        if outcome(game) == "P":
            return game


def random_tests(rng: random.Random) -> list[Game]:
    """Return games to distinguish others by, the empty one and a heap of Nim among them."""
    return [ZERO, Heap(rng.randint(1, 3)), *(random_game(rng) for _ in range(_TESTS))]


def _equal_games_have_the_same_type(rng: random.Random) -> tuple[object, ...] | None:
    first, second = random_game(rng), random_game(rng)
    if distinguishing(first, second, random_tests(rng)) is not None:
        return None  # not equal, so nothing is claimed
    return None if outcome(first) == outcome(second) else (first, second)


def _type_p_adds_nothing(rng: random.Random) -> tuple[object, ...] | None:
    game, nothing = random_game(rng), random_game_of_type_p(rng)
    test = distinguishing(game + nothing, game, random_tests(rng))
    return None if test is None else (game, nothing, test)


def _games_of_type_p_are_equal(rng: random.Random) -> tuple[object, ...] | None:
    first, second = random_game_of_type_p(rng), random_game_of_type_p(rng)
    test = distinguishing(first, second, random_tests(rng))
    return None if test is None else (first, second, test)


def _nim_is_won_unless_x_is_zero(rng: random.Random) -> tuple[object, ...] | None:
    heaps = [rng.randint(0, 4) for _ in range(rng.randint(0, 4))]
    nim = Sum(tuple(map(Heap, heaps)))
    return None if (outcome(nim) == "N") == (nim_sum(heaps) != 0) else (nim,)


def _choose_nim_is_a_heap_of_the_mex(rng: random.Random) -> tuple[object, ...] | None:
    heaps = tuple(rng.randint(0, 4) for _ in range(rng.randint(0, 5)))
    choose, heap = Choose(heaps), Heap(mex(heaps))
    test = distinguishing(choose, heap, random_tests(rng))
    return None if test is None else (choose, heap, test)


def _every_game_is_a_heap(rng: random.Random) -> tuple[object, ...] | None:
    game = random_game(rng)
    heap = Heap(grundy(game))
    test = distinguishing(game, heap, random_tests(rng))
    return None if test is None else (game, heap, test)


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
