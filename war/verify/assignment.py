"""The nine tests of the assignment, for the kit's classes or the classes of a homework.

A test calls methods through `war.verify.observe` and judges their results. A random test fails only
on figures that a correct program shows in fewer than one of a million runs (`war.verify.chance`);
the output also shows the bound of the assignment.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb

from cardjudge.language import say
from war.deck import Deck
from war.verify import Example, Verdict, chance
from war.verify.exam import Exam, Fault, Homework, cards
from war.verify.positions import decks, games, limited_games, rounds
from war.verify.riffles import rising_probabilities, rising_sequences

VALUES, CARDS, RIFFLES = 13, 52, 7
_FIRST_GAMES = 3
_MOST_PRINTED = 16
"""Number of integers in the output of `stats` that the test searches for the counts."""
DECKS = 1_000_000
"""Number of decks that test 23 shuffles."""
SUSPICIOUS = 0.9e-6
"""Share of suspicious decks after seven riffles."""
SHARES: dict[bool, dict[int, tuple[float, float, float]]] = {
    False: {
        11: (0.34185, 0.30839, 0.34976),
        12: (0.21120, 0.18816, 0.60064),
        13: (0.30671, 0.27199, 0.42130),
    },
    True: {11: (0.50609, 0.49391, 0), 12: (0.50786, 0.49214, 0), 13: (0.50976, 0.49024, 0)},
}
"""Shares of wins of player 1, wins of player 2 and infinite games, by `alternate` and number of
values; `docs/research/war_figures.py` counts 10^7 games for each row."""


def cuts(exam: Exam) -> Verdict:
    """Test that cuts are binomial, by the greatest deviation of a frequency."""
    calls, bound = 100_000, 0.0025
    tally = exam.tally("new d Deck 13; call c d cut; show c", calls)
    found = [tally.pop(str(cards), 0) for cards in range(CARDS + 1)]
    other, wanted = sum(tally.values()), chance.binomial(CARDS)
    norm, most = chance.sup_norm([*found, other], [*wanted, 0]), chance.furthest(calls, wanted)
    share = chance.sup_norm_exceeds(bound, calls, wanted)
    figures = {"calls": calls, "norm": norm, "bound": bound, "other": other, "share": share}
    example = Example("Deck(13).cut()", f"0 … {CARDS}", next(iter(tally))) if tally else None
    return Verdict("21a", norm < most and other == 0, figures, example=example)


def splits(exam: Exam) -> Verdict:
    """Test that the parts of a split make the deck, and that split sizes are binomial."""
    calls, full = 100, list(Deck(VALUES))
    found, bad = [0] * (CARDS + 1), _Bad()
    for top, rest in _decks(exam, f"each {calls}; new d Deck 13; call t d split; show t d"):
        if top + rest != full:
            whole = Deck(full)
            bad.count("Deck(13).split()", f"top + rest = {whole}", f"{Deck(top)} + {Deck(rest)}")
        found[min(len(top), CARDS)] += 1
    shift, most = chance.shift(found, chance.binomial(CARDS)), chance.furthest_shift(calls)
    figures = {"calls": calls, "bad": bad.cases, "shift": shift, "most": most}
    return Verdict("21b", bad.cases == 0 and shift < most, figures, example=bad.example)


def riffles(exam: Exam) -> Verdict:
    """Test that a riffle keeps the order of both piles, and that all such orders are uniform."""
    calls, all_outcomes, bad = 10_000, comb(10, 5), _Bad()
    for times, one, two in (calls, 26, 26), (10, 0, 3), (10, 3, 0):
        _riffle(exam, times, range(1, one + 1), range(one + 1, one + two + 1), bad)
    mixed = "new a Deck [1,2,3,4,5]; new b Deck [6,7,8,9,10]; call x a riffleWith b; show a"
    found = {
        "".join("1" if card <= 5 else "2" for card in cards(mix)): count
        for mix, count in exam.tally(mixed, calls).items()
    }
    orders = [order for order in map("".join, product("12", repeat=10)) if order.count("1") == 5]
    outcomes = sum(order in found for order in orders)
    even = [Fraction(1, all_outcomes)] * all_outcomes
    z = chance.goodness_of_fit([found.get(order, 0) for order in orders], even) if outcomes else 99
    passed = bad.cases == 0 and outcomes == len(found) == all_outcomes and z < chance.DEVIATE
    figures = {"outcomes": outcomes, "all_outcomes": all_outcomes, "z": z}
    return Verdict("22", passed, {"calls": calls, "bad": bad.cases, **figures}, example=bad.example)


def _riffle(exam: Exam, times: int, low: Iterable[int], high: Iterable[int], bad: "_Bad") -> None:
    """Riffle two piles `times` times; count the riffles that lose cards or their order."""
    one, two = [*low], [*high]
    piles = (f"[{','.join(map(str, pile))}]" for pile in (one, two))
    made = "; ".join(f"new {name} Deck {pile}" for name, pile in zip("ab", piles, strict=True))
    for pile, rest in _decks(exam, f"each {times}; {made}; call x a riffleWith b; show a b"):
        parts = [card for card in pile if card in one], [card for card in pile if card in two]
        if (*parts, rest) != (one, two, []) or len(pile) != len(one) + len(two):
            given = f"a = [{Deck(one)}], b = [{Deck(two)}]: a.riffleWith(b)"
            kept = say("兩疊各自的順序不變，b 是空的")
            bad.count(given, kept, f"a = [{Deck(pile)}], b = [{Deck(rest)}]")


def shuffles(exam: Exam) -> Verdict:
    """Test that a million shuffled decks have as few suspicious decks as seven riffles leave."""
    calls, bound, decks, bad = DECKS, 5, 10_000, _Bad()
    order, rising = [*range(1, CARDS + 1)], [0] * (CARDS + 1)
    riffled = f"new d Deck [{','.join(map(str, order))}]; call x d riffleShuffle {RIFFLES}; show d"
    for [deck] in _decks(exam, f"each {decks}; {riffled}", 3):
        if sorted(deck) == order:
            rising[rising_sequences(deck)] += 1
        else:
            given, kept = f"[1 … {CARDS}].riffleShuffle({RIFFLES})", say("同樣的牌")
            bad.count(given, kept, str(Deck(deck)))
    look = f"new d Deck {VALUES}; call x d riffleShuffle {RIFFLES}; look d {VALUES}"
    looks = exam.tally(look, calls, 100)
    found, lost = looks.get("suspicious", 0), looks.get("lost", 0) + bad.cases
    z = (
        chance.goodness_of_fit(rising[1:], rising_probabilities(CARDS, RIFFLES))
        if sum(rising)
        else 99
    )
    mean = calls * SUSPICIOUS
    share = chance.poisson_exceeds(bound, mean)
    few = found <= max(bound, chance.most_rare(mean))
    passed = few and lost == 0 and z < chance.DEVIATE
    figures = {"found": found, "bound": bound, "share": share, "bad": lost, "z": z}
    figures |= {"calls": calls, "decks": decks}
    return Verdict("23", passed, figures, example=bad.example)


def deals(exam: Exam) -> Verdict:
    """Test that a new battle deals a shuffled deck in turns, the first card to player 1.

    The test shuffles another deck with the same random numbers. If a homework does not draw its
    random numbers as the assignment says, the test checks only the set of cards.
    """
    calls, full, bad, repeated = 1000, sorted(Deck(VALUES)), _Bad(), 0
    shuffled = "".join(
        f"; seed; new {deck} Deck {VALUES}; call x {deck} riffleShuffle {RIFFLES}" for deck in "de"
    )
    shows = "show b.player1 b.player2 b.trick d e"
    request = f"each {calls}; seed; new b Battle {VALUES}{shuffled}; {shows}"
    for one, two, trick, deck, again in _decks(exam, request):
        came = f"player1 = [{Deck(one)}], player2 = [{Deck(two)}], trick = [{Deck(trick)}]"
        dealt = sorted(one + two) == full and len(one) == len(two) and not trick
        repeated += deck == again
        if not dealt:
            bad.count(f"Battle({VALUES})", say("每人 26 張，合起來是一副牌"), came)
        elif deck == again and (deck[::2], deck[1::2]) != (one, two):
            given = say("Battle({values})，洗好的牌是 {deck}", values=VALUES, deck=Deck(deck))
            hands = f"player1 = [{Deck(deck[::2])}], player2 = [{Deck(deck[1::2])}], trick = []"
            bad.count(given, hands, came)
        elif sorted(one) == one:
            bad.count(f"Battle({VALUES})", say("洗過的牌"), came)
    figures = {"calls": calls, "bad": bad.cases, "repeated": repeated}
    return Verdict("31", bad.cases == 0, figures, example=bad.example)


def statistics(exam: Exam) -> Verdict:
    """Test that the counts of games of 11, 12 and 13 values are plausible.

    The test accepts both readings of who plays first; all three counts must fit the same reading.
    """
    calls, told = exam.homework.games, []
    wrong = dict.fromkeys(SHARES, 0)
    exam.counts(min(SHARES[False]), _FIRST_GAMES)  # a short run first, to detect endless games
    for nb_vals in 11, 12, 13:
        counts = exam.counts(nb_vals, calls, 30)[-_MOST_PRINTED:]
        rows = [row for row in combinations(counts, 4) if sum(row) == calls]
        for turns, shares in SHARES.items():
            wrong[turns] += not any(_fits(row, calls, shares[nb_vals]) for row in rows)
        told.append("+".join(map(str, rows[-1] if rows else counts[:4])) or "–")
    turns = min(wrong, key=lambda turns: (wrong[turns], turns != exam.takes_turns))
    first = say("輪流先出牌" if turns else "玩家 1 先出牌")
    figures = {"calls": calls, "found": "  ".join(told), "bad": wrong[turns], "first": first}
    return Verdict("42", wrong[turns] == 0, figures)


def _fits(row: tuple[int, ...], calls: int, shares: tuple[float, ...]) -> bool:
    wanted = sorted((*shares, 0.0))
    most = chance.furthest(calls, wanted) + 0.001
    return all(abs(n / calls - p) <= most for n, p in zip(sorted(row), wanted, strict=True))


TESTS: dict[str, Callable[[Exam], Verdict]] = {
    "1": decks,
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
"""The tests by their numbers; test 1 checks the methods before the first test."""


def run(name: str, homework: Homework, seed: int) -> Verdict:
    """Run a test and return its verdict, even if the homework does not answer."""
    try:
        with homework.sit():
            return TESTS[name](Exam(homework, random.Random(f"{seed}/{name}")))
    except Fault as fault:
        return Verdict(name, False, {}, str(fault))


class _Bad:
    """Counts bad cases, and keeps the first."""

    def __init__(self) -> None:
        self.cases = 0
        self.example: Example | None = None

    def count(self, *case: str) -> None:
        self.cases += 1
        self.example = self.example or Example(*case)


def _decks(exam: Exam, request: str, longer: int = 1) -> Iterator[list[list[int]]]:
    """Yield the decks on each line of an answer."""
    return ([cards(word) for word in words] for words in exam.words(request, longer))
