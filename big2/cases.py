"""Test cases for a judge: games with random illegal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from big2.cards import DECK
from big2.game import Game
from big2.text import action_line, written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from random import Random

    from big2.cards import Card
    from big2.game import Action
    from big2.patterns import Chain

NAMES = ("水球", "火球", "保齡球", "地瓜球")


def shuffled(rng: Random) -> list[Card]:
    """Return a deck in random order, from the bottom to the top."""
    return rng.sample(DECK, len(DECK))


def header(deck: Sequence[Card], names: Sequence[str]) -> list[str]:
    """Return the lines of the deck and the names."""
    return [written(deck), *names]


def case(
    deck: Sequence[Card],
    names: Sequence[str],
    chain: Chain,
    actions: Iterable[Action],
    rng: Random,
    illegal: float,
) -> Iterator[str]:
    """Yield the lines of a game of these actions; about a share `illegal` of all is illegal."""
    yield from header(deck, names)
    game = Game(deck, chain)
    for action in actions:
        while rng.random() < illegal:
            yield from illegal_line(game, rng)
        game.step(action)
        yield action_line(action)


def illegal_line(game: Game, rng: Random) -> Iterator[str]:
    """Yield an action that the judge must refuse, of a random kind; all kinds are equally likely.

    The input contains only indices of cards in the hand and -1, as in the assignment. So a player
    that may play or keep its last card has no illegal action.
    """
    for kind in rng.sample(_KINDS, len(_KINDS)):
        line = kind(game, rng)
        if line is not None:
            yield line
            return


def _pass_at_the_start(game: Game, rng: Random) -> str | None:
    return action_line(None) if game.top is None else None


def _refused(game: Game, rng: Random) -> str | None:
    """Return random cards that make no pattern, are too low, or lack the three of clubs."""
    hand = range(len(game.hand))
    for _ in range(20):
        indices = rng.sample(hand, min(rng.choice([1, 1, 2, 3, 5]), len(hand)))
        if isinstance(game.judge(indices), str):
            return action_line(indices)
    return None


def _pattern_refused(game: Game, rng: Random) -> str | None:
    """Return the cards of a play that is illegal now."""
    plays = game.chain.plays(game.hand)
    illegal = [p for p in plays if isinstance(game.judge(game.indices(p) or ()), str)]
    return action_line(game.indices(rng.choice(illegal))) if illegal else None


_KINDS: tuple[Callable[[Game, Random], str | None], ...] = (
    _pass_at_the_start,
    _refused,
    _pattern_refused,
)
