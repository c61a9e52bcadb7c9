"""Hints beside the verdict: the rule that the contestant broke, or how its program ended."""

from typing import TYPE_CHECKING

from blackjack_judge.contestants.program import Program, Redirected
from blackjack_judge.conversation import STOPPED, TIMED_OUT, Conversation, illegality
from blackjack_judge.table import ILLEGAL
from cardjudge.errors import visible
from cardjudge.language import say
from cardjudge.programs.process import Ended
from cardjudge.programs.signals import SIGNALS, overrun, signal_in_words
from cardjudge.reasons import Reason
from cardjudge.stdio import tell

if TYPE_CHECKING:
    from blackjack_judge.judge import Contestant

_LINES = 20
_LONGEST = 400
_BOTH_OUTPUTS = "程式寫到標準錯誤輸出的最後幾行（題目不准寫標準輸出，寫了的也在這裡）："
_IDLE = 0.2
"""A program whose CPU time is a smaller share of its wall time was waiting."""


def show(contestant: "Contestant") -> None:
    """Write to standard error why a program lost its last game, and the last lines it wrote.

    There is no reason if the verdict is clear enough.
    """
    if not isinstance(contestant, Program) or contestant.last is None:
        return
    conversation, ended = contestant.last
    if reason := _reason(conversation, ended, contestant):
        tell(say("說明：{reason}", reason=reason))
    words = ended.stderr.decode(errors="replace").splitlines()[-_LINES:]
    if words:
        redirected = isinstance(contestant, Redirected)
        tell(say(_BOTH_OUTPUTS if redirected else "程式寫到標準錯誤輸出的最後幾行："))
    for line in words:
        tell(f"| {visible(line, _LONGEST)}")


def _reason(conversation: Conversation, ended: Ended, program: Program) -> str:
    verdict = conversation.verdict
    assert verdict is not None
    if verdict.outcome == ILLEGAL:
        template, values = illegality(conversation.table, verdict.detail)
        return Reason(ILLEGAL, [template], values).sentence
    if verdict.outcome not in (STOPPED, TIMED_OUT):
        return ""
    reason = overrun(ended, program.limits)
    if ended.exceeded == "wall" and program.is_deaf:
        return say("{told}；程式沒有讀裁判的回答", told=reason)
    if ended.exceeded == "wall" and ended.cpu < _IDLE * (program.limits.wall or 0):
        return say("{told}；程式在等待，可能忘了 flush", told=reason)
    return reason or (signal_in_words(-ended.status) if -ended.status in SIGNALS else "")
