"""Hints beside the verdict: the rule that the contestant broke, or how its program ended."""

from typing import TYPE_CHECKING

from blackjack_judge.contestants.program import Program, Redirected
from blackjack_judge.conversation import STOPPED, TIMED_OUT, Conversation, parse_request
from blackjack_judge.hands import BUSTED, total
from blackjack_judge.table import ILLEGAL, REQUESTS, WITH_AMOUNT, Table
from cardjudge.errors import visible
from cardjudge.language import listed, say
from cardjudge.programs.process import Ended, Limits
from cardjudge.programs.signals import SIGNALS, overrun, signal_in_words
from cardjudge.stdio import tell

if TYPE_CHECKING:
    from blackjack_judge.judge import Contestant

_LINES = 20
_LONGEST = 400
_BOTH_OUTPUTS = "程式寫到標準錯誤輸出的最後幾行（題目不准寫標準輸出，寫了的也在這裡）："
_IDLE = 0.2
"""A program whose CPU time is a smaller share of its wall time was waiting."""


def show(contestant: "Contestant") -> None:
    """Write the hints about a program's last game to standard error."""
    reason, words = why(contestant)
    if reason:
        tell(say("說明：{reason}", reason=reason))
    if words:
        redirected = isinstance(contestant, Redirected)
        tell(say(_BOTH_OUTPUTS if redirected else "程式寫到標準錯誤輸出的最後幾行："))
    for line in words:
        tell(f"| {line}")


def why(contestant: "Contestant") -> tuple[str, list[str]]:
    """Return why the last game was lost, and the last lines that the program wrote.

    The reason is empty if the verdict is clear enough; the lines are safe for a terminal.
    """
    if not isinstance(contestant, Program) or contestant.last is None:
        return "", []
    conversation, ended = contestant.last
    written = ended.stderr.decode(errors="replace").splitlines()
    reason = _reason(conversation, ended, contestant.limits)
    return reason, [visible(line, _LONGEST) for line in written[-_LINES:]]


def _reason(conversation: Conversation, ended: Ended, limits: Limits) -> str:
    verdict = conversation.verdict
    assert verdict is not None
    if verdict.outcome == ILLEGAL:
        return _illegal(conversation.table, verdict.detail)
    if verdict.outcome not in (STOPPED, TIMED_OUT):
        return ""
    told = overrun(ended, limits)
    if ended.exceeded == "wall" and ended.cpu < _IDLE * (limits.wall or 0):
        return say("{told}；程式在等待，可能忘了 flush", told=told)
    return told or (signal_in_words(-ended.status) if -ended.status in SIGNALS else "")


def _illegal(table: Table, request: str) -> str:
    name, amount = parse_request(request)
    word = name.partition(" ")[0]
    if word not in REQUESTS:
        return say("沒有這個操作；這時可以的是 {legal}", legal=listed(table.legal))
    if word in WITH_AMOUNT and amount is None:
        return say("{name} 後面要有一個空白和一個不小於 0 的整數", name=word)
    if name != word or (amount is not None and word not in WITH_AMOUNT):
        return say("{name} 後面不能有別的", name=word)
    if word in table.legal:
        return _too_much(table, word, amount)
    return _out_of_order(table, word)


def _too_much(table: Table, name: str, amount: int | None) -> str:
    if amount == 0:
        return say("至少要下注 1 元")
    if name == "buy_insurance" and amount is not None and amount > table.bet // 2:
        return say("保險 {amount} 元超過下注 {bet} 元的一半", amount=amount, bet=table.bet)
    cost = table.bet if amount is None else amount
    return say("{name} 要 {cost} 元，資金只有 {money} 元", name=name, cost=cost, money=table.money)


def _out_of_order(table: Table, name: str) -> str:
    legal = listed(table.legal)
    if name == "return":
        return say("還沒有 stand 就 return；這時可以的是 {legal}", legal=legal)
    if "buy_insurance" in table.legal:
        return say("莊家的明牌是 A，要先 buy_insurance（可以是 0）")
    if "init_game" in table.legal:
        return say("這一回合還沒有 init_game")
    hand = table.hands[1 if "stand_2" in table.legal else 0]
    if name == "split" and "double_down" in table.legal:
        first, second = hand
        return say("{first} 和 {second} 點數不同，不能 split", first=first, second=second)
    if name in ("split", "double_down") and "hit" in table.legal:
        return say("加過牌就不能 {name}", name=name)
    if total(hand) == BUSTED:
        return say("已經爆牌；這時可以的是 {legal}", legal=legal)
    return say("這時可以的是 {legal}", legal=legal)
