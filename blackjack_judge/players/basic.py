"""The basic strategy, with bets that depend on the money alone."""

from collections.abc import Callable

from blackjack_judge.hands import ACE, POINTS, TEN, total
from blackjack_judge.players.base import DOUBLE, HIT, SPLIT, STAND, Game, Player, Situation

# Against the dealer's  2 3 4 5 6 7 8 9 10 A: Hit, Stand, Double or else hit, double or else stand.
_HARD = {
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDHH",
    12: "HHSSSHHHHH",
    **dict.fromkeys(range(13, 17), "SSSSSHHHHH"),
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


def hundredth(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Bet a hundredth of the money at the start, as long as there is that."""
    return min(money, max(1, start // 100))


def bold(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Bet what lacks to pass the goal, or all."""
    return min(money, max(1, goal + 1 - money))


def half_bold(money: int, goal: int, start: int, left: int, edge: float) -> int:
    """Bet half of what lacks to pass the goal, or half of the money: so it can always double."""
    return (min(money, max(1, goal + 1 - money)) + 1) // 2


class Basic(Player):
    """Plays the basic strategy; `bet_of` is its bet, by what `Policy.bet` of the simulator has."""

    bet_of: Callable[[int, int, int, int, float], int] = staticmethod(hundredth)

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._start = 0

    def bet(self, money: int) -> int:
        self._start = self._start or money
        return self.bet_of(money, self.game.goal, self._start, 0, 0.0)

    def move(self, situation: Situation) -> str:
        return basic_strategy(situation)


class Bold(Basic):
    """Makes the greatest bet that is of use."""

    bet_of = staticmethod(bold)


class HalfBold(Basic):
    """Makes the best bet of who does not count."""

    bet_of = staticmethod(half_bold)
