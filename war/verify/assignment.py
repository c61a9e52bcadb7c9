"""The nine tests of the assignment: of the kit's own classes, or of those of a homework.

Each calls the methods that its line names and judges figures (`war.verify.observe`). Where lots are
drawn, a test fails only what a right program would show in fewer than one of a million runs
(`war.verify.chance`); the assignment's own bound is told beside it.
"""

import random
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import NamedTuple, Protocol

from cardjudge.errors import UserError, quote
from war.battle import INFINITE, Battle
from war.course import follow
from war.deck import Deck
from war.verify import Verdict, chance
from war.verify.observe import CARDS, RIFFLES, VALUES, Observer
from war.verify.riffles import rising_probabilities

_MOST_PRINTED = 16
"""How many integers of what `stats` prints are looked at; some are no counts."""
DECKS = 1_000_000
"""How many decks test 23 shuffles."""
SUSPICIOUS = 0.9e-6
"""The share of suspicious decks after seven riffles."""
SHARES: dict[bool, dict[int, tuple[float, float, float]]] = {
    False: {
        11: (0.34185, 0.30839, 0.34976),
        12: (0.21120, 0.18816, 0.60064),
        13: (0.30671, 0.27199, 0.42130),
    },
    True: {11: (0.50609, 0.49391, 0), 12: (0.50786, 0.49214, 0), 13: (0.50976, 0.49024, 0)},
}
"""Shares of wins of player 1, of player 2 and of infinite games: by whether the players take turns,
and by values, of 10^7 games each (`bench.war_page`)."""


class Homework(Protocol):
    """Answers requests as `war.verify.observe` has them, during a test."""

    games: int
    """Of how many games of a kind it is asked for statistics."""

    def sit(self) -> AbstractContextManager[object]:
        """Begin a test, which ends when the context does."""
        ...

    def answer(self, request: str) -> str:
        """Return the answer to a request; Fault where there is none."""
        ...


class Fault(UserError):  # noqa: N818  (it becomes a verdict)
    """A method is missing, or the homework does not answer."""


class Own:
    """The kit's own `Deck` and `Battle`, in this process."""

    games = 200

    def __init__(self, seed: int) -> None:
        self.answer = Observer({"Deck": Deck, "Battle": Battle}, random.Random(seed)).answer

    sit = nullcontext


class Exam(NamedTuple):
    """A homework, and the lots for what it is asked."""

    homework: Homework
    rng: random.Random

    def ask(self, request: str) -> list[str]:
        """Return the words of an answer."""
        words = self.homework.answer(request).split()
        if words[:1] == ["?"]:
            raise Fault("沒有 {name} 這個方法或類別", name=words[1])
        return words

    def numbers(self, request: str) -> list[int]:
        """Return an answer that is integers; anything else is no answer."""
        return _integers(self.ask(request))

    @property
    def takes_turns(self) -> bool:
        """Whether the players take turns to play first, as step 3 of section 4.2 wants it."""
        return self.numbers("turn") == [1]


def cuts(exam: Exam) -> Verdict:
    """Cuts are binomial: the greatest deviation of a frequency from its probability is small."""
    calls, bound = 100_000, 0.0025
    *found, other = exam.numbers(f"cut {calls}")
    wanted = chance.binomial(CARDS)
    norm, most = chance.sup_norm(found, wanted), chance.furthest(calls, wanted)
    share = chance.sup_norm_exceeds(bound, calls, wanted)
    figures = {"calls": calls, "norm": norm, "bound": bound, "other": other, "most": most}
    return Verdict("21a", norm < most and other == 0, figures | {"share": share})


def splits(exam: Exam) -> Verdict:
    """The parts of a split deck make the deck again; where it is split is binomial."""
    calls, full = 100, list(Deck(VALUES))
    found, bad = [0] * (CARDS + 1), 0
    for answer in exam.ask(f"split {calls}"):
        top, rest = _decks(answer)
        bad += top + rest != full
        found[min(len(top), CARDS)] += 1
    shift, most = chance.shift(found, chance.binomial(CARDS)), chance.furthest_shift(calls)
    figures = {"calls": calls, "bad": bad, "shift": shift, "most": most}
    return Verdict("21b", bad == 0 and shift < most, figures)


def riffles(exam: Exam) -> Verdict:
    """A riffle keeps the order of both piles; all such orders of 5 and 5 cards are as likely."""
    calls, all_outcomes = 10_000, comb(10, 5)
    [bad] = exam.numbers(f"riffle {calls}")
    pairs = (answer.split(":") for answer in exam.ask(f"mix {calls}"))
    found = {outcome: int(count) for outcome, count in pairs}
    orders = [order for order in map("".join, product("12", repeat=10)) if order.count("1") == 5]
    outcomes = sum(order in found for order in orders)
    even = [Fraction(1, all_outcomes)] * all_outcomes
    z = chance.goodness_of_fit([found.get(order, 0) for order in orders], even) if outcomes else 99
    passed = bad == 0 and outcomes == len(found) == all_outcomes and z < chance.DEVIATE
    figures = {"outcomes": outcomes, "all_outcomes": all_outcomes, "z": z}
    return Verdict("22", passed, {"calls": calls, "bad": bad, **figures})


def shuffles(exam: Exam) -> Verdict:
    """Few of a million decks riffled seven times are suspicious; seven riffles, not six, mix so."""
    calls, bound, decks = DECKS, 5, 10_000
    lost, *rising = exam.numbers(f"rise {decks}")
    found, bad = exam.numbers(f"shuffle {calls}")
    z = chance.goodness_of_fit(rising, rising_probabilities(CARDS, RIFFLES)) if sum(rising) else 99
    mean = calls * SUSPICIOUS
    share = chance.poisson_exceeds(bound, mean)
    few = found <= max(bound, chance.most_rare(mean))
    passed = few and bad == lost == 0 and z < chance.DEVIATE
    figures = {"found": found, "bound": bound, "share": share, "bad": bad + lost, "z": z}
    return Verdict("23", passed, {"calls": calls, "decks": decks, **figures})


def deals(exam: Exam) -> Verdict:
    """A new battle has a shuffled deck dealt in turns, the first card to player 1.

    By the same random numbers the deck is shuffled once more; where a homework does not draw them
    as the assignment says, they cannot be had again, and only the cards are looked at.
    """
    calls, full = 1000, sorted(Deck(VALUES))
    bad = repeated = 0
    for answer in exam.ask(f"deal {calls}"):
        one, two, trick, deck, again = _decks(answer)
        dealt = sorted(one + two) == full and len(one) == len(two) and not trick
        repeated += deck == again
        bad += not dealt or (deck == again and (deck[::2], deck[1::2]) != (one, two))
        bad += dealt and sorted(one) == one  # no shuffle at all
    return Verdict("31", bad == 0, {"calls": calls, "bad": bad, "repeated": repeated})


_ROUNDS = [
    # hands, whether the round comes to its end, hands and trick after it
    ("", "1", False, "", "1", ""),
    ("1", "", False, "1", "", ""),
    ("2 5", "1 6", True, "5 2 1", "6", ""),
    ("1 5", "2 6", True, "5", "6 1 2", ""),
    ("1", "2", True, "", "1 2", ""),
    ("3 1 4 7", "3 2 2", True, "7 3 3 1 2 4 2", "", ""),
    ("3 1 4 7 2", "3 2 4 7 3", True, "", "3 3 1 2 4 4 7 7 2 3", ""),
    ("3", "3", False, "", "", "3 3"),
    ("3", "3 4", False, "", "4", "3 3"),
    ("3 4", "3", False, "4", "", "3 3"),
    ("3 1", "3 2", False, "", "", "3 3 1 2"),
    ("3 1", "3 2 5", False, "", "5", "3 3 1 2"),
    ("3 1 5 6", "3 2", False, "5 6", "", "3 3 1 2"),
    ("3 1 4", "3 2 4", False, "", "", "3 3 1 2 4 4"),
]


def rounds(exam: Exam) -> Verdict:
    """Rounds are won, lost, fought over in wars, and cut short, as by hand."""
    bad = 0
    for one, two, ends, *after in _ROUNDS:
        wanted = [not (one and two), ends, not (after[0] and after[1])]
        right = [*map(str, map(int, wanted)), _state(*after)]
        bad += exam.ask(f"round {_state(one, two, '')}") != right
    return Verdict("32", bad == 0, {"calls": len(_ROUNDS), "bad": bad})


_LIMITED = [
    # hands, rounds at most
    ("1 2", "2 1", 0),
    ("1 2 3", "2 1", 0),
    ("1 2", "2 1", 1),
    ("1 2", "2 1", 2),
    ("1 2 1 2", "2 1 2 1", 1000),
    ("2 2", "1 1", 1000),
    ("1", "2", 1),
    ("1 1 1", "1 1 1", 1000),
    ("", "", 1000),
    ("3 3 1 5 6", "2 1 4", 2),
]


def limited_games(exam: Exam) -> Verdict:
    """Games of limited length end with the right winner in the right state, as by the rules."""
    games = [*_LIMITED, *((*_random_hands(exam.rng), exam.rng.randrange(60)) for _ in range(40))]
    bad, turns = 0, exam.takes_turns
    for one, two, most in games:
        final = follow(Battle(_deck(one), _deck(two), alternate=turns), most).final
        right = [str(final.winner())] * 2 + [_after(final)]
        bad += exam.ask(f"play {most} {_state(one, two, '')}") != right
    return Verdict("33", bad == 0, {"calls": len(games), "bad": bad})


_UNLIMITED = [
    ("2 2", "1 1"),
    ("1 1", "2 2"),
    ("1 1 1 1", "1 1 1 1"),
    ("1 2", "2 1"),
    ("1 2 1 2", "2 1 2 1"),
    ("3 1", "3 2"),
    ("3 1", "3 2 5"),
    ("3 1 5 6", "3 2"),
]


def games(exam: Exam) -> Verdict:
    """Games without a limit end as they should, and infinite ones are found out."""
    hands = [*_UNLIMITED, *(_random_hands(exam.rng) for _ in range(100))]
    bad, turns = 0, exam.takes_turns
    for one, two in hands:
        course = follow(Battle(_deck(one), _deck(two), alternate=turns))
        result, *state = exam.ask(f"game {_state(one, two, '')}")
        if course.period is None:
            bad += (result, state) != (str(course.final.winner()), [_after(course.final)])
        else:
            bad += result != str(INFINITE)
    return Verdict("41", bad == 0, {"calls": len(hands), "bad": bad})


def statistics(exam: Exam) -> Verdict:
    """The counts of games of 11, 12 and 13 values are as many games tell, within what is likely."""
    calls, bad, told = exam.homework.games, 0, []
    turns = exam.takes_turns
    for nb_vals in 11, 12, 13:
        counts = exam.numbers(f"stats {nb_vals} {calls}")[:_MOST_PRINTED]
        wanted = sorted((*SHARES[turns][nb_vals], 0.0))
        most = chance.furthest(calls, wanted) + 0.001
        rows = [row for row in combinations(counts, 4) if sum(row) == calls]
        bad += not any(
            all(abs(n / calls - p) <= most for n, p in zip(sorted(row), wanted, strict=True))
            for row in rows
        )
        told.append("+".join(map(str, rows[0] if rows else counts[:4])) or "–")
    return Verdict("42", bad == 0, {"calls": calls, "found": "  ".join(told), "bad": bad})


TESTS: dict[str, Callable[[Exam], Verdict]] = {
    "21a": cuts,
    "21b": splits,
    "22": riffles,
    "23": shuffles,
    "31": deals,
    "32": rounds,
    "33": limited_games,
    "41": games,
    "42": statistics,
}
"""The tests by their numbers."""


def run(name: str, homework: Homework, seed: int) -> Verdict:
    """Run a test; where the homework does not answer, that is a verdict, too."""
    try:
        with homework.sit():
            return TESTS[name](Exam(homework, random.Random(f"{seed}/{name}")))
    except Fault as fault:
        return Verdict(name, False, {}, str(fault))


def _random_hands(rng: random.Random) -> tuple[str, str]:
    battle = Battle(5, rng=rng)
    return str(battle.player1), str(battle.player2)


def _deck(cards: str) -> Deck:
    return Deck(map(int, cards.split()))


def _state(*decks: str) -> str:
    return "|".join(deck.replace(" ", ",") or "-" for deck in decks)


def _after(battle: Battle) -> str:
    return _state(str(battle.player1), str(battle.player2), str(battle.trick))


def _decks(answer: str) -> list[list[int]]:
    return [_integers(part.split(",") if part != "-" else []) for part in answer.split("|")]


def _integers(words: list[str]) -> list[int]:
    try:
        return [int(word) for word in words]
    except ValueError:
        raise Fault("回答的不是整數：{words}", words=quote(" ".join(words))) from None
