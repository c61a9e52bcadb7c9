"""The rules of Sevens: a card in, frozen events out. No text, no I/O."""

from typing import NamedTuple

PLAYERS = 4
SUITS = "CDHS"
RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
_SEVEN = RANKS.index("7")


class Card(NamedTuple):
    """A card; its rank is 0 for the ace to 12 for the king."""

    suit: int
    rank: int

    def __str__(self) -> str:
        return f"{SUITS[self.suit]}[{RANKS[self.rank]}]"


DECK = [Card(suit, rank) for suit in range(4) for rank in range(13)]
FIRST = Card(SUITS.index("S"), _SEVEN)
"""The seven of spades: its holder begins with it."""


class Turn(NamedTuple):
    """A player has the turn."""

    player: int
    hand: tuple[Card, ...]


class Put(NamedTuple):
    """A card is laid on its row if it fits; a player without such a card puts one face down."""

    player: int
    card: Card
    fits: bool


class Refused(NamedTuple):
    """A card is not in the hand (None), or cannot be laid while this one can."""

    player: int
    hand: tuple[Card, ...]
    instead: Card | None


class Ended(NamedTuple):
    """All hands are empty: the points face down, and the winners."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


Event = Turn | Put | Refused | Ended


class Rules:
    """A game; `deck` lists the 52 cards from the bottom to the top, which is dealt first."""

    def __init__(self, deck: list[Card]) -> None:
        self.deck = deck
        self.hands = [tuple(sorted(deck[::-1][player::PLAYERS])) for player in range(PLAYERS)]
        self.rows: dict[int, tuple[int, int]] = {}
        """The least and the greatest rank of each suit's row."""
        self.down: list[tuple[Card, ...]] = [()] * PLAYERS
        self.unfit: list[tuple[frozenset[Card], ...]] = [()] * PLAYERS
        """For each card that a player put down: the cards that he cannot have had then."""
        self.moves: list[Card] = []
        self.player = next(seat for seat, hand in enumerate(self.hands) if FIRST in hand)

    @property
    def over(self) -> bool:
        """Whether all hands are empty."""
        return not any(self.hands)

    @property
    def fitting(self) -> list[Card]:
        """The cards of the hand that can be laid."""
        return [card for card in self.hands[self.player] if self._fits(card)]

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's points: those of the cards face down, an ace is 1 and a king 13."""
        return tuple(sum(card.rank + 1 for card in cards) for cards in self.down)

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the fewest points."""
        return tuple(at for at, own in enumerate(self.points) if own == min(self.points))

    def start(self) -> list[Event]:
        """Return the events before a card."""
        return [Turn(self.player, self.hands[self.player])]

    def step(self, card: Card | None) -> list[Event]:
        """Lay a card, or put it face down; return the events. None is no card at all."""
        player, hand, fitting = self.player, self.hands[self.player], self.fitting
        if card is None or card not in hand:
            return [Refused(player, hand, None)]
        if fitting and card not in fitting:
            return [Refused(player, hand, fitting[0])]
        self.hands[player] = tuple(held for held in hand if held != card)
        self.moves.append(card)
        self.player = (player + 1) % PLAYERS
        if fitting:
            low, high = self.rows.get(card.suit, (card.rank, card.rank))
            self.rows[card.suit] = min(low, card.rank), max(high, card.rank)
        else:
            before = frozenset().union(*self.unfit[player][-1:])
            self.unfit[player] += (before.union(filter(self._fits, DECK)),)
            self.down[player] += (card,)
        after = [Ended(self.points, self.winners)] if self.over else self.start()
        return [Put(player, card, bool(fitting)), *after]

    def _fits(self, card: Card) -> bool:
        if not self.rows:
            return card == FIRST
        if card.suit not in self.rows:
            return card.rank == _SEVEN
        low, high = self.rows[card.suit]
        return card.rank in (low - 1, high + 1)
