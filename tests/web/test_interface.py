"""The page's interface to Python, called as the page calls it, but without a browser."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardjudge.play.installed import games
from judge.web import app

KIT = Path(__file__).parents[2] / "testdata"
FORM = {"level": "easy", "position": "1", "seed": "7", "settings": {}}
PLAYED = [game.name for game in games() if game.moves]
_TURNS = 60


def called(name: str, *words: Any) -> Any:
    """Carry out a call of the page; return its value."""
    answer = json.loads(app.call(name, *words))
    assert answer["error"] is None
    return answer["value"]


def dealt(game: str, **form: Any) -> Any:
    return called("deal", game, json.dumps({**FORM, **form}))


def moved(game: str, state: Any, rng: Random) -> Any:
    """Return the state after a random choice of the person, or a step of the others."""
    if state["awaits"] != "person":
        return called("play", game, "step")
    if state["choices"]:
        return called("play", game, "make", rng.choice(state["choices"])["text"])
    range_ = state["ranges"][0]
    amount = rng.randint(range_["least"], range_["usual"])
    return called("play", game, "make", f"{range_['prefix']} {amount}".strip())


def seen(state: Any) -> Any:
    """Return a state with its last scene only."""
    return {**state, "frames": state["frames"][-1:]}


@pytest.mark.parametrize("game", PLAYED)
def test_a_table_is_restored_from_its_save_and_goes_back_to_the_last_decision(game: str) -> None:
    state, rng = dealt(game), Random(7)
    decided: list[Any] = []
    assert "你" in [seat["name"] for seat in state["frames"][-1]["seats"]]
    for _ in range(_TURNS):
        if state["awaits"] == "over":
            assert state["result"]
            break
        decided += [seen(state)] if state["awaits"] == "person" else []
        state = moved(game, state, rng)
    assert called("load", game, state["save"]) == seen(state)
    assert called("play", game, "back") == decided[-1]


@pytest.mark.parametrize("game", PLAYED)
def test_nobody_sees_the_hand_of_another(game: str) -> None:
    state, rng = dealt(game), Random(7)
    for _ in range(_TURNS // 3):
        if state["awaits"] == "over":
            break
        for seat, line in enumerate(state["frames"][-1]["seats"]):
            assert seat == state["seat"] or len(line["cards"]) <= 1, "a revealed card"
        state = moved(game, state, rng)


@pytest.mark.parametrize("game", PLAYED)
def test_a_hint_is_a_choice_with_its_things_or_within_a_range(game: str) -> None:
    state = dealt(game)
    while state["awaits"] != "person":
        state = called("play", game, "step")
    hint = called("play", game, "hint")
    assert "建議" in hint["says"][0]
    things = {each["text"]: each["things"] for each in state["choices"]}
    assert things.get(hint["text"], []) == hint["things"]
    assert hint["text"] in things or state["ranges"]
    for points in re.findall(r"誤差約 (\d+) 個百分點", " ".join(hint["says"])):
        assert 0 < int(points) < 30


def test_simultaneous_cards_are_seen_together_before_they_are_placed() -> None:
    state = dealt("take6")
    state = called("play", "take6", "make", state["choices"][5]["text"])
    while state["awaits"] == "computer":
        last, state = state, called("play", "take6", "step")
    assert all(line["played"][1] for line in state["frames"][0]["seats"])
    rows = [sum(len(row["cards"]) for row in frame["rows"]) for frame in state["frames"]]
    assert rows[0] == sum(len(row["cards"]) for row in last["frames"][-1]["rows"]) < rows[-1]
    assert len(rows) > 3, "each card is placed in a scene of its own"


def test_a_wrong_setting_is_one_line() -> None:
    assert dealt("take6", seed=" 7 ") == dealt("take6")
    wrong: Any = [("seed", "x"), ("seed", str(2**64)), ("position", "5"), ("position", "")]
    for key, value in [*wrong, ("settings", {"mad": "0"})]:
        answer = json.loads(app.call("deal", "take6", json.dumps({**FORM, key: value})))
        assert key != "seed" or f"0 到 {2**64 - 1} 的整數" in answer["error"]
        assert (answer["value"], answer["error"].count("\n")) == (None, 0)
    (error,) = {json.loads(app.call("load", "nim", save))["error"] for save in ("", "[]")}
    assert "存檔" in error


CASE = "several-winning-moves"
ANSWER = (KIT / f"nim/{CASE}.out").read_bytes()
RUN = {"status": 0, "exceeded": None, "wall": 0.254, "cannot": "", "output": ANSWER, "errors": b""}


def run_on(game: str, name: str, **changes: Any) -> Any:
    """Return the verdict of a run that ends right, but for the changes."""
    *end, output, errors = (RUN | changes).values()
    return called("verdict", game, name, 2.0, json.dumps(end), output, errors)


@pytest.mark.parametrize(
    ("changes", "verdict", "reason", "rule"),
    [
        ({}, "AC", "", None),
        ({"output": ANSWER[:-1]}, "PE", "換行", 1),
        ({"output": ANSWER.replace("堆".encode(), "個".encode(), 1)}, "WA", "第 3 行第 5 欄", 1),
        ({"output": b""}, "WA", "程式沒有輸出任何東西", None),
        ({"status": 1, "output": b"", "errors": b"ValueError: x"}, "RE", "結束狀態 1", None),
        ({"exceeded": "wall"}, "TLE", "2", None),
        ({"exceeded": "output"}, "OLE", "16 MiB", None),
        ({"status": 1, "cannot": "threads\nmodule numpy"}, "NS", "執行緒、模組 numpy", None),
    ],
)
def test_a_run_is_judged_like_a_run_of_judge(
    changes: dict[str, Any], verdict: str, reason: str, rule: int | None
) -> None:
    found = run_on("nim", CASE, **changes)
    assert found["verdict"] == verdict
    assert reason in found["reason"]
    assert found["time"] == "0.25 s"
    assert len(found.get("rule", "")) == (rule or 0)


def test_a_conversation_that_takes_too_long_is_not_what_its_table_says() -> None:
    case = min((KIT / "blackjack_judge").glob("*.in")).stem
    assert run_on("blackjack-judge", case, exceeded="wall", output=b"")["verdict"] == "TLE"


@pytest.mark.parametrize("game", ["big2", "nim", "take6", "war"])
def test_a_line_of_an_output_has_a_rule(game: str) -> None:
    case = min((KIT / game).glob("*.in"), key=lambda path: (path.stat().st_size, path))
    data = case.read_bytes()
    answer = called("judge", game, data)["output"].encode()
    assert answer == case.with_suffix(".out").read_bytes()
    count = len(answer.splitlines())
    lines = range(1, count + 1, 1 + count // 9)  # each call judges the whole game
    assert all(called("why", game, data, line) for line in lines)


CHECKER = """
def judge(input, answer, output):
    return None if sorted(output.split()) == sorted(answer.split()) else "other words"
"""


@pytest.mark.parametrize(
    ("way", "output", "verdict", "reason"),
    [
        ('compare = "tokens"', b"a  b\n\n", "AC", ""),
        ('compare = "exact"', b"a  b\n\n", "PE", "第 1 行"),
        ('checker = "check.py"', b"b a", "AC", ""),
        ('checker = "check.py"', b"b b", "WA", "other words"),
    ],
)
def test_a_run_is_judged_by_the_problem_of_its_game(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    way: str,
    output: bytes,
    verdict: str,
    reason: str,
) -> None:
    problem = tmp_path / "toys/problem"
    (problem / "tests/sample").mkdir(parents=True)
    (tmp_path / "toys/__init__.py").touch()
    (problem / "tests/sample/one.in").write_text("1\n")
    (problem / "tests/sample/one.out").write_text("a b\n")
    (problem / "check.py").write_text(CHECKER)
    described = (KIT.parent / "nim/problem/problem.toml").read_text("utf-8")
    (problem / "problem.toml").write_text(described.replace('compare = "exact"', way))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(app, "package_of", lambda game: game)
    found = run_on("toys", "one", output=output)
    assert found["verdict"] == verdict
    assert reason in found["reason"]
