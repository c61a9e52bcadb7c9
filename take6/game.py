"""The rules of Take 6! as a game that advances by rounds of cards. No text, no I/O."""

from __future__ import annotations

from take6.cards import CARDS, heads_of
from take6.events import Appended, Ended, Rejected, RoundStarted, RowFilled, RowTaken, Undercut
from take6.rule import NORMAL as NORMAL
from take6.rule import Rule as Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from take6.events import Event

FEWEST, MOST = 2, 10
"""The fewest and the most players."""
HAND, ROWS, FULL = 10, 4, 5
"""Cards in a hand, rows on the table, cards in a full row."""


class Game:
    """A game from the deal to its end.

    The deck is dealt from the left, in turn, to the players until each has ten cards; the next four
    cards head the rows. Players are 0 to `players` - 1 and rows 0 to 3. Each round is one call of
    `lay` with a card of every player, and then of `place` while cards are `waiting`, or of `choose`
    whenever `undercut` is not None.
    """

    def __init__(self, deck: Sequence[int], players: int, rule: Rule = NORMAL) -> None:
        if not FEWEST <= players <= MOST:
            raise ValueError(f"{players} players")
        if sorted(deck) != list(CARDS):
            raise ValueError("not a deck")
        count = players * HAND
        self.deck = tuple(deck)
        self.rule = rule
        self.hands = [tuple(deck[player:count:players]) for player in range(players)]
        """The cards that are not played yet, in the order of the deal."""
        self.rows: list[tuple[int, ...]] = [(card,) for card in deck[count : count + ROWS]]
        self.heads = [0] * players
        self.history: list[tuple[int, ...]] = []
        """The cards of each round, by player; some of the last round may not be placed yet."""
        self.moves: list[tuple[int, ...]] = []
        """The cards of each round, each followed by the row that a player chose, if any."""
        self.undercut: tuple[int, int] | None = None
        """The player that must take a row, and the card that is lower than every row; or None."""
        self.waiting: list[tuple[int, int]] = []
        """The cards that are played but not placed, each with its player."""

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def laying(self) -> bool:
        """Whether a card of each player is awaited."""
        return len(self.history) < HAND and not self.waiting and self.undercut is None

    @property
    def round(self) -> int:
        """The number of the round that goes on or begins next, at the end of the last one."""
        return len(self.history) + self.laying

    @property
    def placing(self) -> bool:
        """Whether the next card can be placed."""
        return bool(self.waiting) and self.undercut is None

    @property
    def over(self) -> bool:
        """Whether all cards have been played and placed."""
        return len(self.history) == HAND and self.undercut is None and not self.waiting

    def start(self) -> list[Event]:
        """Return the events before the first round."""
        return [self._round()]

    def lay(self, cards: Sequence[int]) -> list[Event]:
        """Reveal a card of each player; `place` places them.

        If the cards are not one of each hand, the event is `Rejected` and nothing changes.
        ValueError if no cards are awaited.
        """
        if not self.laying:
            raise ValueError("no cards are awaited")
        if not self.holds(cards):
            return [Rejected("cards")]
        self.hands = list(map(_without, cards, self.hands))
        self.history.append(tuple(cards))
        self.moves.append(tuple(cards))
        self.waiting = sorted(zip(cards, range(self.players), strict=True))
        return []

    def holds(self, cards: Sequence[int]) -> bool:
        """Return whether the cards are one of each hand, in the order of the players."""
        return len(cards) == self.players and all(
            card in hand for card, hand in zip(cards, self.hands, strict=True)
        )

    def place(self) -> list[Event]:
        """Place the lowest card that waits; the last one ends the round, and perhaps the game."""
        card, player = self.waiting.pop(0)
        row = row_of(self.rows, card)
        if row is None:
            self.undercut = player, card
            return [Undercut(player, card)]
        if len(self.rows[row]) == FULL:
            return self._placed(RowFilled(player, card, row, self._take(player, card, row)))
        self.rows[row] += (card,)
        return self._placed(Appended(player, card, row))

    def choose(self, row: int) -> list[Event]:
        """Let the player of `undercut` take a row; `place` places the other cards.

        If the row does not exist, the event is `Rejected` and nothing changes. ValueError if no row
        is awaited.
        """
        if self.undercut is None:
            raise ValueError("no row is awaited")
        if not 0 <= row < ROWS:
            return [Rejected("row")]
        player, card = self.undercut
        self.undercut = None
        self.moves.append((row,))
        return self._placed(RowTaken(player, row, self._take(player, card, row)))

    def _placed(self, event: Event) -> list[Event]:
        """Return the event of a placed card; after the last one, the round ends."""
        if self.waiting:
            return [event]
        if self.over:
            return [event, Ended(tuple(self.heads), self.rule)]
        return [event, self._round()]

    def _take(self, player: int, card: int, row: int) -> int:
        heads = heads_of(self.rows[row])
        self.heads[player] += heads
        self.rows[row] = (card,)
        return heads

    def _round(self) -> RoundStarted:
        return RoundStarted(len(self.history) + 1, tuple(self.rows), tuple(self.hands))


def row_of(rows: Sequence[Sequence[int]], card: int) -> int | None:
    """Return the row whose last card is the greatest below `card`, or None if none is below."""
    best, greatest = None, 0
    for row, cards in enumerate(rows):
        if greatest < cards[-1] < card:
            best, greatest = row, cards[-1]
    return best


def _without(card: int, hand: tuple[int, ...]) -> tuple[int, ...]:
    """Return a hand without one of its cards."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
