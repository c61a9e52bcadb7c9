"""The kit's best player: waits for the end of the shoe, and counts."""

from __future__ import annotations

from math import sqrt

from blackjack_judge.best_play import (
    DOUBLE,
    HIT,
    LATER,
    OPENINGS,
    SPLIT,
    STAND,
    find_best_play,
    later_at,
    opening_at,
)
from blackjack_judge.hands import ACE, POINTS, total
from blackjack_judge.players import base

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackjack_judge.players.base import Game, Situation

UNIT = 10_000
WEIGHTS = (0, 3885, -1908, -2167, -2762, -3454, -2310, -1334, 34, 862, 2289)
"""The best linear count by points, in units of 1/`UNIT`: how an unseen card favours the player.

`blackjack_judge.odds.removal` finds these numbers.
"""

LAST_PART = 4000
"""From here the play is found anew for the unseen cards, each time that 1/32 of them have gone."""
_ENDGAME = 200
"""From here half-bold play begins even while the cards are bad."""
_LAST_CARDS = 65
"""From here only bold play comes to an end in time."""
_CARDS_A_ROUND = 5.4
_RESERVE = 23
"""The rounds that are kept for the end."""


def bet_of(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Return the bet of a round.

    While the odds are good, the more is bet in all the better, and the bets add up to most if they
    are spread over all rounds that are left: to swing by the money at stake, n equal bets must each
    be that money over the square root of n. While they are bad, waiting costs next to nothing, and
    in the end the fewest bets that decide the game cost the least.

    Args:
        money: the player's money.
        goal: what it must pass.
        start: the money at the beginning of the game; not used.
        left: the cards in the shoe.
        edge: the expectation of a bet of 1 by the count.
    """
    bold = min(money, goal + 1 - money)
    half_bold = (bold + 1) // 2
    if left < _LAST_CARDS:
        return bold
    if edge > 0:
        rounds = left / _CARDS_A_ROUND - _RESERVE
        return half_bold if rounds <= 4 else min(half_bold, int(bold / sqrt(rounds)) + 1)
    return half_bold if left < _ENDGAME else min(money, 2)


class Count(base.Player):
    """Bets 2 until the count is good, and plays what is best for the cards it has not seen."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        decks = game.cards // 52
        self._unseen = [0] + [4 * decks] * 9 + [16 * decks]
        self._left = game.cards
        self._count = sum(n * weight for n, weight in zip(self._unseen, WEIGHTS, strict=True))
        self._opening, self._later = [0] * OPENINGS, [0] * LATER
        self._start = 0
        self._edge = self._find_play()
        self._next = LAST_PART
        self._free = 1

    def _find_play(self) -> float:
        split_blackjack = int(self.game.rules.split_blackjack)
        return find_best_play(self._unseen, split_blackjack, self._opening, self._later)

    def bet(self, money: int) -> int:
        left = self._left
        if 0 < left <= self._next:
            self._find_play()
            self._next = left * 31 // 32
        edge = self._edge + self._count / (left * UNIT) if left > 0 else 0.0
        self._start = self._start or money
        bet = bet_of(money, self.game.goal, self._start, left, edge)
        # A double or a split would risk what a plain win does not need.
        self._free = 0 if money + bet > self.game.goal else 1
        return bet

    def see(self, *cards: int) -> None:
        for card in cards:
            points = POINTS[card]
            self._unseen[points] -= 1
            self._left -= 1
            self._count -= WEIGHTS[points]

    def move(self, situation: Situation) -> str:
        hand = situation.hand
        upcard = POINTS[situation.upcard]
        if len(hand) == 2 and not situation.split:
            free = self._free if base.DOUBLE in situation.moves else 0
            return _MOVES[self._opening[opening_at(free, POINTS[hand[0]], POINTS[hand[1]], upcard)]]
        points = total(hand)
        soft = ACE in hand and sum(POINTS[card] for card in hand) < points
        return _MOVES[self._later[later_at(situation.split, int(soft), points, upcard)]]


_MOVES = {STAND: base.STAND, HIT: base.HIT, DOUBLE: base.DOUBLE, SPLIT: base.SPLIT}
