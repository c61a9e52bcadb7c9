"""What is wrong with a pattern of another package, for its author."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import chain, combinations
from math import comb
from random import Random

from big2.cards import DECK, RANKS
from big2.patterns import BUILTIN, Chain, Pattern, PatternError, Play, installed
from big2.patterns.base import Cards
from big2.text import written
from cardjudge.errors import UserError
from cardjudge.language import say

_HANDS = 60
_MOST_CARDS = 8
_COUNTED = 5
"""Plays of so many cards are counted one by one, all two and a half million of them."""


def report() -> list[str]:
    """Return what is wrong with the patterns of other packages, alone and with each other."""
    told, sound = [], []
    for entry in installed.available():
        try:
            kind = installed.load(entry)
        except UserError as error:
            told.append(str(error))
            continue
        wrong = [say("{name}：{fault}", name=kind.name, fault=fault) for fault in faults(kind())]
        told += wrong
        sound += [] if wrong else [kind]
    circle = cycle(BUILTIN.led_by(*sound))
    return told + ([circle] if circle else [])


def faults(pattern: Pattern) -> Iterator[str]:
    """Yield what is wrong with a pattern by itself, one sentence each."""
    try:
        yield from _of_key(pattern)
        yield from _of_choices(pattern)
        if pattern.ways:
            yield from _of_ways(pattern)
    except PatternError as error:
        yield str(error)


def _hands() -> Iterator[Cards]:
    """Hands of few ranks, of few suits, and of any cards, the same each time."""
    rng = Random("hands")
    decks = [DECK, DECK[::4] + DECK[1::4], DECK[:20], DECK[-20:]]
    for number in range(_HANDS):
        deck = decks[number % len(decks)]
        yield tuple(sorted(rng.sample(deck, rng.randint(1, _MOST_CARDS))))


def _parts(cards: Cards, most: int) -> Iterator[Cards]:
    """Yield every choice of some of the cards, at most so many."""
    return chain.from_iterable(combinations(cards, size) for size in range(1, most + 1))


def _of_key(pattern: Pattern) -> Iterator[str]:
    if (key := _key(pattern, ())) is not None:
        yield say("沒有牌時 key 要是 None，不是 {key}", key=key)
    for cards in (cards for hand in _hands() for cards in _parts(hand, len(hand))):
        key = _key(pattern, cards)
        whole = isinstance(key, tuple) and all(isinstance(part, int) for part in key)
        if key is not None and not whole:
            template = "{cards} 的 key 要是整數的 tuple 或 None，不是 {key}"
            yield say(template, cards=written(cards), key=key)
            return


def _of_choices(pattern: Pattern) -> Iterator[str]:
    for hand in _hands():
        expected = set(Pattern.choices(pattern, hand))
        try:
            found = list(pattern.choices(hand))
        except Exception as error:
            raise PatternError(pattern, error) from error
        for cards in sorted({*found} ^ expected):
            more = "choices 多了 {cards}，手牌 {hand}"
            told = more if cards in found else "choices 少了 {cards}，手牌 {hand}"
            yield say(told, cards=written(cards), hand=written(hand))
            return
        if len(found) > len(expected):
            yield say("choices 有重複的，手牌 {hand}", hand=written(hand))
            return


def _of_ways(pattern: Pattern) -> Iterator[str]:
    ways = sum(_key(pattern, cards) is not None for cards in _parts(DECK, _COUNTED))
    if ways != pattern.ways and ways:  # one of more cards is taken at its word
        yield say("ways 是 {told}，其實有 {ways} 種", told=pattern.ways, ways=ways)
    if pattern.ways > comb(len(DECK), len(RANKS)):
        yield say("ways 不會超過 {most}", most=comb(len(DECK), len(RANKS)))


def _key(pattern: Pattern, cards: Cards) -> object:
    try:
        return pattern.key(cards)
    except Exception as error:
        raise PatternError(pattern, error) from error


def cycle(patterns: Chain) -> str | None:
    """Return the patterns that beat each other in a circle, or None."""
    samples: dict[Pattern, list[Play]] = {pattern: [] for pattern in patterns}
    for hand in _hands():
        for play in patterns.plays(hand):
            samples[play.pattern].append(play)
    graph = {
        pattern: {
            other
            for other, tops in samples.items()
            if other is not pattern and any(play.beats(top) for play in plays for top in tops)
        }
        for pattern, plays in ((p, s[:_HANDS]) for p, s in samples.items())
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        names = " > ".join(pattern.name for pattern in error.args[1])
        return say("牌型互相壓過：{names}", names=names)
    return None
