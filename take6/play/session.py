"""A game of people and computers, between any two prompts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from take6.events import Event, Rejected
from take6.game import Game, Rule
from take6.play import words
from take6.players import player
from take6.players.base import choose, pick, shuffled

PERSON = "0"
"""The level of a person."""


class Session:
    """A game in progress: the seats, the moves, and the cards that lie face down.

    `levels` and `names` are those of the seats. Everything else follows from the seed and the moves
    of the game.
    """

    def __init__(
        self, levels: Sequence[str], rule: Rule, seed: str, names: Sequence[str] = ()
    ) -> None:
        self.levels = tuple(levels)
        self.names = tuple(names) or ("",) * len(self.levels)
        """The names of people; empty if not given."""
        self.rule = rule
        self.seed = seed
        self.game = Game(shuffled(seed), len(self.levels), rule)
        self.hidden: dict[int, int] = {}
        """The cards that people have laid face down in this round, by seat."""
        self._players = [None if level == PERSON else player(level) for level in self.levels]

    @property
    def called(self) -> list[str]:
        """The names of all players."""
        return [name or words.player(seat) for seat, name in enumerate(self.names)]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, level in enumerate(self.levels) if level == PERSON]

    @property
    def awaited(self) -> int | None:
        """The seat of the person that must lay down a card or choose a row, or None."""
        if self.game.over:
            return None
        if self.game.undercut is not None:
            seat = self.game.undercut[0]
            return seat if self.levels[seat] == PERSON else None
        return next((seat for seat in self.people if seat not in self.hidden), None)

    def lay(self, card: int) -> None:
        """Lay down a card of the awaited person; ValueError if it is not in the hand."""
        seat = self.awaited
        if seat is None or card not in self.game.hands[seat]:
            raise ValueError(card)
        self.hidden[seat] = card

    def take_back(self, seat: int) -> None:
        """Take back the card that a person has laid down."""
        del self.hidden[seat]

    def reveal(self) -> list[Event]:
        """Play the round with the hidden cards and the cards of the computers."""
        cards = [
            self.hidden[seat] if who is None else pick(who, self.game, seat, self.seed)
            for seat, who in enumerate(self._players)
        ]
        self.hidden = {}
        return self.game.play(cards)

    def take(self, row: int | None = None) -> list[Event]:
        """Take the row that the awaited person chose; without `row` the computer chooses."""
        if row is None:
            assert self.game.undercut is not None
            who = self._players[self.game.undercut[0]]
            assert who is not None
            row = choose(who, self.game, self.seed)
        return self.game.take(row)

    def repeat(self, move: Sequence[int]) -> None:
        """Repeat a move of a saved game; ValueError if the rules do not allow it."""
        one_too_many = self.game.undercut is not None and len(move) != 1
        if one_too_many or isinstance(self.game.repeat(move)[0], Rejected):
            raise ValueError(move)

    def after(self, moves: Iterable[Sequence[int]]) -> Session:
        """Return a session of the same deal after these moves."""
        other = Session(self.levels, self.rule, self.seed, self.names)
        for move in moves:
            other.repeat(move)
        return other

    def before_last_turn(self) -> Session | None:
        """Return the session before the last action of a person, or None if there was none."""
        if self.hidden:
            other = self.after(self.game.moves)
            other.hidden = dict(list(self.hidden.items())[:-1])
            return other
        other, last = self.after(()), None
        for number, move in enumerate(self.game.moves):
            if other.awaited is not None:
                last = number
            other.repeat(move)
        return None if last is None else self.after(self.game.moves[:last])
