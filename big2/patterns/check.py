"""Checks the patterns of other packages and reports their faults to the author."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import chain, combinations, groupby, islice
from math import comb
from random import Random

from big2.cards import DECK, RANKS, SUITS
from big2.patterns import BUILTIN, Chain, Pattern, Play, installed
from big2.patterns.base import Cards
from big2.patterns.installed import PatternError
from big2.text import written
from cardjudge.errors import UserError
from cardjudge.language import say

_HANDS = 60
_MOST_CARDS = 8
_COUNTED = 5
"""The check counts plays of up to this many cards; five make 2.6 million choices."""


def report() -> list[str]:
    """Return the faults of the patterns of other packages, alone and combined."""
    messages, sound = [], []
    for entry in installed.available():
        try:
            kind = installed.load(entry)
        except UserError as error:
            messages.append(str(error))
            continue
        wrong = [say("{name}：{fault}", name=kind.name, fault=fault) for fault in faults(kind())]
        messages += wrong
        sound += [] if wrong else [kind]
    return [*messages, *cycle(BUILTIN.led_by(*sound))]


def faults(pattern: Pattern) -> Iterator[str]:
    """Yield the faults of one pattern, one sentence each."""
    try:
        yield from _of_key(pattern)
        yield from _of_choices(pattern)
        yield from _of_ways(pattern)
    except PatternError as error:
        yield str(error)


def _hands() -> Iterator[Cards]:
    """Yield fixed hands: a card of each rank, few suits or few ranks, and two whole ranks."""
    rng = Random("hands")
    yield DECK[:: len(SUITS)]
    yield tuple(DECK[at + rng.randrange(len(SUITS))] for at in range(0, len(DECK), len(SUITS)))
    for number in range(_HANDS):
        suit, rank = rng.randrange(len(SUITS)), len(SUITS) * rng.randrange(len(RANKS) - 1)
        two_suits, two_ranks = DECK[::4] + DECK[1::4], DECK[rank : rank + 2 * len(SUITS)]
        decks = [DECK, two_suits, DECK[:20], DECK[-20:], DECK[suit :: len(SUITS)]]
        deck = decks[number % len(decks)]
        yield tuple(sorted(rng.sample(deck, rng.randint(1, _MOST_CARDS))))
        if number < len(RANKS):
            yield two_ranks


def _parts(cards: Cards, most: int) -> Iterator[Cards]:
    """Yield every non-empty choice of at most `most` cards."""
    return chain.from_iterable(combinations(cards, size) for size in range(1, most + 1))


def _of_key(pattern: Pattern) -> Iterator[str]:
    if (empty := pattern.key(())) is not None:
        yield say("沒有牌時 key 要是 None，不是 {key}", key=empty)
    for cards in (cards for hand in _hands() for cards in _parts(hand, len(hand))):
        key: object = pattern.key(cards)
        if key is not None and not (isinstance(key, tuple) and all(map(_compares, key))):
            template = "{cards} 的 key 要是整數或牌的 tuple，或是 None，不是 {key}"
            yield say(template, cards=written(cards), key=key)
            return


def _compares(part: object) -> bool:
    """Whether a part of a key is an integer or a card (a pair of integers)."""
    whole = isinstance(part, tuple) and all(isinstance(item, int) for item in part)
    return whole or isinstance(part, int)


def _of_choices(pattern: Pattern) -> Iterator[str]:
    for hand in _hands():
        expected = set(Pattern.choices(pattern, hand))
        choices = list(islice(pattern.choices(hand), len(expected) + 1))  # it may be endless
        template = ""
        if wrong := {*choices} - expected:
            template = "choices 多了 {cards}，手牌 {hand}"
        elif len(choices) > len({*choices}):
            template = "choices 有重複的，手牌 {hand}"
        elif wrong := expected - {*choices}:
            template = "choices 少了 {cards}，手牌 {hand}"
        if template:
            yield say(template, cards=written(min(wrong, default=())), hand=written(hand))
            return


def _of_ways(pattern: Pattern) -> Iterator[str]:
    told: object = getattr(pattern, "ways", 0)
    if not isinstance(told, int) or told < 0:
        yield say("ways 要是自然數，不是 {told}", told=repr(told))
        return
    if told == 0:
        return
    ways = sum(pattern.key(cards) is not None for cards in _parts(DECK, _COUNTED))
    if ways != told and ways:  # the check trusts a pattern of more cards
        yield say("ways 是 {told}，其實有 {ways} 種", told=told, ways=ways)
    if told > comb(len(DECK), len(RANKS)):
        yield say("ways 不會超過 {most}", most=comb(len(DECK), len(RANKS)))


def cycle(patterns: Chain) -> Iterator[str]:
    """Yield the faults of comparison: an exception, or a cycle of plays that beat each other."""
    samples: dict[Pattern, list[Play]] = {pattern: [] for pattern in patterns}
    try:
        for play in chain.from_iterable(map(patterns.plays, _hands())):
            samples[play.pattern].append(play)
        plays = [play for group in samples.values() for play in group[:: 1 + len(group) // _HANDS]]
        TopologicalSorter({play: filter(play.beats, plays) for play in plays}).prepare()
    except PatternError as error:
        yield str(error)
    except CycleError as error:
        circle: list[Play] = error.args[1]
        names = [name for name, _ in groupby(play.pattern.name for play in circle)]
        if len(names) == 1:
            names = [f"{play.pattern.name} {written(play.cards)}" for play in circle]
        yield say("牌型互相壓過：{names}", names=" > ".join(names))
