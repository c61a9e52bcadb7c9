"""Checks the patterns of other packages: each one alone, then against every other of the chain."""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import chain, combinations, groupby, islice
from random import Random

from big2.cards import DECK, SUITS
from big2.patterns import BUILTIN, Chain, Pattern, Play, installed
from big2.patterns.base import Cards
from big2.patterns.installed import PatternError
from big2.text import written
from cardjudge.errors import UserError
from cardjudge.language import say

_HAND, _RANDOM = 10, 30
"""Cards of a hand that is checked, and random hands; the others have a suit or whole ranks."""
_MOST = 60
"""Plays of a pattern that are compared with all others."""
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
    """Yield the faults of one pattern, a sentence each; of its hands, only the first fault."""
    try:
        if (empty := pattern.key(())) is not None:
            yield say("沒有牌時 key 要是 None，不是 {key}", key=empty)
        if told := next(filter(None, (_of_hand(pattern, hand) for hand in _hands())), ""):
            yield told
        yield from _of_ways(pattern)
    except PatternError as error:
        yield str(error)


def _hands() -> list[Cards]:
    """Return hands of each suit, of whole ranks, and of random cards, always the same."""
    rng, four = Random(0), len(SUITS)
    suits = [DECK[suit::four][:_HAND] for suit in range(four)]
    ranks = [DECK[first : first + _HAND] for first in range(0, len(DECK) - _HAND, four)]
    return [*suits, *ranks, *(tuple(sorted(rng.sample(DECK, _HAND))) for _ in range(_RANDOM))]


def _of_hand(pattern: Pattern, hand: Cards) -> str:
    """Return the fault of a pattern in a hand: a key that is none, or wrong choices."""
    expected = set(Pattern.choices(pattern, hand))
    for cards in expected:
        key: object = pattern.key(cards)
        if not (isinstance(key, tuple) and all(map(_compares, key))):
            template = "{cards} 的 key 要是整數或牌的 tuple，或是 None，不是 {key}"
            return say(template, cards=written(cards), key=key)
    choices = list(islice(pattern.choices(hand), len(expected) + 1))  # it may be endless
    template = ""
    if wrong := {*choices} - expected:
        template = "choices 多了 {cards}，手牌 {hand}"
    elif len(choices) > len({*choices}):
        template = "choices 有重複的，手牌 {hand}"
    elif wrong := expected - {*choices}:
        template = "choices 少了 {cards}，手牌 {hand}"
    words = {"cards": written(min(wrong, default=())), "hand": written(hand)}
    return say(template, **words) if template else ""


def _compares(part: object) -> bool:
    """Whether a part of a key is an integer or a card (a pair of integers)."""
    whole = isinstance(part, tuple) and all(isinstance(item, int) for item in part)
    return whole or isinstance(part, int)


def _of_ways(pattern: Pattern) -> Iterator[str]:
    told: object = getattr(pattern, "ways", 0)
    if not isinstance(told, int) or told < 0:
        yield say("ways 要是自然數，不是 {told}", told=repr(told))
    elif told:
        every = chain.from_iterable(combinations(DECK, n) for n in range(1, _COUNTED + 1))
        ways = sum(pattern.key(cards) is not None for cards in every)
        if ways not in (0, told):  # the check trusts a pattern of more cards
            yield say("ways 是 {told}，其實有 {ways} 種", told=told, ways=ways)


def cycle(patterns: Chain) -> Iterator[str]:
    """Yield the faults of comparison: an exception, or a cycle of plays that beat each other."""
    samples: dict[Pattern, list[Play]] = {pattern: [] for pattern in patterns}
    try:
        for play in chain.from_iterable(map(patterns.plays, _hands())):
            samples[play.pattern].append(play)
        plays = [play for group in samples.values() for play in group[:: 1 + len(group) // _MOST]]
        TopologicalSorter({play: filter(play.beats, plays) for play in plays}).prepare()
    except PatternError as error:
        yield str(error)
    except CycleError as error:
        circle: list[Play] = error.args[1]
        names = [name for name, _ in groupby(play.pattern.name for play in circle)]
        if len(names) == 1:
            names = [f"{play.pattern.name} {written(play.cards)}" for play in circle]
        yield say("牌型互相壓過：{names}", names=" > ".join(names))
