"""Random games of Take 6!."""

import random
from collections.abc import Iterator, Sequence

from take6.cards import CARDS
from take6.game import Game

_WRONG = 0.2
"""The probability of an illegal line, after which the decision is repeated."""


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield named inputs."""
    rng = random.Random(seed)
    for players in range(2, 11):
        for name, most in ("players", None), ("mad", rng.randint(1, 40)):
            deck = rng.sample(CARDS, len(CARDS))
            yield f"{name}{players:02}", random_game(rng, players, most, deck)


def random_game(
    rng: random.Random, players: int, threshold: int | None, deck: Sequence[int]
) -> str:
    """Return the input of a game of random moves."""
    game = Game(deck, players)
    game.start()
    setup = str(players) if threshold is None else f"{players} {threshold}"
    rows = [setup, _line(deck)]
    while not game.over:
        if rng.random() > 1 - _WRONG:
            rows.append(_line(_wrong_line(game, rng)))
        elif game.undercut is None:
            cards = [rng.choice(hand) for hand in game.hands]
            rows.append(_line(cards))
            game.play(cards)
        else:
            row = rng.randrange(4)
            rows.append(str(row + 1))
            game.take(row)
    return "\n".join(rows) + "\n"


def _wrong_line(game: Game, rng: random.Random) -> list[int]:
    if game.undercut is not None:
        return rng.choice(([0], [5], [1, 2]))
    cards = [rng.choice(hand) for hand in game.hands]
    if rng.random() < 0.3:
        return cards[1:]
    cards[rng.randrange(len(cards))] = rng.choice((0, 105, game.rows[0][0]))
    return cards


def _line(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
