"""The decisions of a player of the kit, and a round that is played with them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import namedtuple

from blackjack_judge.hands import ACE, BUSTED, POINTS, total

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from blackjack_judge.seat import Seat

HIT, STAND, DOUBLE, SPLIT = "hit", "stand", "double_down", "split"


class Situation(namedtuple("Situation", ("hand", "upcard", "bet", "money", "moves", "split"))):
    """A player's knowledge at a move.

    `money` is the money without the `bet` of this hand; `moves` are the legal and affordable moves;
    `split` is 1 or 2 for a hand of a split, else 0.
    """

    __slots__ = ()
    hand: tuple[int, ...]
    upcard: int
    bet: int
    money: int
    moves: tuple[str, ...]
    split: int


class Player(ABC):
    """A player of one game: its class is called with the goal and the initial money."""

    def __init__(self, goal: int, start: int) -> None:
        self.goal, self.start = goal, start

    @abstractmethod
    def bet(self, money: int) -> int:
        """Return the bet of a new round."""

    def insurance(self, hand: tuple[int, ...], bet: int, money: int) -> int:
        """Return the amount of the insurance; the dealer shows an ace."""
        return 0

    @abstractmethod
    def move(self, situation: Situation) -> str:
        """Return one of the situation's moves."""

    def play(self, seat: Seat) -> None:
        """Play a round, as a contestant's ``play()`` does."""
        money = seat.bet_you_have()
        bet = self.bet(money)
        *cards, upcard = seat.init_game(bet)
        hand = tuple(cards)
        money -= bet
        if upcard == ACE:
            insurance = self.insurance(hand, bet, money)
            if seat.buy_insurance(insurance):
                seat.stand()
                return
            money -= insurance
        moves = [HIT, STAND]
        if bet <= money:
            moves.append(DOUBLE)
            if POINTS[hand[0]] == POINTS[hand[1]]:
                moves.append(SPLIT)
        at = Situation(hand, upcard, bet, money, tuple(moves), 0)
        move = self._hit_on(seat.hit, at)
        if move == SPLIT:
            to_first, to_second = seat.split()
            at = at._replace(money=money - bet, moves=(HIT, STAND))
            self._hit_on(seat.hit_1, at._replace(hand=(hand[0], to_first), split=1))
            seat.stand_1()
            self._hit_on(seat.hit_2, at._replace(hand=(hand[1], to_second), split=2))
            seat.stand_2()
        else:
            if move == DOUBLE:
                seat.double_down()
            seat.stand()

    def _hit_on(self, hit: Callable[[], int], at: Situation) -> str:
        """Hit while the player wants to and may; return the move that ends the hand."""
        while (move := self.move(at)) == HIT:
            at = at._replace(hand=(*at.hand, hit()), moves=(HIT, STAND))
            if total(at.hand) == BUSTED:
                return STAND
        return move
