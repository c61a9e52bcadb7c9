"""Random games of Take 6!."""

import random
from collections.abc import Iterator, Sequence

from take6.cards import CARDS
from take6.game import ROWS, Game

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
        if game.placing:
            game.place()
        elif rng.random() > 1 - _WRONG:
            rows.append(_line(_wrong_line(game, rng)))
        elif game.undercut is None:
            cards = [rng.choice(hand) for hand in game.hands]
            rows.append(_line(cards))
            game.lay(cards)
        else:
            row = rng.randrange(4)
            rows.append(str(row + 1))
            game.choose(row)
    return "\n".join(rows) + "\n"


def _wrong_line(game: Game, rng: random.Random) -> list[int]:
    """Return a line that is nearly legal: one thing is wrong with it."""
    if game.undercut is not None:
        row = rng.randint(1, ROWS)
        return rng.choice(([0], [ROWS + 1], [row, row], [row, 0], [10 + row]))
    cards = [rng.choice(hand) for hand in game.hands]
    one, other = rng.sample(range(game.players), 2)
    swapped = [*cards]
    swapped[one], swapped[other] = cards[other], cards[one]
    played = game.history[-1][one] if game.history else 0
    foreign = rng.choice((0, 105, game.rows[0][0], cards[other], played))
    replaced = [*cards[:one], foreign, *cards[one + 1 :]]
    longer = [*cards, rng.choice(game.hands[one])]
    return rng.choice((cards[1:], cards[:-1], longer, swapped, replaced))


def _line(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
