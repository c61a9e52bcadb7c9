"""The rules of Take 6! as a game that advances by rounds of cards. No text, no I/O."""

from __future__ import annotations

from collections import namedtuple

from take6.cards import CARDS, HEADS
from take6.events import Appended, Ended, Rejected, RoundStarted, RowFilled, RowTaken, Undercut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal, TypeAlias

    from take6.events import Event

    Ranking: TypeAlias = Literal["mad-first", "index"]

FEWEST, MOST = 2, 10
"""How many may play."""
HAND, ROWS, FULL = 10, 4, 5
"""Cards of a hand, rows on the table, cards of a full row."""


class Rule(namedtuple("Rule", ("threshold", "ranking"))):
    """How heads are ranked.

    Under the normal rule, where `threshold` is None, fewer heads are better. Under the mad-cow rule
    (狂牛症) players with at least `threshold` heads are mad. Mad players rank first, the one with
    more heads before the other; with the ranking ``"index"`` all rank by their index alone, the
    least first.

    >>> rule = Rule(30)
    >>> [rule.victory_index(heads) for heads in (35, 20, 5, 12)]
    [5, 20, 5, 12]
    >>> rule.order([35, 20, 5, 12])
    [0, 2, 3, 1]
    """

    __slots__ = ()
    threshold: int | None
    ranking: Ranking

    def __new__(cls, threshold: int | None = None, ranking: Ranking = "mad-first") -> Rule:
        """Make a rule; the normal one without arguments."""
        return super().__new__(cls, threshold, ranking)

    def mad(self, heads: int) -> bool:
        """Tell whether a player with so many heads is mad."""
        return self.threshold is not None and heads >= self.threshold

    def victory_index(self, heads: int) -> int:
        """Return the 勝利指數: of a mad player, the heads over the threshold."""
        if self.threshold is None or heads < self.threshold:
            return heads
        return heads - self.threshold

    def key(self, heads: int) -> int:
        """Return what players are ranked by, the least first; players with equal keys tie."""
        if self.ranking == "mad-first" and self.mad(heads):
            return -heads
        return self.victory_index(heads)

    def order(self, heads: Sequence[int]) -> list[int]:
        """Return the players from the first to the last; those who tie, by their number."""
        return sorted(range(len(heads)), key=lambda player: self.key(heads[player]))

    def shares(self, heads: Sequence[int]) -> list[float]:
        """Return each player's share of the win: the best share it equally.

        >>> Rule().shares([3, 9, 3])
        [0.5, 0.0, 0.5]
        """
        keys = [self.key(each) for each in heads]
        best = min(keys)
        return [(key == best) / keys.count(best) for key in keys]


NORMAL = Rule()


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
