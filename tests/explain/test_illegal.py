"""An illegal request of blackjack is explained by the first rule that it breaks."""

from pathlib import Path

import pytest

from blackjack_judge.conversation import Conversation, illegality
from blackjack_judge.explain import Teller
from blackjack_judge.problem.explain import explain
from blackjack_judge.table import Table
from cardjudge.reasons import Reason
from tests.explain.test_planted import planted
from tests.processes import kit

CARDS = {"pair": "3 3 5 10", "plain": "7 4 5 10", "ace": "7 4 1 9", "blackjack": "7 4 1 13"}
REST = " 10 10 10 3 10 10"


@pytest.mark.parametrize(("cards", "requests", "why"), planted("blackjack"))
def test_an_illegal_request_has_one_reason_for_judge_and_explain(
    cards: str, requests: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_TW.UTF-8")
    *before, illegal = requests.split(";")
    conversation = Conversation(Table(bytes(map(int, (CARDS[cards] + REST).split()))))
    teller = Teller(conversation)
    assert all("不合法" not in teller.answer(request).sentence for request in before)
    assert teller.answer(illegal).sentence == f"{why}，所以不合法。"
    template, values = illegality(conversation.table, illegal)
    reason = Reason("illegal", [template], values)
    assert reason.sentence == why
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    assert reason.sentence.isascii()


def test_the_sample_of_the_assignment_is_explained_from_its_shoe(tmp_path: Path) -> None:
    (tmp_path / "shoe").write_text("7 4 5 10 10 10 10 10")
    talk = tmp_path / "talk.txt"
    script = "read r; echo init_game 5; read r; echo split; read r"
    dealt = ("--shoe", tmp_path / "shoe")
    judged = kit("blackjack_judge", *dealt, "--transcript", talk, "--", "sh", "-c", script)
    assert judged.stderr == "說明：7 和 4 點數不同，不能 split\n"
    told = kit("blackjack_judge", "explain", talk, *dealt)
    assert (told.returncode, told.stderr) == (0, "")
    assert "：7 和 4 點數不同，不能 split，所以不合法。（" in told.stdout.splitlines()[-1]
    talk.write_text(talk.read_text().rpartition("<")[0])  # the end of it is lost
    assert kit("blackjack_judge", "explain", talk, *dealt).stdout == told.stdout
    (tmp_path / "shoe").write_text("7 4 6 10 10 10 10 10")
    other = kit("blackjack_judge", "explain", talk, *dealt)
    assert other.stderr.startswith("錯誤：第 3 行：這副牌在這裡回答「< 7 4 6」，不是「< 7 4 5」")
    both = kit("blackjack_judge", "explain", talk, *dealt, "--seed", "1")
    assert both.stderr == "錯誤：--seed 和 --shoe 要寫一個，而且只能寫一個\n"


def test_each_of_two_requests_at_once_has_its_rule(tmp_path: Path) -> None:
    talk = tmp_path / "talk.txt"
    words = ("--sandbox", "none", "--transcript", talk)
    program = ("--", "printf", "init_game 5\\nfoo\\n")
    assert kit("blackjack_judge", *words, *program, stdin="1\n").stdout.startswith("Wrong_answer\n")
    begins, bet, cards, foo, refused = talk.read_text().splitlines()
    at_once = "\n".join([begins, bet, foo, cards, refused]).encode()
    rules = [explain(b"1\n", b"", at_once, line, "en") or "" for line in range(1, 6)]
    assert "The game begins" in rules[0]
    assert all("init_game 5" in rule for rule in rules[1:3])
    assert all("there is no such request" in rule for rule in rules[3:])
