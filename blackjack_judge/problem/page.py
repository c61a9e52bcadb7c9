"""The table of a contestant on the page, where a program cannot be joined to a judge by pipes."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO

from blackjack_judge.conversation import STOPPED, Conversation, Verdict
from blackjack_judge.judge import Setting, judge
from blackjack_judge.player import main
from blackjack_judge.shoe import make_shoe
from blackjack_judge.text import ending
from cardjudge.stdio import Lines

__all__ = ["answers", "main", "replayed"]


def answers(data: str) -> Callable[[str | None], str]:
    """Return the function that answers a request at the table of a case; None begins."""
    setting = Setting()
    conversation = Conversation(setting.table(make_shoe(int(data), setting.decks)))

    def answer(request: str | None) -> str:
        if request is None:
            return conversation.begin()
        return "" if conversation.verdict else conversation.answer(request)

    return answer


def replayed(data: bytes, requests: bytes, status: int) -> tuple[int, bytes]:
    """Replay a program's requests at a new table; return a status, and why the program has lost.

    The status is the program's own if it failed before the table had decided.
    """
    failed = False

    def replay(conversation: Conversation, _: Setting) -> None:
        conversation.begin()
        for request in requests.decode(errors="replace").splitlines():
            conversation.answer(request)
            if conversation.verdict is not None:
                return
        nonlocal failed
        failed = status != 0
        conversation.end(Verdict(STOPPED, ending(status)))

    output: list[str] = []
    judged = judge(Lines(BytesIO(data)), output.append, replay)
    why = "".join(output).partition("\n")[2].rstrip() if judged else ""
    return (status, b"") if failed else (0, why.encode())
