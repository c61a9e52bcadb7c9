"""Games of Big-2 as Hypothesis draws and shrinks them.

A pass comes first, then the longest legal play, and illegal actions last: in a minimal game one
player lays down all cards in few plays while the others pass.
"""

import random
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from big2.cards import DECK
from big2.cases import NAMES, header
from big2.game import Game, fault
from big2.text import action_line

if TYPE_CHECKING:
    from big2.cards import Card
    from big2.game import Action

_MOST_ILLEGAL = 6
_NAMES = NAMES, tuple(f"{name}2" for name in NAMES)


@st.composite
def inputs(draw: st.DrawFn) -> str:
    """Draw a whole game, with illegal actions."""
    deck = _shuffled(draw(st.integers(0, 2**32 - 1)))
    game = Game(deck)
    lines = header(deck, draw(st.sampled_from(_NAMES)))
    left = draw(st.integers(0, _MOST_ILLEGAL))
    while game.winner is None:
        if left and draw(st.integers(0, 9)) == 9:
            indices = st.integers(0, len(game.hand) - 1)
            action: Action = draw(
                st.none() | st.lists(indices, min_size=1, max_size=5, unique=True)
            )
            left -= 1
            if not _is_illegal(game, action):
                continue
        else:
            action = draw(st.sampled_from(_legal(game)))
        game.step(action)
        lines.append(action_line(action))
    return "".join(f"{line}\n" for line in lines)


def _shuffled(seed: int) -> "list[Card]":
    """Return the deck of a seed; seed 0 is sorted, because a permutation shrinks for a minute."""
    deck = [*DECK]
    if seed:
        random.Random(seed).shuffle(deck)
    return deck


def _legal(game: Game) -> "list[Action]":
    """Return the legal actions: first the pass, then the plays from most cards to fewest."""
    plays = [
        play for play in game.chain.plays(game.hand) if not fault(play, game.top, game.opening)
    ]
    plays.sort(key=lambda play: -len(play.cards))
    actions = [game.indices(play) for play in plays]
    return actions if game.top is None else [None, *actions]


def _is_illegal(game: Game, action: "Action") -> bool:
    return game.top is None if action is None else isinstance(game.judge(action), str)
