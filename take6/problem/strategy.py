"""A Hypothesis strategy for games of Take 6!, which shrink to few players and illegal lines."""

import random

from hypothesis import strategies as st

from take6.cards import CARDS
from take6.game import Game

_MOST_WRONG = 4
_NUMBERS = st.lists(st.integers(0, 105), min_size=1, max_size=10)


@st.composite
def inputs(draw: st.DrawFn) -> str:
    """Draw the input of a whole game, with illegal lines."""
    players = draw(st.integers(2, 10))
    threshold = draw(st.none() | st.integers(1, 40))
    deck = _shuffled(draw(st.integers(0, 2**32 - 1)))
    game = Game(deck, players)
    game.start()
    rows: list[list[int]] = [[players] if threshold is None else [players, threshold], [*deck]]
    left = draw(st.integers(0, _MOST_WRONG))
    while not game.over:
        if left and draw(st.integers(0, 4)) == 4:
            left -= 1
            rows += _wrong(game, draw(_NUMBERS))
        elif game.undercut is None:
            cards = [draw(st.sampled_from(hand)) for hand in game.hands]
            rows.append(cards)
            game.play(cards)
        else:
            row = draw(st.integers(0, 3))
            rows.append([row + 1])
            game.take(row)
    return "".join(f"{' '.join(map(str, row))}\n" for row in rows)


def _shuffled(seed: int) -> list[int]:
    """Return the deck of a seed; seed 0 is sorted, because a permutation shrinks for a minute."""
    deck = [*CARDS]
    if seed:
        random.Random(seed).shuffle(deck)
    return deck


def _wrong(game: Game, numbers: list[int]) -> list[list[int]]:
    """Return the numbers as a line if they are illegal now."""
    if game.undercut is not None:
        return [] if len(numbers) == 1 and 1 <= numbers[0] <= 4 else [numbers]
    right = len(numbers) == len(game.hands) and all(
        card in hand for card, hand in zip(numbers, game.hands, strict=True)
    )
    return [] if right else [numbers]
