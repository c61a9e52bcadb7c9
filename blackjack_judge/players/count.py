"""The kit's best player: waits for the end of the shoe, and counts."""

from math import sqrt

from blackjack_judge.hands import POINTS
from blackjack_judge.players import base
from blackjack_judge.players.best_play import Plan

UNIT = 10_000
WEIGHTS = (0, 3885, -1908, -2167, -2762, -3454, -2310, -1334, 34, 862, 2289)
"""The best linear count by points, in units of 1/`UNIT`: how an unseen card favours the player.

`blackjack_judge.odds.values` finds these numbers.
"""

LAST_PART = 4000
"""From here the play is found anew for the unseen cards, each time that 1/32 of them have gone."""
_CARDS_A_ROUND = 5.4
_RESERVE = 11
"""The rounds that are kept for the end."""
_SWING = 1.3
_GOOD_EDGE = 0.005
"""From this edge on the bets are as great as they get."""
_ENDGAME = 200
"""From that part of these cards which the money is of the goal, it bets even on bad cards."""
_CLOSING = 60
"""From here it bets what brings it to the goal, to half of it, or to nothing."""
_LAST_BET = 21
"""From here only bold play comes to an end in time."""


def bet_of(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Return the bet of a round; docs/research/blackjack.md says why it is that.

    The money must pass the goal, so many cards are left in the shoe, and the edge is the
    expectation of a bet of 1 with the unseen ones. What the game started with does not matter.
    """
    need = max(1, goal + 1 - money)
    bold = min(money, need)
    if left < _LAST_BET:
        return bold
    # A bit above it, so that the least bets while waiting do not take the money below.
    from_half = abs(money - goal // 2 - goal // 10_000 - 1)
    bet = min(money, 2)
    if left < _CLOSING:
        return max(bet, min(bold, from_half))
    half_bold = (bold + 1) // 2
    if left * goal < _ENDGAME * money:
        bet = max(bet, min(half_bold, from_half))
    if edge > 0:
        rounds = max(1.0, left / _CARDS_A_ROUND - _RESERVE)
        swing = _SWING * money * (need / (goal + 1)) / sqrt(rounds)
        bet = max(bet, min(half_bold, int(swing * min(1.0, edge / _GOOD_EDGE)) + 1))
    return bet


class Count(base.Player):
    """Bets 2 until the count is good, and plays what is best for the cards it has not seen."""

    def __init__(self, game: base.Game) -> None:
        super().__init__(game)
        decks = game.cards // 52
        self._unseen = [0] + [4 * decks] * 9 + [16 * decks]
        self._left = game.cards
        self._count = sum(n * weight for n, weight in zip(self._unseen, WEIGHTS, strict=True))
        self._plan = Plan()
        self._find_play()
        self._next = LAST_PART
        self._free = True

    def _find_play(self) -> None:
        """Find the best play, and the edge that it has where the count is zero."""
        edge = self._plan.find(self._unseen, self.game.rules)
        self._even = edge - self._count / (self._left * UNIT)

    def bet(self, money: int) -> int:
        left = self._left
        if 0 < left <= self._next:
            self._find_play()
            self._next = left * 31 // 32
        edge = self._even + self._count / (left * UNIT) if left > 0 else 0.0
        bet = bet_of(money, self.game.goal, 0, left, edge)
        # A double or a split would risk what a plain win does not need.
        self._free = money + bet <= self.game.goal
        return bet

    def see(self, *cards: int) -> None:
        for card in cards:
            points = POINTS[card]
            self._unseen[points] -= 1
            self._left -= 1
            self._count -= WEIGHTS[points]

    def move(self, situation: base.Situation) -> str:
        return self._plan.move(situation, self._free)
