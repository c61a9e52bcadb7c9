"""Random games."""

from __future__ import annotations

import random
from collections.abc import Iterator

from big2.cards import DECK
from big2.game import Game

_NAMES = ("水球", "火球", "保齡球", "地瓜球")


def cases(rng: random.Random) -> Iterator[tuple[str, str]]:
    """Yield named inputs: games with ever more illegal actions."""
    for number in range(12):
        yield f"random{number:02}", random_game(rng, illegal=number / 20)


def random_game(rng: random.Random, illegal: float = 0.1) -> str:
    """Return the input of a game of random actions, about a share of them illegal."""
    deck = rng.sample(DECK, len(DECK))
    game = Game(deck)
    rows = [" ".join(map(str, deck)), *_NAMES]
    game.start()
    while game.winner is None:
        action = _attempt(game, rng) if rng.random() < illegal else _legal(game, rng)
        rows.append("-1" if action is None else " ".join(map(str, action)))
        game.step(action)
    return "\n".join(rows) + "\n"


def _attempt(game: Game, rng: random.Random) -> list[int] | None:
    """Return any action, perhaps with an index that is repeated or out of range."""
    size = rng.choice((0, 1, 1, 2, 5))
    return [rng.randrange(len(game.hand) + 1) for _ in range(size)] or None


def _legal(game: Game, rng: random.Random) -> list[int] | None:
    """Return a legal play, now and then of many cards, or a pass where there seems to be none."""
    hand = range(len(game.hand))
    for size in rng.sample((5, 2, 1), 3):
        for _ in range(200 if size == 5 else 30):
            action = rng.sample(hand, min(size, len(hand)))
            if not isinstance(game.judge(action), str):
                return action
    return next(([i] for i in hand if not isinstance(game.judge([i]), str)), None)
