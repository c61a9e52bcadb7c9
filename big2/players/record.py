"""The record of a game, from which each player's view follows."""

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING

from big2.cards import Card
from big2.events import Event, Passed, Played
from big2.game import PLAYERS, Game
from big2.patterns import BUILTIN, Cards, Chain, Play
from big2.players.base import Advice, Strategy, View
from cardjudge.errors import UserError, quote
from cardjudge.language import say

if TYPE_CHECKING:
    from big2.game import Action


class StuckError(UserError):
    """The player that begins a round has no legal play; some chains of patterns allow this."""

    def __init__(self) -> None:
        super().__init__("新的回合開始時沒有牌可以出：這些牌型打不完這一場")


class StrategyError(UserError):
    """A strategy of another package raised an exception or chose an illegal action."""

    def __init__(self, strategy: Strategy, what: str) -> None:
        name = getattr(strategy, "name", type(strategy).__name__)
        super().__init__("電腦{name}出錯：{what}", name=quote(str(name)), what=what)


class Record:
    """A game with the history of its actions."""

    def __init__(self, deck: Sequence[Card], chain: Chain = BUILTIN) -> None:
        self.game = Game(deck, chain)
        self.history: list[tuple[int, Play | None]] = []
        """All actions so far: the player, and its play or None for a pass."""

    def step(self, action: "Action") -> list[Event]:
        """Apply an action like `Game.step`, and record it."""
        events = self.game.step(action)
        match events[0]:
            case Played(player, play):
                self.history.append((player, play))
            case Passed(player):
                self.history.append((player, None))
        return events

    def view(self) -> View:
        """Return the view of the player to act."""
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
            history=tuple((seats.index(seat), play) for seat, play in self.history),
        )

    def copy(self, hands: Sequence[Cards]) -> "Record":
        """Return the same record with these hands."""
        other, other_game = copy(self), copy(self.game)
        other_game.hands = [*hands]
        other.game, other.history = other_game, [*self.history]
        return other

    def choose(self, strategy: Strategy) -> "Action":
        """Return the strategy's action for the player to act, like `advise`."""
        return self.game.indices(self.advise(strategy).play)

    def advise(self, strategy: Strategy) -> Advice:
        """Return the strategy's advice for the player to act.

        `StuckError` if no action is legal; `StrategyError` if the strategy fails or cheats.
        """
        view = self.view()
        if view.top is None and not view.legal:
            raise StuckError
        try:
            advice = strategy.advise(view)
            play = advice.play
        except (UserError, BlockingIOError):  # or there are too many processes
            raise
        except Exception as cause:
            raise StrategyError(strategy, f"{type(cause).__name__}: {cause}") from cause
        if view.top is None if play is None else play not in view.legal:
            cards = getattr(play, "cards", ["PASS" if play is None else play])  # it may be anything
            raise StrategyError(strategy, say("{cards} 不合法", cards=" ".join(map(str, cards))))
        return advice

    def play(self, strategies: Sequence[Strategy]) -> int:
        """Play to the end and return the winner; `StuckError` if the game cannot end."""
        while self.game.winner is None:
            self.step(self.choose(strategies[self.game.player]))
        return self.game.winner
