"""Test cases without end: games of computers, with illegal actions strewn in, as judge input."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from big2.cards import DECK, Card
from big2.game import Game
from big2.patterns import Chain
from big2.players.base import Strategy
from big2.players.record import Record
from big2.text import action_line, written

NAMES = ("水球", "火球", "保齡球", "地瓜球")


def shuffled(rng: Random) -> list[Card]:
    """Return a deck in random order, from the bottom to the top."""
    return rng.sample(DECK, len(DECK))


def header(deck: Sequence[Card], names: Sequence[str]) -> list[str]:
    """Return the lines before the actions."""
    return [written(deck), *names]


def case(
    deck: Sequence[Card],
    names: Sequence[str],
    chain: Chain,
    strategies: Sequence[Strategy],
    rng: Random,
    illegal: float,
) -> Iterator[str]:
    """Yield the lines of a whole game, of whose actions about the share `illegal` is illegal.

    The decisions of the strategies do not depend on `illegal`, so the legal actions are the same.
    `StuckError` where the chain leaves a player who begins a round without a play.
    """
    yield from header(deck, names)
    record = Record(deck, chain)
    while record.game.winner is None:
        action = record.choose(strategies[record.game.player])
        while rng.random() < illegal:
            yield from illegal_line(record.game, rng)
        record.step(action)
        yield action_line(action)


def illegal_line(game: Game, rng: Random) -> Iterator[str]:
    """Yield an action that the judge must refuse: each kind that there is, equally probable.

    The assignment has indices of cards in the hand and -1, and nothing else is written; so there is
    none where a last card may be played or kept.
    """
    for kind in rng.sample(_KINDS, len(_KINDS)):
        line = kind(game, rng)
        if line is not None:
            yield line
            return


def _pass_at_the_start(game: Game, rng: Random) -> str | None:
    return action_line(None) if game.top is None else None


def _refused(game: Game, rng: Random) -> str | None:
    """Any cards in any order: no pattern, too low, or without the three of clubs at the start."""
    hand = range(len(game.hand))
    for _ in range(20):
        indices = rng.sample(hand, min(rng.choice([1, 1, 2, 3, 5]), len(hand)))
        if isinstance(game.judge(indices), str):
            return action_line(indices)
    return None


def _pattern_refused(game: Game, rng: Random) -> str | None:
    """Cards that are a play, but not one for now."""
    plays = game.chain.plays(game.hand)
    refused = [p for p in plays if isinstance(game.judge(game.indices(p) or ()), str)]
    return action_line(game.indices(rng.choice(refused))) if refused else None


_KINDS: tuple[Callable[[Game, Random], str | None], ...] = (
    _pass_at_the_start,
    _refused,
    _pattern_refused,
)
