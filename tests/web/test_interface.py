"""The page's interface to Python, called as the page calls it, but without a browser."""

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_golden.plugin import GoldenTestFixture

from web import app

LINES = st.lists(st.sampled_from([b"a", b"b", b"c", b""]), max_size=8)
KIT = app.KIT / "testdata"


def called(name: str, *words: Any) -> Any:
    """Carry out a call of the page; return its value."""
    answer = json.loads(app.call(name, *words))
    assert answer["error"] is None
    return answer["value"]


def told(state: dict[str, Any]) -> str:
    """Return what a state shows, without what is empty."""
    shown = {name: value for name, value in state.items() if value and name != "moves"}
    return "\n".join(f"{name}: {value}" for name, value in shown.items())


def words(state: dict[str, Any], hinted: list[int]) -> list[Any]:
    """Return the words of a turn: the hint's choice, or half of the largest heap."""
    match state["awaits"]:
        case "computer":
            return ["step"]
        case "heap":
            largest = max(state["heaps"])
            return ["act", state["heaps"].index(largest), largest // 2]
        case "choice":
            chosen = (hinted or [0])[0]
            amount = state["choices"][chosen]["amount"]
            return ["act", chosen, amount and amount[1] // 10]
        case _:
            return ["act", *hinted] if hinted else ["act", 0]


@pytest.mark.golden_test("table/*.yml")
def test_a_game_shows_what_it_showed(golden: GoldenTestFixture) -> None:
    game = golden["game"]
    play = partial(called, "play", game)
    state = called("deal", game, json.dumps(golden["settings"]), "[]")
    shown = [told(state)]
    for _ in range(golden["turns"]):
        if not state["awaits"]:
            break
        hint = play("hint") if state["awaits"] != "computer" else {"says": [], "chosen": []}
        state = play(*words(state, hint["chosen"]))
        shown.append("\n".join(filter(None, ["\n".join(hint["says"]), told(state)])))
    again = called("deal", game, json.dumps(golden["settings"]), json.dumps(state["moves"]))
    assert {**again, "says": None} == {**state, "says": None}
    back = play("back")
    assert back["moves"] == state["moves"][: len(back["moves"])]
    assert golden.out["shown"] == [*shown, told(back)]


def test_a_bet_without_an_amount_is_one_and_an_insurance_nothing() -> None:
    for seed in range(50):
        settings = json.dumps({"level": "easy", "seed": str(seed)})
        called("deal", "blackjack_judge", settings, "[]")
        assert called("play", "blackjack_judge", "act", 0)["moves"] == [[0, "1"]]
        called("deal", "blackjack_judge", settings, "[]")
        state = called("play", "blackjack_judge", "act", 0, 100)
        if [choice["label"] for choice in state["choices"]].count("買保險"):
            state = called("play", "blackjack_judge", "act", 0)
            assert state["moves"][1] == [0, "insurance 0"]
            return
    raise AssertionError("no dealer had an ace")


@pytest.mark.parametrize("aligned", [0, app._MOST_ALIGNED])
@given(ours=LINES, theirs=LINES)
def test_texts_without_their_differences_are_equal(
    aligned: int, ours: list[bytes], theirs: list[bytes]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "_MOST_ALIGNED", aligned)
        hunks = called("compare", "nim", b"", b"\n".join(ours), b"\n".join(theirs))["hunks"]
    left, right = ours or [b""], theirs or [b""]
    removed, added = set[int](), set[int]()
    for lines, others, here, there in hunks:
        assert lines or others
        assert here - len(removed) == there - len(added) or not aligned
        assert (lines, others) == (
            [*range(here, here + len(lines))],
            [*range(there, there + len(others))],
        )
        removed.update(lines)
        added.update(others)
    rest = [line for at, line in enumerate(left, 1) if at not in removed]
    assert rest == [line for at, line in enumerate(right, 1) if at not in added]
    assert bool(hunks) == (left != right)


CASE = "several-winning-moves"
ANSWER = (KIT / f"nim/{CASE}.out").read_bytes()
RUN = {"status": 0, "exceeded": "", "wall": 0.254, "cannot": "", "output": ANSWER, "errors": b""}


@pytest.mark.parametrize(
    ("changes", "verdict", "reason", "rule"),
    [
        ({}, "AC", "", None),
        ({"output": ANSWER[:-1]}, "PE", "換行", 1),
        ({"output": ANSWER.replace("堆".encode(), "個".encode(), 1)}, "WA", "第 3 行第 5 欄", 1),
        ({"output": b""}, "WA", "程式沒有輸出任何東西", 1),
        ({"status": 1, "output": b"", "errors": b"ValueError: x"}, "RE", "結束狀態 1", None),
        ({"exceeded": "wall"}, "TLE", "2", None),
        ({"exceeded": "output"}, "OLE", "16 MiB", None),
        ({"status": 1, "cannot": "threads\nmodule numpy"}, "NS", "執行緒、模組 numpy", None),
    ],
)
def test_a_run_is_judged_like_a_run_of_judge(
    changes: dict[str, Any], verdict: str, reason: str, rule: int | None
) -> None:
    found = called("verdict", "nim", CASE, 2.0, *(RUN | changes).values())
    assert found["verdict"] == verdict
    assert reason in found["reason"]
    assert found["time"] == "0.25 s"
    assert len(found.get("rule", "")) == (rule or 0)


@pytest.mark.parametrize("game", ["big2", "nim", "take6", "war"])
def test_every_line_of_an_output_has_a_rule_and_so_has_an_output_without_lines(game: str) -> None:
    case = min((KIT / game).glob("*.in"), key=lambda path: (path.stat().st_size, path))
    data = case.read_bytes()
    answer = called("judge", game, data)["output"].encode()
    assert answer == case.with_suffix(".out").read_bytes()
    lines = range(1, len(answer.splitlines()) + 1)
    assert all(called("why", game, data, line) for line in lines)
    assert called("compare", game, data, answer, b"")["rule"]
