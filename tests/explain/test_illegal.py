"""An illegal request of blackjack is explained by the first rule that it breaks."""

from pathlib import Path

import pytest

from blackjack_judge.conversation import Conversation, illegality
from blackjack_judge.explain import Teller
from blackjack_judge.problem.explain import explain
from blackjack_judge.problem.interactor import DECKS
from blackjack_judge.table import Table
from cardjudge.reasons import Reason
from tests.processes import kit

CARDS = {"pair": "3 3 5 10", "plain": "7 4 5 10", "ace": "7 4 1 9", "blackjack": "7 4 1 13"}
REST = " 10 10 10 3 10 10"


@pytest.mark.parametrize(
    ("cards", "requests", "why"),
    [
        ("plain", "foo", "沒有這個操作；這時可以的是 init_game"),
        ("plain", "", "沒有這個操作；這時可以的是 init_game"),
        ("plain", "INIT_GAME 5", "沒有這個操作；這時可以的是 init_game"),
        ("plain", "init_game(5)", "沒有這個操作；這時可以的是 init_game"),
        ("plain", "init_game", "init_game 後面要有一個空白和一個只用 0 到 9 寫的整數"),
        ("plain", "init_game ten", "init_game 後面要有一個空白和一個只用 0 到 9 寫的整數"),
        ("plain", "init_game -5", "init_game 後面要有一個空白和一個只用 0 到 9 寫的整數"),
        ("plain", "init_game 1.5", "init_game 後面要有一個空白和一個只用 0 到 9 寫的整數"),
        ("plain", "init_game  5", "init_game 後面要有一個空白和一個只用 0 到 9 寫的整數"),
        ("plain", "init_game ５", "init_game 後面要有一個空白和一個只用 0 到 9 寫的整數"),
        ("plain", "init_game 0", "至少要下注 1 元"),
        ("plain", "init_game 1000001", "init_game 要 1000001 元，資金只有 1000000 元"),
        ("plain", "hit", "這一回合還沒有 init_game"),
        ("plain", "stand", "這一回合還沒有 init_game"),
        ("plain", "return", "這一回合還沒有 init_game"),
        ("plain", "bet_you_have 3", "bet_you_have 後面不能有別的"),
        ("plain", "init_game 5;hit 3", "hit 後面不能有別的"),
        ("plain", "init_game 5;hit now", "hit 後面不能有別的"),
        ("plain", "init_game 5;split", "7 和 4 點數不同，不能 split"),
        ("plain", "init_game 5;buy_insurance 0", "莊家的明牌不是 A，不能 buy_insurance"),
        (
            "plain",
            "init_game 5;init_game 5",
            "這一回合已經 init_game 過了；這時可以的是 hit、double_down、stand",
        ),
        (
            "plain",
            "init_game 5;return",
            "還沒有 stand 就 return；這時可以的是 hit、double_down、stand",
        ),
        (
            "plain",
            "init_game 5;stand_1",
            "還沒有 split，不能 stand_1；這時可以的是 hit、double_down、stand",
        ),
        ("plain", "init_game 5;hit;hit;hit", "已經爆牌；這時可以的是 stand"),
        ("plain", "init_game 5;hit;double_down", "加過牌就不能 double_down"),
        ("pair", "init_game 5;hit;split", "加過牌就不能 split"),
        ("plain", "init_game 5;double_down;hit", "已經 double_down；這時可以的是 stand"),
        ("plain", "init_game 5;double_down;double_down", "已經 double_down；這時可以的是 stand"),
        ("plain", "init_game 5;stand;hit", "已經 stand，這一回合結束了；這時可以的是 return"),
        (
            "plain",
            "init_game 5;stand;init_game 5",
            "已經 stand，這一回合結束了；這時可以的是 return",
        ),
        ("plain", "init_game 600000;double_down", "double_down 要 600000 元，資金只有 400000 元"),
        ("pair", "init_game 1000000;split", "split 要 1000000 元，資金只有 0 元"),
        ("pair", "init_game 5;split;hit", "分牌之後，先玩第一副；這時可以的是 hit_1、stand_1"),
        ("pair", "init_game 5;split;split", "分牌之後不能 split"),
        ("pair", "init_game 5;split;double_down", "分牌之後不能 double_down"),
        ("pair", "init_game 5;split;stand_2", "分牌之後，先玩第一副；這時可以的是 hit_1、stand_1"),
        (
            "pair",
            "init_game 5;split;stand_1;hit_1",
            "分牌之後，第一副牌停了；這時可以的是 hit_2、stand_2",
        ),
        ("pair", "init_game 5;split;hit_1;hit_1", "已經爆牌；這時可以的是 stand_1"),
        ("ace", "init_game 5;hit", "莊家的明牌是 A，要先 buy_insurance（可以是 0）"),
        (
            "ace",
            "init_game 5;buy_insurance",
            "buy_insurance 後面要有一個空白和一個只用 0 到 9 寫的整數",
        ),
        ("ace", "init_game 5;buy_insurance 3", "保險 3 元超過下注 5 元的一半"),
        (
            "ace",
            "init_game 900000;buy_insurance 200000",
            "buy_insurance 要 200000 元，資金只有 100000 元",
        ),
        (
            "ace",
            "init_game 5;buy_insurance 0;buy_insurance 0",
            "這一回合已經 buy_insurance 過了；這時可以的是 hit、double_down、stand",
        ),
        ("blackjack", "init_game 5;buy_insurance 2;hit", "莊家是 blackjack；這時可以的是 stand"),
    ],
)
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
    reason = Reason(None, "", "illegal", [template], values)
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
    both = kit("blackjack_judge", "explain", talk, *dealt, "--seed", "1")
    assert both.stderr == "錯誤：--seed 和 --shoe 要寫一個，而且只能寫一個\n"


def test_each_of_two_requests_at_once_has_its_rule(tmp_path: Path) -> None:
    talk = tmp_path / "talk.txt"
    words = ("--decks", DECKS, "--sandbox", "none", "--transcript", talk)
    program = ("--", "printf", "init_game 5\\nfoo\\n")
    assert kit("blackjack_judge", *words, *program, stdin="1\n").stdout.startswith("Wrong_answer\n")
    begins, bet, cards, foo, refused = talk.read_text().splitlines()
    at_once = "\n".join([begins, bet, foo, cards, refused]).encode()
    rules = [explain(b"1\n", b"", at_once, line, "en") or "" for line in range(1, 6)]
    assert "The game begins" in rules[0]
    assert all("init_game 5" in rule for rule in rules[1:3])
    assert all("there is no such request" in rule for rule in rules[3:])
