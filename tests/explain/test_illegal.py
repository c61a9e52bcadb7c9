"""An illegal request of blackjack is explained by the first rule that it breaks."""

from pathlib import Path

import pytest

from blackjack_judge.problem.explain import explain
from blackjack_judge.problem.interactor import DECKS
from tests.processes import kit


@pytest.mark.parametrize(
    ("requests", "why"),
    [
        ("foo", "沒有這個請求；現在可以的是 init_game，所以不合法。"),
        ("hit", "現在不能提出這個請求，可以的是 init_game，所以不合法。"),
        ("init_game", "這個請求要有金額，所以不合法。"),
        ("init_game 0", "下注要在 1 到資金 1000000 之間，所以不合法。"),
        ("init_game 5;hit 3", "這個請求沒有金額，所以不合法。"),
        ("init_game 1000000;double_down", "要再付一次賭注 1000000，資金只有 0，所以不合法。"),
    ],
)
def test_an_illegal_request_has_its_reason(requests: str, why: str, tmp_path: Path) -> None:
    talk = tmp_path / "talk.txt"
    script = ";".join(f"read reply; echo {request}" for request in requests.split(";"))
    setting = ("--decks", 1)
    words = (*setting, "--sandbox", "none", "--transcript", talk, "--", "sh", "-c", script)
    assert kit("blackjack_judge", *words, stdin="1\n").stdout.startswith("Wrong_answer\n")
    told = kit("blackjack_judge", "explain", talk, "--seed", 1, *setting)
    assert (told.returncode, told.stderr) == (0, "")
    assert f"：{why}（" in told.stdout.splitlines()[-1]


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
    assert all("There is no such request" in rule for rule in rules[3:])
