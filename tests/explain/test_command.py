"""`explain` at the command line: every line of the judge has a reason, in both languages."""

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import pytest

from big2.explain import reasons as of_big2
from cardjudge.reasons import Reason, explanation, of_line
from nim.explain import REASONS
from tests.processes import kit_in

ROOT = Path(__file__).parents[2]
GAMES = ["big2", "take6", "war", "nim"]


def cases(game: str) -> list[Path]:
    paths = sorted((ROOT / f"testdata/{game}").glob("*.in"))
    return [path for path in paths if path.stat().st_size < 5000]


def run(*words: str, stdin: bytes = b"", language: str = "zh_TW.UTF-8") -> tuple[int, str, str]:
    done = kit_in(ROOT, *words, stdin=stdin.decode(), LC_ALL=language)
    return done.returncode, done.stdout, done.stderr


def reasons_of(path: Path) -> Iterable[Reason]:
    module = import_module(f"{path.parent.name}.explain")
    found = getattr(module, "of_nim" if path.parent.name == "nim" else "reasons")
    return found(path.read_bytes())  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", GAMES)
def test_the_lines_of_the_reasons_form_the_output(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In English their sentences have one blank between, and no plural of one."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    wrong = re.compile(r"[.;:][A-Za-z]|  |\b1 (?:cards|heads)\b")
    for path in cases(game):
        reasons = [*reasons_of(path)]
        wrote = "".join(reason.wrote for reason in reasons)
        assert wrote == path.with_suffix(".out").read_text("utf-8"), path
        assert [each for each in reasons if wrong.search(each.sentence)] == [], path


@pytest.mark.parametrize("game", ["choose", "line", "nim"])
def test_the_reasons_form_the_output_of_every_judge_of_nim(game: str) -> None:
    for path in (ROOT / "testdata/kit/nim").glob(f"{game}-*.in"):
        arguments = path.with_suffix(".args").read_text().split()
        given = {word[2:]: True for word in arguments[1:]}
        if "classes" in given or path.with_suffix(".status").exists():
            continue
        wrote = "".join(each.wrote for each in REASONS[game](path.read_bytes(), **given))
        assert wrote == path.with_suffix(".out").read_text("utf-8")


def test_the_line_after_the_answer_has_the_last_reason_and_later_lines_have_none() -> None:
    reasons = [*REASONS["nim"](b"2\n5 6\n")]
    lines = "".join(each.wrote for each in reasons).count("\n")
    assert of_line(reasons, lines + 1) == of_line(reasons, lines) is not None
    assert of_line(reasons, lines + 2) is None
    assert of_line([], 1) is None


def test_the_sentence_names_the_line_and_the_compared_cards() -> None:
    status, out, err = run("big2", "explain", "testdata/big2/pair-by-suit.in", "--line", "10")
    assert (status, err) == (0, "")
    assert out == (
        "第 7 行輸入「0 1」：火球打對子 D[3] H[3]。桌上是對子 C[3] S[3]；對子比較大的那張牌，"
        "H[3] 小於 S[3]，所以不合法。（輸出第 9–11 行）\n"
    )


def test_the_lines_before_a_mistake_are_explained() -> None:
    data = b"\n".join((ROOT / "testdata/big2/sample.in").read_bytes().split(b"\n")[:7]) + b"\n"
    status, out, err = run("big2", "explain", stdin=data)
    assert status == 2
    assert out.count("\n") > 4
    assert err.count("\n") == 1
    assert run("war", "explain", "testdata/war/war.in", "--line", "77")[::2] == (
        2,
        "錯誤：輸出只有 5 行，沒有第 77 行\n",
    )


def test_only_another_decision_of_the_program_is_named() -> None:
    path = ROOT / "testdata/big2/pair-by-suit.in"
    data = path.read_bytes()
    rows = path.with_suffix(".out").read_text("utf-8").split("\n")
    for line, decides in ("玩家 火球 打出了 對子 D[3] H[3]", True), ("玩家 火球 打出了", False):
        output = "\n".join([*rows[:8], line, ""]).encode()
        told = explanation(lambda: of_big2(data), output, 9, "zh")
        assert told is not None
        assert ("接受了這一手" in told) is decides
    either = Reason("", ["A"], wrote="a\n", otherwise=[("b\n", "B"), ("b\n", "C")])
    assert explanation(lambda: [either], b"b\n", 1, "zh") == "A（輸出第 1 行）"


@pytest.mark.parametrize("game", GAMES)
def test_a_dash_is_standard_input(game: str) -> None:
    for command in ["explain", "replay", "review"] if game in ("big2", "take6") else ["explain"]:
        status, _, error = run(game, command, "-", stdin=b"3 x\n")
        assert status == 2
        assert error.startswith("錯誤：第 1 行：")
