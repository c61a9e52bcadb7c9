"""The five rules of comparison; checkers are real programs."""

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardjudge.errors import UserError
from judge.cases import Case
from judge.checker import Checker, Referee
from judge.compare import Rule, Verdict, exact, floats, lines, named, tokens

AC, WA, PE = Verdict.AC, Verdict.WA, Verdict.PE

texts = st.lists(st.sampled_from(["1", "2", "12", " ", "  ", "\n", "\r\n", "\t", "牌", "1.5"])).map(
    lambda words: "".join(words).encode()
)


def loosely(tolerance: float) -> Rule:
    return lambda answer, output: floats(answer, output, tolerance)


@pytest.mark.parametrize(
    ("answer", "output", "verdicts"),
    [  # exact, lines, tokens, float:0.01
        ("1 2\n", "1 2\n", [AC, AC, AC, AC]),
        ("1 2\n", "1 2", [PE, AC, AC, AC]),
        ("1 2\n", "1 2 \t\r\n", [PE, AC, AC, AC]),
        ("1 2\n", "1 2\n\n", [PE, PE, AC, AC]),
        ("1\n2\n", "1\n\n2\n", [PE, PE, AC, AC]),
        ("1 2\n", "1  2\n", [PE, PE, AC, AC]),
        ("1 2\n", " 1 2\n", [PE, PE, AC, AC]),
        ("1 2\n", "12\n", [PE, PE, PE, PE]),
        ("1 2\n", "2 1\n", [WA, WA, WA, WA]),
        ("1 2\n", "", [WA, WA, WA, WA]),
        ("", "1\n", [WA, WA, WA, WA]),
        ("", "\n", [PE, AC, AC, AC]),
        ("1 2\n", "1 2 3\n", [WA, WA, WA, WA]),
        ("1.00\n", "1\n", [WA, WA, WA, AC]),
        ("1.00\n", "1e0\n", [WA, WA, WA, AC]),
        ("1000\n", "1009\n", [WA, WA, WA, AC]),
        ("1000\n", "1011\n", [WA, WA, WA, WA]),
        ("0\n", "-0.01\n", [WA, WA, WA, AC]),
        ("x 1\n", "X 1\n", [WA, WA, WA, WA]),
        ("1\n", "nan\n", [WA, WA, WA, WA]),
        ("nan\n", "nan\n", [AC, AC, AC, AC]),
        ("1\n", "inf\n", [WA, WA, WA, WA]),
        ("1e999\n", "1\n", [WA, WA, WA, WA]),
        ("10\n", "1_0\n", [WA, WA, WA, WA]),
        ("，\n", ",\n", [WA, WA, WA, WA]),
        ("a b\n", "a\u3000b\n", [WA, WA, WA, WA]),
    ],
)
def test_each_rule_on_each_kind_of_difference(
    answer: str, output: str, verdicts: list[Verdict]
) -> None:
    rules = exact, lines, tokens, loosely(0.01)
    assert [rule(answer.encode(), output.encode()).verdict for rule in rules] == verdicts


@given(texts, texts)
def test_each_rule_accepts_what_a_stricter_one_does(answer: bytes, output: bytes) -> None:
    found = [rule(answer, output) for rule in (exact, lines, tokens, loosely(0.0))]
    assert (found[0].verdict is AC) == (answer == output)
    assert (found[2].verdict is AC) == (answer.split() == output.split())
    accepted = [finding.verdict is AC for finding in found]
    assert accepted == sorted(accepted)
    for finding in found:
        blanks_only = b"".join(answer.split()) == b"".join(output.split())
        assert finding.verdict in ({AC, PE} if blanks_only else {WA})
        assert (finding.at is None) == (finding.verdict is AC)


@given(st.binary(), st.binary(), st.binary())
def test_the_exact_rule_finds_the_first_byte(common: bytes, one: bytes, other: bytes) -> None:
    answer, output = common + one, common + other
    if (at := exact(answer, output).at) is not None:
        first, same = at
        assert first == same >= len(common)
        assert answer[:first] == output[:first]
        assert answer[first : first + 1] != output[first : first + 1]


def test_the_first_difference_is_found_in_long_output() -> None:
    answer = b"x" * 200_000
    for at in (0, 65_535, 65_536, 131_072, 199_999):
        output = answer[:at] + b"y" + answer[at + 1 :]
        assert exact(answer, output).at == (at, at)
    assert exact(answer, answer[:65_536]).at == (65_536, 65_536)


def test_tokens_are_found_where_each_side_has_them() -> None:
    assert tokens(b"1 22 3\n", b"1\n\n 23 3\n").at == (3, 5)
    assert tokens(b"1 2\n", b"1\n").at == (2, 2)
    assert lines(b"a \nb\n", b"a\nc\n").at == (3, 2)


@pytest.mark.parametrize("name", ["", "diff", "float", "float:", "float:x", "float:-1", "float:1"])
def test_an_unknown_comparison_is_an_error(name: str) -> None:
    with pytest.raises(UserError, match="這種比對"):
        named(name)


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
    return Case("a b", tmp_path / "a b.in", tmp_path / "a b.out")


def checker(tmp_path: Path, script: str, prefix: str = "") -> Checker:
    (tmp_path / "check.py").write_text(script)
    return Checker(Referee.parse(f"{prefix}{sys.executable} '{tmp_path}/check.py'"))


@pytest.mark.parametrize(("status", "verdict"), [(0, AC), (42, AC), (1, WA), (43, WA), (2, PE)])
@pytest.mark.parametrize("prefix", ["", "kattis:"])
def test_checkers_of_both_conventions(
    tmp_path: Path, case: Case, prefix: str, status: int, verdict: Verdict
) -> None:
    script, told = (KATTIS, "in out") if prefix else (TESTLIB, f"in {status} out")
    found = checker(tmp_path, script, prefix)(case, str(status).encode())
    assert (found.verdict, found.at, found.comment) == (verdict, None, told)


def test_a_checker_needs_no_answer(tmp_path: Path, case: Case) -> None:
    assert case.answer is not None
    case.answer.unlink()
    bare = Case(case.name, case.input, None)
    assert checker(tmp_path, TESTLIB)(bare, b"0").comment == "in 0"


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("import sys; sys.exit(3)", "的結束狀態是 3，不是判定$"),
        ("import sys; sys.stderr.write('FAIL bad answer'); sys.exit(7)", "7，不是判定：「FAIL bad"),
        ("import os; os.abort()", "的結束狀態是 -6，不是判定"),
    ],
)
def test_a_checker_that_fails_is_an_error_and_no_verdict(
    tmp_path: Path, case: Case, script: str, complaint: str
) -> None:
    with pytest.raises(UserError, match=complaint):
        checker(tmp_path, script)(case, b"")


@pytest.mark.parametrize("words", ["", "kattis:", "'open"])
def test_a_checker_must_be_a_command(words: str) -> None:
    with pytest.raises(UserError):
        Referee.parse(words)
