"""The nine tests of the assignment, for the kit's classes or the classes of a homework.

A test runs methods of `war.verify.tests` or `Tests.java` and judges their results. A random test
fails only on figures that a correct program shows in fewer than one of a million runs
(`war.verify.chance`); the output also shows the bound of the assignment.
"""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import zip_longest
from math import comb

from cardjudge.errors import quote
from cardjudge.language import say
from war.battle import Battle
from war.deck import Deck
from war.verify import Example, Fault, Verdict, chance
from war.verify.exam import READINGS, Call, Homework, judge, tally
from war.verify.statistics import statistics

VALUES, CARDS, RIFFLES = 13, 52, 7
LARGE = 1000
"""Number of values of a deck that is large enough to count its riffles."""
CUTS, SPLITS, MIXES, DEALS, DECKS = 100_000, 100, 10_000, 1000, 1_000_000
"""Number of calls in tests 21a, 21b, 22, 31 and 23."""
_Decks = tuple[list[int], ...]


def decks(homework: Homework, rng: random.Random) -> Verdict:
    """Test picking cards, validity of decks, and independence of copies."""
    piles = [("1 2", "3 4"), ("", "3"), ("5 5 1", "2"), ("1 2", ""), ("", "")]
    full = str(Deck(VALUES))
    valid = [
        *(("", 13), ("1 13 7 7 7 7", 13), ("7 7 7 7 7", 13), ("7 7 7 7 1 7", 13), ("0", 13)),
        *(("1 2 -1", 13), ("14", 13), ("14", 14), ("13", 12), ("1 1 1 1", 1), ("1 1 1 1 1", 1)),
        *(("2 1", 1), (f"1 {10**9}", 13), ("13 13 13 13 1 1 1 1 13", 13)),
        *((full, 13), (full, 12), (f"{full} 5", 13)),
    ]
    calls = [Call(1, test, pile) for test in ("pick", "pickAll") for pile in piles]
    calls += [Call(1, "isValid", deck) for deck in valid]
    calls += [Call(1, "copyDeck", ("3 1 2",)), Call(1, "copyBattle", ("3 1", "2", "5 5 1"))]
    return judge(homework, "1", calls)


def cuts(homework: Homework, rng: random.Random) -> Verdict:
    """Test that cuts are binomial, and show the greatest deviation of a frequency."""
    few = 3  # cuts of a smaller deck, whose size counts
    cuts, small = tally(homework, Call(CUTS, "cut", (VALUES,)), Call(CUTS // 100, "cut", (few,)))
    counts = [cuts.pop(str(cards), 0) for cards in range(CARDS + 1)]
    bad = [Example(f"Deck({VALUES}).cut()", f"0 … {CARDS}", cut) for cut in cuts]
    fits = {str(cards) for cards in range(4 * few + 1)}
    bad += [Example(f"Deck({few}).cut()", f"0 … {4 * few}", cut) for cut in {*small} - fits]
    other = sum(cuts.values()) + sum(small[cut] for cut in {*small} - fits)
    expected = chance.binomial(CARDS)
    norm = chance.sup_norm([*counts, other], [*expected, 0])
    far = chance.shift([*counts, other], [*expected, 0]) > chance.furthest_shift(CUTS)
    figures = {"calls": CUTS, "norm": norm, "other": other}
    return Verdict("21a", not far and not bad, figures, example=next(iter(bad), None))


def splits(homework: Homework, rng: random.Random) -> Verdict:
    """Test that the parts of a split make the deck, and that split sizes are binomial."""
    full, counts, bad = [*Deck(VALUES)], [0] * (CARDS + 1), []
    [parts] = tally(homework, Call(SPLITS, "split", (VALUES,)))
    for (top, rest), times in _decks(parts):
        if top + rest != full:
            bad += times * [Example("Deck(13).split()", f"{full}", f"{top} + {rest}")]
        counts[min(len(top), CARDS)] += times
    shift, most = chance.shift(counts, chance.binomial(CARDS)), chance.furthest_shift(SPLITS)
    figures = {"calls": SPLITS, "bad": len(bad), "shift": shift, "most": most}
    return Verdict("21b", not bad and shift < most, figures, example=next(iter(bad), None))


def riffles(homework: Homework, rng: random.Random) -> Verdict:
    """Test that a riffle keeps the order of both piles, and that all such orders are uniform."""
    sizes = [(MIXES, 26, 26), (10, 0, 3), (10, 3, 0), (MIXES, 5, 5)]
    piles = [([*range(1, one + 1)], [*range(one + 1, one + two + 1)]) for _, one, two in sizes]
    calls = [
        Call(times, "riffleWith", (str(Deck(one)), str(Deck(two))))
        for (times, *_), (one, two) in zip(sizes, piles, strict=True)
    ]
    tallies, all_outcomes, bad = tally(homework, *calls), comb(10, 5), []
    for (one, two), outcomes in zip(piles, tallies, strict=True):
        for (pile, rest), times in _decks(outcomes):
            parts = [card for card in pile if card in one], [card for card in pile if card in two]
            if parts != (one, two) or rest or len(pile) != len(one) + len(two):
                expected = say("兩疊各自的順序不變，b 是空的")
                call = f"a = {one}, b = {two}: a.riffleWith(b)"
                bad += times * [Example(call, expected, f"a = {pile}, b = {rest}")]
    z = chance.unevenness([*tallies[-1].values(), *[0] * all_outcomes][:all_outcomes])
    count = len(tallies[-1])
    figures = {"outcomes": count, "all_outcomes": all_outcomes, "few": MIXES, "z": z}
    figures |= {"calls": sum(call.times for call in calls), "bad": len(bad)}
    if not bad and (count < all_outcomes or z >= chance.DEVIATE):
        often = max(tallies[-1], key=tallies[-1].__getitem__)
        likely = say("每種順序大約 {count} 次", count=round(MIXES / all_outcomes))
        order = f"{often.partition(']')[0]}]"
        came = say("a = {pile} 出現 {count} 次", pile=order, count=tallies[-1][often])
        call = f"a = {piles[-1][0]}, b = {piles[-1][1]}: a.riffleWith(b) × {MIXES}"
        bad.append(Example(call, likely, came))
    return Verdict("22", not bad, figures, example=next(iter(bad), None))


def shuffles(homework: Homework, rng: random.Random) -> Verdict:
    """Test the number of riffles, and that few of a million decks are suspicious."""
    bad, full = [], [*Deck(LARGE)]
    calls = [Call(1, "riffleShuffle", (LARGE, m)) for m in range(RIFFLES + 1)]
    few = Call(DECKS // 100, "suspicious", (VALUES, RIFFLES))
    *large, looks = tally(homework, *calls, few)
    for m, outcomes in enumerate(large):
        [((deck,), _)] = _decks(outcomes)
        call = f"Deck({LARGE}).riffleShuffle({m})"
        if sorted(deck) != full:
            bad.append(Example(call, *_same_cards(deck)))
        elif not _riffled(deck, m):
            bad.append(Example(call, *_passes(deck, m)))
    if "lost" not in looks and not bad:
        [looks] = tally(homework, few._replace(times=DECKS), longer=100)
    suspicious, lost = looks.get("suspicious", 0), looks.get("lost", 0)
    figures = {"calls": sum(looks.values()), "found": suspicious, "lost": lost, "bad": len(bad)}
    passed = suspicious <= chance.SUSPICIOUS and not lost and not bad
    return Verdict("23", passed, figures, example=next(iter(bad), None))


def passes(deck: Iterable[int]) -> int:
    """Return how often the deck is passed through to collect its cards in ascending order.

    A riffle at most doubles the number: a sorted deck needs one pass, `m` riffles of it at most
    2^m (D. Bayer, P. Diaconis, "Trailing the dovetail shuffle to its lair", Ann. Appl. Probab. 2
    (1992); the passes collect the rising sequences).

    >>> passes([1, 3, 1, 2, 3, 2])  # 1 1 2 2, then 3 3
    2
    """
    places = defaultdict(list)
    for place, card in enumerate(deck):
        places[card].append(place)
    count, last = 1, -1
    for card in sorted(places):
        missed = [place for place in places[card] if place < last]
        count += bool(missed)
        last = max(missed or places[card])
    return count


def _same_cards(deck: list[int]) -> tuple[str, str]:
    full = say("{values} 種數值的整副牌，每種四張", values=LARGE)
    return full, say("{cards} 張牌，其中 {values} 種數值", cards=len(deck), values=len({*deck}))


def _riffled(deck: list[int], m: int) -> bool:
    """Return whether a deck of `LARGE` values looks as after `m` riffles, and no fewer."""
    return (1 << m) < 2 * passes(deck) <= 2 << m


def _passes(deck: list[int], m: int) -> tuple[str, str]:
    """Return the expected and the actual number of passes after `m` riffles, as text."""
    count = passes(deck)
    likely = (count - 1).bit_length()
    return (
        say("由小到大收回全部的牌，要從頭看 {least} 到 {most} 遍", least=2**m // 2 + 1, most=2**m),
        say("{found} 遍；洗 {m} 次至多 {most} 遍", found=count, m=likely, most=2**likely),
    )


def deals(homework: Homework, rng: random.Random) -> Verdict:
    """Test that a new battle deals a shuffled deck in turns, the first card to player 1.

    The hands of a large deck, put together again, show how they were dealt.
    """
    full, bad, hint = [*Deck(VALUES)], [], ""
    calls = Call(DEALS, "deal", (VALUES,)), Call(1, "deal", (LARGE,))
    games, large = tally(homework, *calls)
    for (one, two, trick), times in _decks(games):
        if sorted(one + two) != full or len(one) != len(two) or trick:
            hands = f"player1 = {one}, player2 = {two}, trick = {trick}"
            bad += times * [Example(f"Battle({VALUES})", say("每人 26 張，合起來是一副牌"), hands)]
    [((one, two, _), _)] = _decks(large)
    deck = _in_turns(one, two)
    figures = {"calls": DEALS, "bad": len(bad), "passes": passes(deck)}
    if sorted(deck) != [*Deck(LARGE)]:
        bad.append(Example(f"Battle({LARGE})", *_same_cards(one + two)))
    elif not _riffled(deck, RIFFLES):
        call = say("Battle({values})，兩手牌輪流一張一張放回，從玩家 1 開始", values=LARGE)
        bad.append(Example(call, *_passes(deck, RIFFLES)))
        if passes(deck) > 2**RIFFLES and _riffled(_in_turns(two, one), RIFFLES):
            hint = say("從玩家 2 開始放回，才是 {m} 次洗牌的遍數", m=RIFFLES)
        elif passes(deck) > 2**RIFFLES and _riffled(one + two, RIFFLES):
            hint = say("玩家 1 的整手牌放在玩家 2 的上面，才是 {m} 次洗牌的遍數", m=RIFFLES)
    if not bad and len(games) < DEALS:
        hands = max(games, key=games.__getitem__)
        call = f"Battle({VALUES}) × {DEALS}"
        bad.append(Example(call, say("每場的牌都不同"), f"{hands} × {games[hands]}"))
    return Verdict("31", not bad, figures, example=next(iter(bad), None), hint=hint)


def _in_turns(one: list[int], two: list[int]) -> list[int]:
    return [card for pair in zip_longest(one, two) for card in pair if card is not None]


_OPENING, _WAR = Call(1, "oneRound", ("2 5", "1 6", 1)), Call(1, "oneRound", ("3 1 4", "3 5 2", 1))
_SECOND = "2 3 9", "1 4 8"
"""Hands whose second round shows whether the players take turns."""


def rounds(homework: Homework, rng: random.Random) -> Verdict:
    """Test rounds with a winner, with wars, and without an end."""
    hands = [
        *(("", "1"), ("1", ""), ("1 5", "2 6"), ("1", "2"), ("3 1 4 7 2", "3 2 4 7 3")),
        *(("3", "3"), ("300", "300 4"), ("3 4", "3"), ("3 1", "3 2"), ("3 1", "3 2 5")),
        *(("3 1 5 6", "3 2"), ("3 1 4", "3 2 4"), ("3 1 4 7", "3 2 2")),
    ]
    calls = [Call(1, "oneRound", (*pair, 1)) for pair in hands]
    return _verdict(homework, "32", [_OPENING, _WAR, *calls, Call(1, "oneRound", (*_SECOND, 2))])


def limited_games(homework: Homework, rng: random.Random) -> Verdict:
    """Test the winner and the state of games with a limit."""
    games = [
        *(("1 2", "2 1", 0), ("1 2 3", "2 1", 0), ("1 2", "2 1", 1), ("1 2", "2 1", 2)),
        *(("1 2 1 2", "2 1 2 1", 1000), ("2 2", "1 1", 1000), ("1", "2", 1)),
        *(("1 1 1", "1 1 1", 1000), ("", "", 1000), ("3 3 1 5 6", "2 1 4", 2), (*_SECOND, 2)),
        *((*_random_hands(rng), rng.randrange(60)) for _ in range(40)),
    ]
    return _verdict(homework, "33", [Call(1, "gameTurns", game) for game in games])


def games(homework: Homework, rng: random.Random) -> Verdict:
    """Test the results of games without a limit, and infinite games."""
    hands = [
        *(("2 2", "1 1"), ("1 1", "2 2"), ("1 1 1 1", "1 1 1 1"), ("1 2", "2 1")),
        *(("1 2 1 2", "2 1 2 1"), ("3 1", "3 2"), ("3 1", "3 2 5"), ("3 1 5 6", "3 2")),
        # infinite only if the players take turns
        *(("1 2", "3"), ("1 3", "2"), ("1 3", "3 2 1")),
        # 11,290 rounds if player 1 plays first; 5,752 rounds if the players take turns
        (
            "8 4 3 11 12 6 11 3 6 12 5 9 13 9 8 4 2 7 11 7 13 1 7 6 9 10",
            "2 2 5 6 8 8 1 1 3 10 10 3 9 12 12 5 4 4 13 11 10 1 5 7 2 13",
        ),
        (
            "7 3 9 7 9 3 10 13 6 13 11 12 11 13 9 3 4 11 10 6 1 7 3 6 8 9",
            "5 1 5 11 1 4 2 4 6 2 12 2 10 8 5 7 4 12 12 1 10 8 2 8 13 5",
        ),
        *(_random_hands(rng) for _ in range(100)),
    ]
    return _verdict(homework, "41", [Call(1, "game", pair) for pair in hands])


def _random_hands(rng: random.Random) -> tuple[str, str]:
    game = Battle(5, rng=rng)
    return str(game.player1), str(game.player2)


def _verdict(homework: Homework, name: str, calls: list[Call]) -> Verdict:
    """Judge games by both readings; name a change of the first player within a war.

    The table after `_OPENING` shows who plays first in the first round of a game, that after `_WAR`
    who plays the two pairs after a tie first.
    """
    verdict = judge(homework, name, calls, [*READINGS])
    if verdict.passed:
        return verdict
    with suppress(Fault):
        [opening], [war] = tally(homework, _OPENING, _WAR)
        table = re.findall(r"player1 = \[3, 3, (?:1, 5|5, 1), (?:4, 2|2, 4)\]", war)
        if table and "player1 = [5, 2, 1]" in opening and table != ["player1 = [3, 3, 1, 5, 4, 2]"]:
            hint = say(
                "{given}：這是第一個回合，玩家 1 先出牌；打完之後 {table}，戰爭裡換了先後。"
                "turn 應該在回合結束後才換",
                given=str(_WAR).partition(": ")[0],
                table=table[0],
            )
            return verdict._replace(hint=hint)
    return verdict


TESTS: dict[str, Callable[[Homework, random.Random], Verdict]] = {
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
        return TESTS[name](homework, random.Random(f"{seed}/{name}"))
    except Fault as fault:
        return Verdict(name, False, {}, str(fault))


def _decks(tally: dict[str, int]) -> Iterator[tuple[_Decks, int]]:
    """Yield the decks of each result, and how often it came."""
    for result, times in tally.items():
        yield tuple(map(_cards, re.findall(r"\[([^]]*)\]", result))), times


def _cards(text: str) -> list[int]:
    """Return the cards of a deck in a result; Fault for other text."""
    try:
        return [int(card) for card in text.split(", ") if card]
    except ValueError:
        raise Fault("回答的不是整數：{words}", words=quote(text)) from None
