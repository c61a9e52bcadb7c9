"""The players of the kit at the common table: one decision at a time."""

from random import Random
from typing import Any, NamedTuple

from blackjack_judge.players import load
from blackjack_judge.players.base import HIT, STAND
from blackjack_judge.table import WITH_AMOUNT
from cardjudge.play.game import Advice, Player


class Request(NamedTuple):
    """A request to the table, and its amount if it has one."""

    name: str
    amount: int | None = None


class Computer(Player):
    """A player of the kit, which stands where it errs."""

    def __init__(self, name: str, budget: str) -> None:
        super().__init__(budget)
        self._kind = load(name)

    def advise(self, game: Any, seat: int, rng: Random) -> Advice[Any]:
        setting, table = game.setting, game.at
        if len(table.legal) == 1 and table.legal[0] not in WITH_AMOUNT:
            return Advice(Request(table.legal[0]))
        player = self._kind(setting.goal, setting.money)
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


def plain(name: str) -> str:
    """Return the name of a request without the number of its hand."""
    return name.removesuffix("_1").removesuffix("_2")
