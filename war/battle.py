"""The rules of War: the readable reference for every faster implementation."""

from __future__ import annotations

from war.deck import Deck

TYPE_CHECKING = False
if TYPE_CHECKING:
    import random

DRAW, INFINITE = 0, 3
"""Results of a game besides 1 and 2, the number of the winner."""
RIFFLES = 7
"""Default number of riffles before the deal."""


class Battle:
    """A game of War: two hands and the trick on the table.

    `Battle(one, two, trick)` has these decks; a missing deck is empty. `Battle(13)` riffles a full
    deck of 13 values seven times and deals it in turns, the first card to player 1. Player 1 plays
    first in every round. If the players `alternate`, `turn` says whether player 1 plays first in
    the next round, and flips after every round.

    >>> Battle(Deck([1, 2, 1, 2]), Deck([2, 1, 2, 1])).game() == INFINITE
    True
    """

    __slots__ = ("alternate", "player1", "player2", "trick", "turn")
    cards_in_war = 2
    """Number of cards that each player adds in a war: one face down, the last one face up."""

    def __init__(
        self,
        player1: Deck | int | None = None,
        player2: Deck | None = None,
        trick: Deck | None = None,
        *,
        alternate: bool = False,
        rng: random.Random | None = None,
    ) -> None:
        if isinstance(player1, int):
            if player2 is not None or trick is not None:
                raise TypeError("a battle is dealt from a number of values, or has decks: not both")
            deck = Deck(player1)
            deck.riffle_shuffle(RIFFLES, rng)
            player1, player2 = dealt(deck)
        decks = [Deck() if deck is None else deck for deck in (player1, player2, trick)]
        if not all(isinstance(deck, Deck) for deck in decks):
            raise TypeError("the hands and the trick of a battle are decks")
        self.player1, self.player2, self.trick = decks
        self.alternate = alternate
        self.turn = True

    def copy(self) -> Battle:
        """Return a copy of the game."""
        decks = self.player1.copy(), self.player2.copy(), self.trick.copy()
        battle = type(self)(*decks, alternate=self.alternate)
        battle.turn = self.turn
        return battle

    def is_over(self) -> bool:
        """Return whether a player has no card."""
        return not (self.player1.cards and self.player2.cards)

    def one_round(self) -> bool:
        """Play a round with all its wars; return whether the players finished it.

        Both players play a card to the trick. The player of the greater card wins the trick, in the
        order of play. Equal cards make a war: each player adds a card face down, then both play
        again. Before each pair of cards both players must have a card. If a player has none, the
        game is over, the round is unfinished, and the trick stays on the table.
        """
        trick = self.trick
        first, second = self.player1, self.player2
        if not self.turn:
            first, second = second, first
        if self.is_over():
            return False
        one, two = trick.pick(first), trick.pick(second)
        while one == two:
            for _ in range(self.cards_in_war):
                if self.is_over():
                    return False
                one, two = trick.pick(first), trick.pick(second)
        (first if one > two else second).pick_all(trick)
        self.turn = not (self.alternate and self.turn)
        return True

    def winner(self) -> int:
        """Return the number of the player with more cards in the hand, or 0 for a draw."""
        one, two = len(self.player1), len(self.player2)
        return 0 if one == two else 1 if one > two else 2

    def game(self, turns: int | None = None) -> int:
        """Play until the game is over, or at most `turns` rounds; return the result.

        Without `turns`, Floyd's algorithm detects an infinite game: this game, the hare, plays two
        rounds for each round of a copy, the tortoise. They meet again exactly if the game is
        infinite; the result is then 3.
        """
        if turns is not None:
            for _ in range(turns):
                if not self.one_round():
                    break
            return self.winner()
        tortoise = self.copy()
        while self.one_round() and self.one_round():
            tortoise.one_round()
            if self == tortoise:
                return INFINITE
        return self.winner()

    @staticmethod
    def stats(
        nb_vals: int, nb_games: int, rng: random.Random | None = None, *, alternate: bool = False
    ) -> list[int]:
        """Play games and count draws, wins of player 1, wins of player 2, and infinite games."""
        counts = [0, 0, 0, 0]
        for _ in range(nb_games):
            counts[Battle(nb_vals, alternate=alternate, rng=rng).game()] += 1
        return counts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Battle):
            return NotImplemented
        return (
            self.player1 == other.player1
            and self.player2 == other.player2
            and self.trick == other.trick
            and self.turn == other.turn
            and self.alternate == other.alternate
        )

    def __str__(self) -> str:
        return f"player 1: {self.player1}\nplayer 2: {self.player2}\ntrick: {self.trick}"

    def __repr__(self) -> str:
        hands = f"{self.player1!r}, {self.player2!r}, {self.trick!r}"
        return f"Battle({hands}, alternate={self.alternate}, turn={self.turn})"


def dealt(deck: Deck) -> tuple[Deck, Deck]:
    """Deal a deck in turns, the first card to player 1; return both hands."""
    cards = list(deck)
    return Deck(cards[::2]), Deck(cards[1::2])
