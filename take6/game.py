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
"""How many may play."""
HAND, ROWS, FULL = 10, 4, 5
"""Cards of a hand, rows on the table, cards of a full row."""


class Position(namedtuple("Position", ("rows", "heads"))):
    """The rows, and the heads of each player, as a round begins."""

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
        """The cards not yet played, in the order they were dealt."""
        self.rows: list[tuple[int, ...]] = [(card,) for card in deck[dealt : dealt + ROWS]]
        self.heads = [0] * players
        self.history: list[tuple[int, ...]] = []
        """The cards of each round, by player; those of the last may still be being placed."""
        self.moves: list[tuple[int, ...]] = []
        """The cards of each round, and after one in which a row was taken by choice, that row."""
        self.positions = [Position(tuple(self.rows), tuple(self.heads))]
        """The position as each round began, and last that of the round to come."""
        self.undercut: tuple[int, int] | None = None
        """The player who must take a row, and the card that is lower than every row."""
        self.waiting: list[tuple[int, int]] = []
        """The cards that are played and not yet placed, each with its player."""

    @property
    def players(self) -> int:
        """How many play."""
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

        Cards that are not one of each hand are an event and change nothing. ValueError where no
        cards are awaited.
        """
        return list(self.playing(cards))

    def playing(self, cards: Sequence[int]) -> Iterator[Event]:
        """Do what `play` does, and yield each event when it has happened."""
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
        """Let the player of the card that is lower than every row take `row`, and go on placing.

        A wrong row is an event and changes nothing. ValueError where no row is awaited.
        """
        return list(self.taking(row))

    def taking(self, row: int) -> Iterator[Event]:
        """Do what `take` does, and yield each event when it has happened."""
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
    """Return the row whose last card is the greatest below `card`; None if there is none."""
    best, greatest = None, 0
    for row, cards in enumerate(rows):
        if greatest < cards[-1] < card:
            best, greatest = row, cards[-1]
    return best


def _without(card: int, hand: tuple[int, ...]) -> tuple[int, ...]:
    """Return a hand after a card is played; ValueError if it does not hold it."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
