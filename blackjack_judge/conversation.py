"""The conversation with a player: requests and replies as lines of text, and the verdict.

The module does not know the transport: pipes, a judge's fifos, or a player in this process.
"""

from __future__ import annotations

from collections import namedtuple

from blackjack_judge.hands import ACE, BLACKJACK, BUSTED, strength, total
from blackjack_judge.table import REQUESTS, WITH_AMOUNT, WON
from cardjudge.numbers import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from blackjack_judge.players.base import Player
    from blackjack_judge.table import Table

STOPPED, TIMED_OUT = "stopped", "timed out"
"""Outcomes that the program causes, beside those of the table."""
MOST_DIGITS = 18
"""More digits than any amount of money has."""


class Verdict(namedtuple("Verdict", ("outcome", "detail"), defaults=("",))):
    """The end of a game; the detail is the illegal request, or how the program ended."""

    __slots__ = ()
    outcome: str
    detail: str

    @property
    def accepted(self) -> bool:
        """Whether the player has won."""
        return bool(self.outcome == WON)

    @property
    def line(self) -> str:
        """The last line of the conversation."""
        return "Accepted" if self.accepted else "Wrong_answer"


def write_request(name: str, amount: int | None) -> str:
    """Return the line of a request."""
    return name if amount is None else f"{name} {amount}"


def parse_request(line: str) -> tuple[str, int | None]:
    """Return a request's name and its number, or None without a number.

    A line that is not a request is returned as its own name, which no table knows.
    """
    if " " in line:
        name, number = line.split(" ", 1)
        if number.isdigit() and number.isascii() and len(number) <= MOST_DIGITS:
            return name, int(number)
    return line, None


def illegality(table: Table, request: str) -> tuple[str, dict[str, Any]]:
    """Return why a table refuses a request, as a template and its values.

    The table is as it was before the request, which an illegal request does not change.
    """
    line, amount = parse_request(request)
    name, _, number = line.partition(" ")
    values = {"name": name, "most": MOST_DIGITS, "amount": amount, "legal": table.legal}
    values |= {"bet": table.bet, "money": table.money}
    if name not in REQUESTS:
        return "沒有這個操作；這時可以的是 {legal}", values
    if name in WITH_AMOUNT and len(number) > MOST_DIGITS and integer(number) is not None:
        return "{name} 的數目最多 {most} 位", values
    if name in WITH_AMOUNT and amount is None:
        return "{name} 後面要有一個空白和一個只用 0 到 9 寫的整數", values
    if name != line or (amount is not None and name not in WITH_AMOUNT):
        return "{name} 後面不能有別的", values
    if name not in table.legal:
        return _out_of_order(table, name, values)
    if name == "init_game" and amount == 0:
        return "至少要下注 1 元", values
    if name == "buy_insurance" and (amount or 0) > table.bet // 2:
        return "保險 {amount} 元超過下注 {bet} 元的一半", values
    cost = table.bet if amount is None else amount
    return "{name} 要 {cost} 元，資金只有 {money} 元", values | {"cost": cost}


def _out_of_order(table: Table, name: str, values: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    if "init_game" in table.legal:
        return "這一回合還沒有 init_game", values
    if "return" in table.legal:
        return "已經 stand，這一回合結束了；這時可以的是 {legal}", values
    if "buy_insurance" in table.legal:
        return "莊家的明牌是 A，要先 buy_insurance（可以是 0）", values
    if name == "return":
        return "還沒有 stand 就 return；這時可以的是 {legal}", values
    if name == "buy_insurance" and table.dealer[0] != ACE:
        return "莊家的明牌不是 A，不能 buy_insurance", values
    hand = table.hands["stand_2" in table.legal]
    if name == "split" and "double_down" in table.legal:
        return "{first} 和 {second} 點數不同，不能 split", values | dict(
            zip(("first", "second"), hand, strict=True)
        )
    if name in ("split", "double_down") and len(table.hands) == 2:
        return "分牌之後不能 {name}", values
    if name in ("split", "double_down") and "hit" in table.legal:
        return "加過牌就不能 {name}", values
    if total(hand) == BUSTED:
        return "已經爆牌；這時可以的是 {legal}", values
    if table.legal == ("stand",):
        if len(hand) == 2 and strength(table.dealer) == BLACKJACK:
            return "莊家是 blackjack；這時可以的是 {legal}", values
        return "已經 double_down；這時可以的是 {legal}", values
    if name in ("init_game", "buy_insurance"):
        return "這一回合已經 {name} 過了；這時可以的是 {legal}", values
    if len(table.hands) == 1:
        return "還沒有 split，不能 {name}；這時可以的是 {legal}", values
    if "stand_2" in table.legal:
        return "分牌之後，第一副牌停了；這時可以的是 {legal}", values
    return "分牌之後，先玩第一副；這時可以的是 {legal}", values


class Conversation:
    """Answers the requests of one game, line by line; the lines have no line ends.

    `record` is called with every line and its direction: ``<`` to the player, ``>`` from it.
    """

    def __init__(self, table: Table, record: Callable[[str], object] | None = None) -> None:
        self.verdict: Verdict | None = None
        """The verdict, or None during the game; after the verdict no request may be answered."""
        self.table = table
        self.rounds = 0
        """The number of rounds that have begun."""
        self.record = record

    def begin(self) -> str:
        """Return the line with which a round begins."""
        self.rounds += 1
        return self._say(f"play {self.table.money}")

    def answer(self, request: str) -> str:
        """Return the reply to a request: numbers, a new round, or the verdict."""
        if self.record is not None:
            self.record(f"> {request}")
        table = self.table
        name, amount = parse_request(request)
        reply = table.ask(name, amount)
        if reply is None:
            assert table.outcome is not None
            return self.end(Verdict(table.outcome, request))
        return self._say(" ".join([str(number) for number in reply])) if reply else self.begin()

    def end(self, verdict: Verdict) -> str:
        """Set the verdict, of the table or of a program that ended early; return its line."""
        self.verdict = verdict
        return self._say(verdict.line)

    def _say(self, line: str) -> str:
        if self.record is not None:
            self.record(f"< {line}")
        return line


def play_here(conversation: Conversation, player: Player) -> None:
    """Let a player of the kit play in this process until the verdict."""
    conversation.begin()
    while conversation.verdict is None:
        if conversation.table.legal[0] == "init_game":
            conversation.answer("bet_you_have")  # as the assignment's sample begins each round
        conversation.answer(write_request(*player.request(conversation.table)))
