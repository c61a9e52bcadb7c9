"""The rules of Take 6! as a game that advances by rounds of cards. No text, no I/O."""

from __future__ import annotations

from collections import namedtuple

from take6.cards import CARDS, HEADS
from take6.events import Appended, Ended, Rejected, RoundStarted, RowFilled, RowTaken, Undercut
from take6.rule import NORMAL as NORMAL
from take6.rule import Rule as Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from take6.events import Event

FEWEST, MOST = 2, 10
"""The fewest and the most players."""
HAND, ROWS, FULL = 10, 4, 5
"""Cards in a hand, rows on the table, cards in a full row."""


class Position(namedtuple("Position", ("rows", "heads"))):
    """The rows and the heads of each player when a round begins."""

    __slots__ = ()
    rows: tuple[tuple[int, ...], ...]
    heads: tuple[int, ...]


class Game:
    """A game from the deal to its end.

    The deck is dealt from the left, in turn, to the players until each has ten cards; the next four
    cards head the rows. Players are 0 to `players` - 1 and rows 0 to 3. Each round is one call of
    `play` with a card of every player, and a call of `take` whenever `undercut` is not None.
    """

    def __init__(self, deck: Sequence[int], players: int, rule: Rule = NORMAL) -> None:
        if not FEWEST <= players <= MOST:
            raise ValueError(f"{players} players")
        if sorted(deck) != list(CARDS):
            raise ValueError("not a deck")
        dealt = players * HAND
        self.deck = tuple(deck)
        self.rule = rule
        self.hands = [tuple(deck[player:dealt:players]) for player in range(players)]
        """The cards that are not played yet, in the order of the deal."""
        self.rows: list[tuple[int, ...]] = [(card,) for card in deck[dealt : dealt + ROWS]]
        self.heads = [0] * players
        self.history: list[tuple[int, ...]] = []
        """The cards of each round, by player; some of the last round may not be placed yet."""
        self.moves: list[tuple[int, ...]] = []
        """The cards of each round, each followed by the row that a player chose, if any."""
        self.positions = [Position(tuple(self.rows), tuple(self.heads))]
        """The position at the beginning of each round, including the coming round."""
        self.undercut: tuple[int, int] | None = None
        """The player that must take a row, and the card that is lower than every row; or None."""
        self.waiting: list[tuple[int, int]] = []
        """The cards that are played but not placed, each with its player."""

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.hands)

    @property
    def over(self) -> bool:
        """Whether all cards have been played and placed."""
        return len(self.history) == HAND and self.undercut is None

    def start(self) -> list[Event]:
        """Return the events before the first round."""
        return [self._round()]

    def play(self, cards: Sequence[int]) -> list[Event]:
        """Play a card of each player at once and place them in ascending order.

        If the cards are not one of each hand, the event is `Rejected` and nothing changes.
        ValueError if a row is awaited.
        """
        return list(self.playing(cards))

    def playing(self, cards: Sequence[int]) -> Iterator[Event]:
        """Play as `play` does, but yield each event before the next card is placed."""
        if self.over or self.undercut is not None:
            raise ValueError("no cards are awaited")
        try:
            hands = [_without(card, hand) for card, hand in zip(cards, self.hands, strict=True)]
        except ValueError:
            yield Rejected("cards")
            return
        self.hands = hands
        self.history.append(tuple(cards))
        self.moves.append(tuple(cards))
        self.waiting = sorted(zip(cards, range(len(hands)), strict=True))
        yield from self._place()

    def take(self, row: int) -> list[Event]:
        """Let the player of `undercut` take `row`, and place the remaining cards.

        If the row does not exist, the event is `Rejected` and nothing changes. ValueError if no row
        is awaited.
        """
        return list(self.taking(row))

    def taking(self, row: int) -> Iterator[Event]:
        """Take a row as `take` does, but yield each event before the next card is placed."""
        if self.undercut is None:
            raise ValueError("no row is awaited")
        if not 0 <= row < ROWS:
            yield Rejected("row")
            return
        player, card = self.undercut
        self.undercut = None
        self.moves.append((row,))
        yield RowTaken(player, row, self._take(player, card, row))
        yield from self._place()

    def repeat(self, move: Sequence[int]) -> list[Event]:
        """Make one of the `moves` of a game: the cards of a round, or a row."""
        return self.play(move) if self.undercut is None else self.take(*move)

    def _place(self) -> Iterator[Event]:
        rows, waiting = self.rows, self.waiting
        while waiting:
            card, player = waiting.pop(0)
            row = row_of(rows, card)
            if row is None:
                self.undercut = player, card
                yield Undercut(player, card)
                return
            if len(rows[row]) == FULL:
                yield RowFilled(player, card, row, self._take(player, card, row))
            else:
                rows[row] += (card,)
                yield Appended(player, card, row)
        if self.over:
            yield Ended(tuple(self.heads), self.rule)
        else:
            self.positions.append(Position(tuple(self.rows), tuple(self.heads)))
            yield self._round()

    def _take(self, player: int, card: int, row: int) -> int:
        heads = sum([HEADS[taken] for taken in self.rows[row]])
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
    """Return a hand without a card; ValueError if the card is not in it."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
