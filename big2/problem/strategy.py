"""Games of Big-2 as Hypothesis draws and shrinks them.

A pass comes first, then the longest legal play, and illegal actions last: in a minimal game one
player lays down all cards in few plays while the others pass. In two deals of three the hands hold
whole ranks or whole suits, so that one full house or straight follows another. An illegal action is
nearly legal: a play that is wrong here, or a legal one with one card changed.
"""

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from big2.cards import DECK
from big2.cases import NAMES, header, is_legal, refused
from big2.game import PLAYERS, Game
from big2.text import action_line

if TYPE_CHECKING:
    from big2.cards import Card
    from big2.game import Action

_MOST_ILLEGAL = 12
_NAMES = NAMES, tuple(f"{name}2" for name in NAMES)
_HAND = len(DECK) // PLAYERS
_SWAPS = 6
"""Most pairs of cards that change places between hands of whole ranks or suits."""


@st.composite
def inputs(draw: st.DrawFn) -> str:
    """Draw a whole game, with illegal actions."""
    order = draw(st.sampled_from((None, *_ORDERS)))
    deck = _deck(order, draw(st.integers(0, 2**32 - 1)))
    game = Game(deck)
    lines = header(deck, draw(st.sampled_from(_NAMES)))
    left = draw(st.integers(0, _MOST_ILLEGAL))
    while game.winner is None:
        if left and draw(st.integers(0, 2)) == 2:
            action = draw(st.sampled_from(refused(game)))
            if action is not None and draw(st.booleans()):
                action = draw(_changed(action, game))
            left -= 1
            if is_legal(game, action):
                continue
        else:
            action = draw(st.sampled_from(_legal(game)))
            if action is not None and draw(st.integers(0, 3)) == 3:
                action = action[::-1]
        game.step(action)
        lines.append(action_line(action))
    return "".join(f"{line}\n" for line in lines)


_ORDERS: "tuple[Callable[[Card], int], ...]" = (lambda card: card.rank), (lambda card: card.suit)


def _deck(order: "Callable[[Card], int] | None", seed: int) -> "list[Card]":
    """Return the deck of a seed; seed 0 is sorted, because a permutation shrinks for a minute."""
    rng = random.Random(seed)
    if not seed or order is None:
        return rng.sample(DECK, len(DECK)) if seed else [*DECK]
    groups = rng.sample(range(len(DECK)), len(DECK))
    cards = sorted(DECK, key=lambda card: (groups[order(card)], card))
    for _ in range(rng.randint(0, _SWAPS)):
        one, other = rng.sample(range(len(DECK)), 2)
        cards[one], cards[other] = cards[other], cards[one]
    return [cards[place % PLAYERS * _HAND + place // PLAYERS] for place in range(len(DECK))][::-1]


def _legal(game: Game) -> "list[Action]":
    """Return the legal actions: first the pass, then the plays from most cards to fewest."""
    plays = filter(None, (game.indices(play) for play in game.chain.plays(game.hand)))
    legal = sorted((play for play in plays if is_legal(game, play)), key=len, reverse=True)
    return [*legal] if game.top is None else [None, *legal]


def _changed(action: Sequence[int], game: Game) -> "st.SearchStrategy[Action]":
    """Return a play with one card of the hand more, one less, or another one."""
    fewer = [[*action[:at], *action[at + 1 :]] for at in range(len(action)) if len(action) > 1]
    others = sorted({*range(len(game.hand))} - {*action})
    more = [[*some, other] for some in (action, *fewer) for other in others]
    return st.sampled_from([*more, *fewer] or [[*action]])
