"""The players of the kit at the common table: one decision at a time."""

from random import Random
from typing import Any, NamedTuple

from blackjack_judge.players import PLAYERS
from blackjack_judge.players.base import STAND, moves
from cardjudge.play.game import Advice, Player


class Request(NamedTuple):
    """A request to the table, and its amount if it has one."""

    name: str
    amount: int | None = None


class Computer(Player):
    """A player of the kit, which stands where it errs."""

    def __init__(self, name: str, budget: str) -> None:
        super().__init__(budget)
        self._kind = PLAYERS[name]

    def advise(self, game: Any, seat: int, rng: Random) -> Advice[Any]:
        player = self._kind(game.setting.goal, game.setting.money)
        move = Request(*player.request(game.at))
        if amounts := game.amounts:
            move = move._replace(amount=min(max(move.amount or 0, amounts.least), amounts.most))
        elif move not in game.listed:
            move = Request(moves(game.at).get(STAND, move.name))
        if move.name == "init_game":
            return Advice(move)
        return Advice(
            move,
            [(move, game.values.value(game, seat, move) or 0.0)],
            game.values.reason(game, seat, move, move),
        )
