"""The record of a game: what each of its players can know about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from big2.cards import Card
from big2.events import Passed, Played
from big2.game import PLAYERS, Game
from big2.patterns import BUILTIN, Chain, Play
from big2.players.base import Strategy, View
from cardjudge.errors import UserError

if TYPE_CHECKING:
    from big2.events import Event
    from big2.game import Action


class StuckError(UserError):
    """A round begins and its first player has no legal play, as some chains of patterns allow."""

    def __init__(self) -> None:
        super().__init__("新的回合開始時沒有牌可以出：這些牌型打不完這一場")


class Record:
    """A game that remembers who did what."""

    def __init__(self, deck: Sequence[Card], chain: Chain = BUILTIN) -> None:
        self.game = Game(deck, chain)
        self._history: list[tuple[int, Play | None]] = []

    def step(self, action: Action) -> list[Event]:
        """Take an action, as `Game.step` does."""
        events = self.game.step(action)
        match events[0]:
            case Played(player, play):
                self._history.append((player, play))
            case Passed(player):
                self._history.append((player, None))
        return events

    def view(self) -> View:
        """Return what the player whose turn it is knows."""
        game = self.game
        seats = [(game.player + step) % PLAYERS for step in range(PLAYERS)]
        hands = [game.hands[seat] for seat in seats]
        return View(
            chain=game.chain,
            hand=game.hand,
            top=game.top,
            opening=game.opening,
            passes=game.passes,
            counts=tuple(map(len, hands)),
            unseen=tuple(sorted(card for hand in hands[1:] for card in hand)),
            history=tuple((seats.index(seat), play) for seat, play in self._history),
        )

    def choose(self, strategy: Strategy) -> Action:
        """Return the action of the strategy for the player whose turn it is; or `StuckError`."""
        view = self.view()
        if view.top is None and not view.legal:
            raise StuckError
        return self.game.indices(strategy.choose(view))

    def play(self, strategies: Sequence[Strategy]) -> int:
        """Play to the end and return the winner; `StuckError` if there can be none."""
        while self.game.winner is None:
            self.step(self.choose(strategies[self.game.player]))
        return self.game.winner
