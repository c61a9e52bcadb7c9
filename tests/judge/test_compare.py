"""The five rules of comparison; checkers are real programs."""

import re
import sys
import tracemalloc
from dataclasses import replace
from decimal import Decimal, localcontext
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardjudge.programs.process import Limits
from judge.cases import Case
from judge.checker import Checker, Referee
from judge.compare import Rule, exact, floats, lines, tokens
from judge.explain import difference
from judge.verdicts import Verdict
from tests.judge.test_hints import as_bytes
from tests.tables import table

AC, WA, PE, SE = Verdict.AC, Verdict.WA, Verdict.PE, Verdict.SE

texts = st.lists(st.sampled_from(["1", "2", "12", " ", "  ", "\n", "\r\n", "\t", "牌", "1.5"])).map(
    lambda words: "".join(words).encode()
)


def loosely(tolerance: str) -> Rule:
    return lambda answer, output: floats(answer, output, tolerance.encode())


@pytest.mark.parametrize(("answer", "output", "verdicts"), table("judge/compare.txt"))
def test_each_rule_has_its_verdict_on_each_kind_of_difference(
    answer: str, output: str, verdicts: str
) -> None:
    rules = exact, lines, tokens, loosely("0.01")
    found = [rule(as_bytes(answer), as_bytes(output)).verdict for rule in rules]
    assert found == verdicts.split()


LONG = "1" * 99_999
TOLERANCES = [
    *table("judge/tolerances.txt"),
    ["0", LONG, f"{LONG}.0", "AC"],
    ["0", LONG, f"{LONG}.1", "WA"],
]


@pytest.mark.parametrize(
    ("tolerance", "answer", "output", "verdict"), TOLERANCES, ids=range(len(TOLERANCES))
)
def test_a_tolerance_is_exact_at_its_bound(
    tolerance: str, answer: str, output: str, verdict: str
) -> None:
    assert loosely(tolerance)(answer.encode(), output.encode()).verdict == verdict


decimals = st.from_regex(r"[+-]?[0-9]{1,20}(\.[0-9]{0,9})?(e-?[0-9]{1,2})?", fullmatch=True)
steps = st.sampled_from(["0", "1", "-1", "1.0000000000000000001", "-0.9999999999999999999", "2"])


@given(decimals, st.sampled_from(["0", "0.01", "0.5", "1e-9", "1e-20"]), steps)
def test_a_tolerance_decides_as_fractions_do(answer: str, tolerance: str, step: str) -> None:
    with localcontext(prec=300):
        expected, bound = Decimal(answer), Decimal(tolerance)
        output = str(expected + bound * max(Decimal(1), abs(expected)) * Decimal(step))
    apart = abs(Fraction(answer) - Fraction(output))
    is_close = apart <= Fraction(tolerance) * max(Fraction(1), abs(Fraction(answer)))
    found = loosely(tolerance)(answer.encode(), output.encode())
    assert (found.verdict is AC) == is_close


def rows(data: bytes) -> list[bytes]:
    return [row.rstrip() for row in data.rstrip().split(b"\n")]


@given(texts, texts)
def test_each_rule_accepts_all_that_a_stricter_one_accepts(answer: bytes, output: bytes) -> None:
    found = [rule(answer, output) for rule in (exact, lines, tokens, loosely("0"))]
    assert (found[0].verdict is AC) == (answer == output)
    assert (found[1].verdict is AC) == (rows(answer) == rows(output))
    assert (found[2].verdict is AC) == (answer.split() == output.split())
    accepted = [finding.verdict is AC for finding in found]
    assert accepted == sorted(accepted)
    blanks_only = b"".join(answer.split()) == b"".join(output.split())
    for finding, otherwise in zip(found, (PE, PE, WA, WA), strict=True):
        assert finding.verdict in ({AC, otherwise} if blanks_only else {WA})
        assert (finding.at is None) == (finding.verdict is AC)


words = st.lists(st.sampled_from(["1", "12", "x", " ", "\n", "\t"]), max_size=20).map(
    lambda parts: "".join(parts).encode()
)


@given(words, words, st.integers(1, 9))
def test_chunks_of_any_size_give_the_same_finding(answer: bytes, output: bytes, size: int) -> None:
    whole = [rule(answer, output) for rule in (lines, tokens)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("judge.compare._CHUNK", size)
        assert [rule(answer, output) for rule in (lines, tokens)] == whole
    assert whole[1] == floats(answer, output, b"-1")


def test_a_long_output_is_compared_in_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of all lines and words would take 35 times as much."""
    monkeypatch.setattr("judge.compare._CHUNK", 1 << 13)
    answer = b"1\n" * (1 << 15)
    output = answer[:-2] + b"2\n"
    for rule in lines, tokens, exact:
        tracemalloc.start()
        found = rule(answer, output)
        difference(answer, output, found.at or (0, 0))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert found.at == (len(answer) - 2, len(answer) - 2)
        assert peak < 6 * len(output) + (1 << 20)


TESTLIB = """
import sys
input, output, answer = (open(name).read() for name in sys.argv[1:])
sys.stderr.write(f"{input} {output} {answer}")
sys.exit(int(output))
"""
KATTIS = """
import sys
input, answer, feedback = sys.argv[1:]
open(feedback + "judgemessage.txt", "w").write(f"{open(input).read()} {open(answer).read()}")
sys.exit(int(sys.stdin.read()))
"""


@pytest.fixture
def case(tmp_path: Path) -> Case:
    (tmp_path / "a b.in").write_text("in")
    (tmp_path / "a b.out").write_text("out")
    return Case("a b", tmp_path / "a b.in", (tmp_path / "a b.out",))


def checker(tmp_path: Path, script: str, prefix: str = "") -> Checker:
    (tmp_path / "check.py").write_text(script)
    return Checker(Referee.parse(f"{prefix}{sys.executable} '{tmp_path}/check.py'"))


TESTLIBS = [(0, AC), (1, WA), (2, PE), (4, PE), (8, PE), (3, SE), (5, SE), (42, SE), (7, SE)]
KATTISES = [(42, AC), (43, WA), (0, SE), (1, SE), (2, SE), (255, SE)]


@pytest.mark.parametrize(
    ("prefix", "status", "verdict"),
    [("", *each) for each in TESTLIBS] + [("kattis:", *each) for each in KATTISES],
)
def test_checkers_of_both_conventions_give_their_verdict(
    tmp_path: Path, case: Case, prefix: str, status: int, verdict: Verdict
) -> None:
    script, told = (KATTIS, "in out") if prefix else (TESTLIB, f"in {status} out")
    found = checker(tmp_path, script, prefix)(case, str(status).encode())
    assert (found.verdict, found.at) == (verdict, None)
    sentence, _, said = found.comment.rpartition("\n")
    assert said == told
    assert (f"沒有判定：結束狀態 {status}" in sentence) == (verdict is SE)


@pytest.mark.parametrize(("said", "status", "verdict", "points"), table("judge/points.txt"))
def test_a_testlib_checker_awards_points(
    tmp_path: Path, case: Case, said: str, status: str, verdict: str, points: str
) -> None:
    script = f"import sys; sys.stderr.write({said!r}); sys.exit({status})"
    found = checker(tmp_path, script)(case, b"")
    assert (found.verdict, found.points) == (verdict, None if points == "-" else float(points))


def test_a_checker_needs_no_answer(tmp_path: Path, case: Case) -> None:
    assert case.answer is not None
    case.answer.unlink()
    bare = Case(case.name, case.input)
    assert checker(tmp_path, TESTLIB)(bare, b"0").comment == "in 0"


@pytest.mark.parametrize(("script", "complaint"), table("judge/complaints.txt"))
def test_a_checker_that_fails_is_a_system_error(
    tmp_path: Path, case: Case, script: str, complaint: str
) -> None:
    limits = Limits(2.0 if "sleep" in script else 60.0, 20.0, 1 << 28, 1 << 20)
    found = replace(checker(tmp_path, script.replace("␊", "\n")), limits=limits)(case, b"")
    assert found.verdict is SE
    assert re.search(f"^檢查程式.*{complaint}", found.comment, re.DOTALL)


def test_a_checker_that_cannot_start_is_a_system_error(case: Case) -> None:
    found = Checker(Referee.parse("/no/such/checker"))(case, b"")
    assert found.verdict is SE
    assert "無法執行「/no/such/checker」：沒有這個檔案或資料夾" in found.comment


@pytest.mark.parametrize("quoted", [b"points 100", b"Traceback (most recent call last):"])
@pytest.mark.parametrize(("size", "status", "verdict"), [(1 << 15, 7, WA), (1 << 20, 0, AC)])
def test_output_quoted_by_the_checker_changes_no_verdict(
    tmp_path: Path, case: Case, quoted: bytes, size: int, status: int, verdict: Verdict
) -> None:
    script = f"""import sys
sys.stderr.write("points 0 wrong: " + open(sys.argv[2]).read())
sys.exit({status})"""
    found = checker(tmp_path, script)(case, b"x" * size + b"\n" + quoted + b"\n")
    assert found.verdict is verdict
    assert found.points in (None, 0)


def test_a_message_behind_a_link_is_not_read(tmp_path: Path, case: Case) -> None:
    (tmp_path / "secret").write_text("secret")
    script = f"""import os, sys
os.symlink({str(tmp_path / "secret")!r}, sys.argv[3] + "judgemessage.txt")
sys.exit(43)"""
    assert checker(tmp_path, script, "kattis:")(case, b"").comment == ""
