"""The rules as a state machine: each request gets its reply or ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from blackjack_judge.hands import ACE, BLACKJACK, BUSTED, POINTS, paid, strength, total

MONEY = 1_000_000
GOAL = 1_300_000

WON, BROKE, EXHAUSTED, ILLEGAL = "won", "broke", "exhausted", "illegal"
"""Outcomes: goal passed, no money left, no cards left, illegal request."""

_BET = ("init_game",)
_INSURANCE = ("buy_insurance",)
_TWO_CARDS = ("hit", "double_down", "stand")
_PAIR = (*_TWO_CARDS, "split")
_HIT_OR_STAND = ("hit", "stand")
_STAND = ("stand",)
_FIRST_HAND = ("hit_1", "stand_1")
_SECOND_HAND = ("hit_2", "stand_2")
_RETURN = ("return",)

DEALER_STANDS = 17
CARDS = range(1, len(POINTS))
"""The ranks: aces are 1, kings 13."""


class _Over(Exception):  # noqa: N818  (it is no error)
    """The game is over."""

    def __init__(self, outcome: str) -> None:
        self.outcome = outcome


class Table:
    """A player's money, the shoe, and the round being played.

    `legal` is the whole state of a round: the requests that are legal now, or were when the game
    ended. `outcome` is None during the game and final afterwards. ValueError if an item of the shoe
    is not a card, or if there is no money.

    With `push`, a blackjack is a push against a blackjack of a dealer with an ace up. Literally it
    loses, because the dealer's blackjack ends the round after insurance.
    """

    def __init__(
        self, shoe: Sequence[int], money: int = MONEY, goal: int = GOAL, push: bool = False
    ) -> None:
        if bytes(shoe).translate(None, bytes(CARDS)):
            raise ValueError("the cards of a shoe are 1 to 13")
        if money < 1:
            raise ValueError("who plays has money")
        self.money = money
        """The player's money; a bet is deducted when it is made."""
        self.stake = 0
        """The bets on the table, including insurance."""
        self.goal = goal
        self.push = push
        self.legal: tuple[str, ...] = _BET
        self.outcome: str | None = None
        self.shoe = shoe
        self.dealt = 0
        """The number of cards dealt from the shoe."""
        self.bet = 0
        """The bet of each hand, including a double."""
        self.hands: list[list[int]] = []
        self.dealer: list[int] = []
        """The upcard, the hole card, and the cards drawn in a stand."""
        self._insured: int | None = None
        self._payout = 0

    def resume(self, dealt: int, money: int) -> None:
        """Set the state after rounds that were played outside the table; call it between rounds."""
        assert self.legal == _BET
        self.dealt, self.money = dealt, money

    def _draw(self) -> int:
        return self._take(1)[0]

    def _take(self, number: int) -> Sequence[int]:
        """Draw several cards, or none and end the game if the shoe has too few."""
        start, end = self.dealt, self.dealt + number
        if end > len(self.shoe):
            raise _Over(EXHAUSTED)
        self.dealt = end
        return self.shoe[start:end]

    def ask(self, request: str, amount: int | None = None) -> tuple[int, ...] | None:
        """Return the numbers of the reply, or None if the game is over; then `outcome` is set.

        A request ends the game if it is unknown, out of order or not affordable, if its amount is
        missing, or if it has an amount that it must not have.
        """
        if self.outcome is not None:
            return None
        if request == "bet_you_have" and amount is None:
            return (self.money,)
        try:
            if request in self.legal and (request in _WITH_AMOUNT) is (amount is not None):
                return (
                    _PLAIN[request](self) if amount is None else _WITH_AMOUNT[request](self, amount)
                )
            self.outcome = ILLEGAL
        except _Over as over:
            self.outcome = over.outcome
        return None

    def _pay(self, amount: int) -> None:
        self.money -= amount
        self.stake += amount

    def _init_game(self, bet: int) -> tuple[int, ...]:
        if not 0 < bet <= self.money:
            raise _Over(ILLEGAL)
        first, second, upcard, hole = self._take(4)
        self._pay(bet)
        self.bet = bet
        self.hands = [[first, second]]
        self.dealer = [upcard, hole]
        self._insured = None
        if upcard == ACE:
            self.legal = _INSURANCE
        else:
            self._let_play()
        return first, second, upcard

    def _let_play(self) -> None:
        first, second = self.hands[0]
        self.legal = _PAIR if POINTS[first] == POINTS[second] else _TWO_CARDS

    def _buy_insurance(self, amount: int) -> tuple[int, ...]:
        if not 0 <= amount <= min(self.bet // 2, self.money):
            raise _Over(ILLEGAL)
        self._pay(amount)
        if strength(self.dealer) == BLACKJACK:
            self._insured = amount
            self.legal = _STAND
            return (1,)
        self.stake -= amount
        self._let_play()
        return (0,)

    def _hit(self) -> tuple[int, ...]:
        hit_or_stand = _HIT_OR_STAND if "hit" in self.legal else self.legal
        hand = self.hands[self.legal == _SECOND_HAND]
        card = self._draw()
        hand.append(card)
        self.legal = hit_or_stand[1:] if total(hand) == BUSTED else hit_or_stand
        return (card,)

    def _double_down(self) -> tuple[int, ...]:
        if self.bet > self.money:
            raise _Over(ILLEGAL)
        card = self._draw()
        self._pay(self.bet)
        self.bet *= 2
        self.hands[0].append(card)
        self.legal = _STAND
        return (card,)

    def _split(self) -> tuple[int, ...]:
        if self.bet > self.money:
            raise _Over(ILLEGAL)
        to_first, to_second = self._take(2)
        self._pay(self.bet)
        first, second = self.hands[0]
        self.hands = [[first, to_first], [second, to_second]]
        self.legal = _FIRST_HAND
        return to_first, to_second

    def _stand_1(self) -> tuple[int, ...]:
        self.legal = _SECOND_HAND
        return (0,)

    def _stand(self) -> tuple[int, ...]:
        """Play the dealer's hand, even if the player is bust, and compute the payment."""
        dealer = self.dealer
        while 0 <= total(dealer) < DEALER_STANDS:
            dealer.append(self._draw())
        if self._insured is not None:
            pushes = self.push and strength(self.hands[0]) == BLACKJACK
            self._payout = 2 * self._insured + pushes * self.bet
        else:
            target = strength(dealer)
            self._payout = sum([paid(strength(hand), target, self.bet) for hand in self.hands])
        self.legal = _RETURN
        return tuple(dealer)

    def _return(self) -> tuple[int, ...]:
        """Settle the round; this may end the game."""
        self.money += self._payout
        self.stake = 0
        if self.money > self.goal:
            raise _Over(WON)
        if self.money == 0:
            raise _Over(BROKE)
        self.legal = _BET
        return ()


REQUESTS = (*_BET, *_INSURANCE, *_PAIR, *_FIRST_HAND, *_SECOND_HAND, *_RETURN, "bet_you_have")
_WITH_AMOUNT = {"init_game": Table._init_game, "buy_insurance": Table._buy_insurance}
_PLAIN = {
    "hit": Table._hit,
    "hit_1": Table._hit,
    "hit_2": Table._hit,
    "double_down": Table._double_down,
    "split": Table._split,
    "stand_1": Table._stand_1,
    "stand": Table._stand,
    "stand_2": Table._stand,
    "return": Table._return,
}
WITH_AMOUNT = tuple(_WITH_AMOUNT)
