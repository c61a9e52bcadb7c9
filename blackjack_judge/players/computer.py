"""The players of the kit at the common table: one decision at a time."""

from random import Random
from typing import Any, NamedTuple

from blackjack_judge.players import base, load
from blackjack_judge.players.base import HIT, STAND
from blackjack_judge.shoe import DECK
from cardjudge.play.game import Advice, Player


class Request(NamedTuple):
    """A request to the table, and its amount if it has one."""

    name: str
    amount: int | None = None


class Computer(Player):
    """A player of the kit. It has seen what the table has shown, and stands where it errs."""

    def __init__(self, name: str, budget: str) -> None:
        super().__init__(budget)
        self._kind = load(name)
        self._game: Any = None
        self._player: base.Player
        self._read = 0
        self._money = 0

    def advise(self, game: Any, seat: int, rng: Random) -> Advice[Any]:
        player, table = self._following(game), game.at
        if table.legal[0] == "init_game":
            return Advice(Request("init_game", min(max(1, player.bet(table.money)), table.money)))
        at = game.situation
        if table.legal[0] == "buy_insurance":
            amount = player.insurance(at.hand, at.bet, at.money)
            move = Request("buy_insurance", min(amount, at.bet // 2, at.money))
        else:
            kind = player.move(at)
            move = Request((kind if kind in at.moves else STAND) + table.legal[0].removeprefix(HIT))
        return Advice(
            move,
            [(move, game.values.value(game, seat, move) or 0.0)],
            game.values.reason(game, seat, move, move),
        )

    def _following(self, game: Any) -> base.Player:
        """Return the player after all that the transcript of a game shows."""
        if self._game is not game:
            setting = game.setting
            knowledge = base.Game(setting.decks * DECK, setting.goal)
            self._game, self._player, self._read = game, self._kind(knowledge), 0
        player = self._player
        for row in game.talk[self._read :]:
            mark, name, *numbers = row.split()
            cards = [int(number) for number in (name, *numbers) if number.isdecimal()]
            if mark == ">":
                self._request = name
                if name == "init_game":
                    player.bet(self._money)
            elif name == "play":
                [self._money] = cards
            elif plain(self._request) == STAND and self._request != "stand_1":
                player.end_round(cards)
            elif self._request not in ("stand_1", "buy_insurance"):
                player.see(*cards)
        self._read = len(game.talk)
        return player


def plain(name: str) -> str:
    """Return the name of a request without the number of its hand."""
    return name.removesuffix("_1").removesuffix("_2")
