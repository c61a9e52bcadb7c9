"""The basic strategy, with the same bet in every round."""

from __future__ import annotations

from blackjack_judge.hands import ACE, POINTS, TEN, total
from blackjack_judge.players.base import DOUBLE, HIT, SPLIT, STAND, Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackjack_judge.players.base import Game, Situation

# Against the dealer's  2 3 4 5 6 7 8 9 10 A: Hit, Stand, Double or else hit, double or else stand.
_HARD = {
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDHH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHHH",
    16: "SSSSSHHHHH",
}
_SOFT = {
    13: "HHHHDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHHDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SddddSSHHH",
}
_SPLIT = {
    1: "PPPPPPPPPP",
    2: "..PPPP....",
    3: "..PPPP....",
    6: ".PPPP.....",
    7: "PPPPPP....",
    8: "PPPPPPPP.P",
    9: "PPPPP.PP..",
}
_MOVES = {"H": (HIT,), "S": (STAND,), "D": (DOUBLE, HIT), "d": (DOUBLE, STAND)}


def basic_strategy(situation: Situation) -> str:
    """Return the move that is best against an infinite shoe, if it is legal and affordable."""
    hand, moves = situation.hand, situation.moves
    column = (POINTS[situation.upcard] - 2) % 10
    if SPLIT in moves and _SPLIT.get(POINTS[hand[0]], "..........")[column] == "P":
        return SPLIT
    points = total(hand)
    soft = ACE in hand and sum(POINTS[card] for card in hand) + TEN == points
    if soft:
        row = _SOFT.get(points, "H" * 10 if points < 13 else "S" * 10)
    else:
        row = _HARD.get(points, "H" * 10 if points < 9 else "S" * 10)
    return next(move for move in _MOVES[row[column]] if move in moves)


class Basic(Player):
    """Bets a hundredth of the money it started with, as long as it has that."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._unit = 0

    def bet(self, money: int) -> int:
        self._unit = self._unit or max(1, money // 100)
        return min(money, self._unit)

    def move(self, situation: Situation) -> str:
        return basic_strategy(situation)
