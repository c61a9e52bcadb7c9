"""The record of a game: what each of its players can know about it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from big2.cards import Card
from big2.events import Event, Passed, Played
from big2.game import PLAYERS, Game
from big2.patterns import BUILTIN, Chain, Play
from big2.players.base import Strategy, View
from cardjudge.errors import UserError, quote
from cardjudge.language import say

if TYPE_CHECKING:
    from big2.game import Action


class StuckError(UserError):
    """A round begins and its first player has no legal play, as some chains of patterns allow."""

    def __init__(self) -> None:
        super().__init__("新的回合開始時沒有牌可以出：這些牌型打不完這一場")


class StrategyError(UserError):
    """A strategy of another package has failed, or has done what is not legal."""

    def __init__(self, strategy: Strategy, what: str) -> None:
        name = getattr(strategy, "name", type(strategy).__name__)
        super().__init__("電腦{name}出錯：{what}", name=quote(str(name)), what=what)


class Record:
    """A game that remembers who did what."""

    def __init__(self, deck: Sequence[Card], chain: Chain = BUILTIN) -> None:
        self.game = Game(deck, chain)
        self._history: list[tuple[int, Play | None]] = []

    def step(self, action: "Action") -> list[Event]:
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

    def choose(self, strategy: Strategy) -> "Action":
        """Return the action of the strategy for the player whose turn it is.

        `StuckError` where there is none; `StrategyError` for a strategy that fails or cheats.
        """
        view = self.view()
        if view.top is None and not view.legal:
            raise StuckError
        try:
            play = strategy.choose(view)
        except UserError:
            raise
        except Exception as cause:
            raise StrategyError(strategy, f"{type(cause).__name__}: {cause}") from cause
        if view.top is None if play is None else play not in view.legal:
            cards = getattr(play, "cards", ["PASS" if play is None else play])  # it may be anything
            told = say("{cards} 不合法", cards=" ".join(map(str, cards)))
            raise StrategyError(strategy, told)
        return self.game.indices(play)

    def play(self, strategies: Sequence[Strategy]) -> int:
        """Play to the end and return the winner; `StuckError` if there can be none."""
        while self.game.winner is None:
            self.step(self.choose(strategies[self.game.player]))
        return self.game.winner
