"""The best player that we know: waits for the end of the shoe, and counts."""

from collections.abc import Sequence
from math import ceil, sqrt

from blackjack_judge.hands import POINTS
from blackjack_judge.players import base
from blackjack_judge.table import Table
from docs.research.blackjack_plan import Plan

UNIT = 10_000
WEIGHTS = (0, 3885, -1908, -2167, -2762, -3454, -2310, -1334, 34, 862, 2289)
"""The best linear count by points, in units of 1/`UNIT`: how an unseen card favours the player.

`docs/research/blackjack_limits.py` finds these numbers.
"""

LAST_PART = 4000
"""From this number of cards left, the play is recomputed whenever 1/32 of them are gone."""
_CARDS_A_ROUND = 5.4
_RESERVE = 11
"""Number of rounds reserved for the end of the shoe."""
_SWING = 1.3
_GOOD_EDGE = 0.005
"""The edge from which the bets are greatest."""
_ENDGAME = 200
"""With fewer cards left than this times money / goal, it bets even with a negative edge."""
_CLOSING = 60
"""With fewer cards left, it bets to reach the goal, half of the goal, or nothing."""
_LAST_BET = 21
"""With fewer cards left, it plays boldly, because other bets need more rounds."""


def bet_of(money: int, goal: int, left: int, edge: float) -> int:
    """Return the bet of a round; docs/research/blackjack.md derives it.

    The money must pass `goal`, `left` is the number of cards in the shoe, and `edge` is the
    expectation of a bet of 1 with the unseen cards.
    """
    need = max(1, goal + 1 - money)
    bold = min(money, need)
    if left < _LAST_BET:
        return bold
    # Slightly above half, so that the minimum bets while waiting do not lead below it.
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
        bet = max(bet, min(half_bold, ceil(swing * min(1.0, edge / _GOOD_EDGE))))
    return bet


class Count(base.Player):
    """Bets 2 until the count is good, and plays best for the unseen cards."""

    def __init__(self, cards: int, goal: int, start: int) -> None:
        super().__init__(goal, start)
        decks = cards // 52
        self._unseen = [0] + [4 * decks] * 9 + [16 * decks]
        self._left = cards
        self._dealt = 0
        self._count = sum(n * weight for n, weight in zip(self._unseen, WEIGHTS, strict=True))
        self._plan = Plan()
        self._find_play()
        self._next = LAST_PART
        self._free = True  # a move may be asked for before any bet

    def _find_play(self) -> None:
        """Find the best play, and its edge at a count of zero."""
        self._even = self._plan.find(self._unseen) - self._count / (self._left * UNIT)

    def bet(self, money: int) -> int:
        """Return the bet of `bet_of`, after finding the play again where it is due."""
        left = self._left
        if 0 < left <= self._next:
            self._find_play()
            self._next = left * 31 // 32
        edge = self._even + self._count / (left * UNIT) if left > 0 else 0.0
        bet = bet_of(money, self.goal, left, edge)
        # A double or a split would risk what a plain win does not need.
        self._free = money + bet <= self.goal
        return bet

    def request(self, table: Table) -> tuple[str, int | None]:
        """Count the cards of a round when it is over, as all of them have been seen then."""
        if table.legal[0] == "init_game":
            self._see(table.shoe[self._dealt : table.dealt])
            self._dealt = table.dealt
        return super().request(table)

    def _see(self, cards: Sequence[int]) -> None:
        for card in cards:
            points = POINTS[card]
            self._unseen[points] -= 1
            self._left -= 1
            self._count -= WEIGHTS[points]

    def move(self, situation: base.Situation) -> str:
        """Return the best move, neither a double nor a split where a plain win is enough."""
        moves = situation.moves if self._free else (base.HIT, base.STAND)
        return self._plan.move(situation._replace(moves=moves))
