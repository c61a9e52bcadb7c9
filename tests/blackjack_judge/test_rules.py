"""The rules as one table of shoes and requests with their transcripts, and the recorded games."""

import pytest
from pytest_golden.plugin import GoldenTestFixture

from blackjack_judge.conversation import Conversation, Verdict
from blackjack_judge.table import GOAL, MONEY, Table
from blackjack_judge.text import render


def transcript(shoe: str, requests: list[str], options: list[str]) -> str:
    """Play these requests at the table itself; write the lines and the verdict."""
    money = int(options[options.index("--money") + 1]) if "--money" in options else MONEY
    goal = int(options[options.index("--goal") + 1]) if "--goal" in options else GOAL
    lines: list[str] = []
    conversation = Conversation(
        Table([*map(int, shoe.split())], money, goal, "push" in options), lines.append
    )
    conversation.begin()
    for request in requests:
        conversation.answer(request)
    if conversation.verdict is None:
        conversation.end(Verdict("stopped"))
    assert conversation.verdict is not None
    return "".join(f"{line}\n" for line in lines) + render(conversation.verdict)


@pytest.mark.golden_test("rules.yml")
def test_every_rule_and_every_illegal_request_has_its_transcript(golden: GoldenTestFixture) -> None:
    games = golden["games"]
    assert len(games) > 60
    told = {
        name: transcript(game["shoe"], game["requests"], game.get("options", []))
        for name, game in games.items()
    }
    assert told == golden.out["transcripts"]
    for reason in ("資金輸光了。", "牌已經用完了。", "不合法的操作：", "你通過了伊綱的考驗。"):
        assert any(reason in text for text in told.values())
