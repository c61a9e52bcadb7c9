"""The table of the kit as an interactor for contestants of another judge."""

from __future__ import annotations

from blackjack_judge.conversation import STOPPED, Conversation, Verdict
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import Table
from blackjack_judge.text import render
from judge.problem.conventions import Contestant


def judge(data: bytes, contestant: Contestant) -> str | None:
    """Play a game with the seed in `data`; return why it is lost, or None."""
    conversation = Conversation(Table(make_shoe(int(data))))
    contestant.write(conversation.begin())
    while conversation.verdict is None:
        request = contestant.read().decode(errors="backslashreplace")
        if request:
            contestant.write(conversation.answer(request.rstrip()))
        else:
            contestant.write(conversation.end(Verdict(STOPPED)))
    verdict = conversation.verdict
    return None if verdict.accepted else render(verdict).splitlines()[1]
