"""The functions of a contestant: the eleven of the assignment and its helpers."""

from __future__ import annotations

from blackjack_judge import hands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Ask = Callable[[str, int | None], Sequence[int]]


def write_request(name: str, amount: int | None) -> str:
    """Return the line of a request."""
    return name if amount is None else f"{name} {amount}"


class Seat:
    """A seat at a local or remote table: `ask` sends a request and returns the reply.

    The names are those of the assignment's header. `ask` does not return if the request ends the
    game.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def init_game(self, bet: int) -> list[int]:
        """Begin the round with a bet; return the two cards and the dealer's upcard."""
        return list(self._ask("init_game", bet))

    def buy_insurance(self, insurance_bet: int) -> int:
        """Buy insurance, also for 0; return 1 if the dealer has a blackjack: stand then."""
        return self._ask("buy_insurance", insurance_bet)[0]

    def double_down(self) -> int:
        """Double the bet for one last card."""
        return self._ask("double_down", None)[0]

    def split(self) -> list[int]:
        """Make two hands of a pair; return the new card of each."""
        return list(self._ask("split", None))

    def hit_1(self) -> int:
        """Take a card for the first hand of a split."""
        return self._ask("hit_1", None)[0]

    def stand_1(self) -> None:
        """End the first hand of a split."""
        self._ask("stand_1", None)

    def hit_2(self) -> int:
        """Take a card for the second hand of a split."""
        return self._ask("hit_2", None)[0]

    def stand_2(self) -> list[int]:
        """End the second hand of a split; return the dealer's cards."""
        return list(self._ask("stand_2", None))

    def hit(self) -> int:
        """Take a card."""
        return self._ask("hit", None)[0]

    def stand(self) -> list[int]:
        """End the hand; return the dealer's cards."""
        return list(self._ask("stand", None))

    def bet_you_have(self) -> int:
        """Return the money at this moment, bets taken."""
        return self._ask("bet_you_have", None)[0]


is_blackjack = hands.is_blackjack
cal_point = hands.totals
cal_max_point = hands.total


def win(a: Sequence[int], b: Sequence[int]) -> int:
    """Compare the player's cards with the dealer's: 1 if the player wins, 0 for a push, else -1."""
    return hands.compare(hands.strength(a), hands.strength(b))
