"""The rule behind a first difference: shown for a problem's tests, never for a hidden one."""

import sys
from pathlib import Path

import pytest

from judge import rule
from judge.cases import Case
from judge.problem.problem import Problem, new
from judge.runner import NOT_RUN, Result
from judge.verdicts import Verdict
from tests.processes import kit_in
from tests.tools import needs

ROOT = Path(__file__).parents[2]
WRONG = [sys.executable, "-c", "print('x' * 100000)"]


def judged(*words: str) -> str:
    return kit_in(ROOT, "judge", *words, "--", *WRONG, HOME="/tmp").stdout


def test_the_testdata_of_a_game_belong_to_its_problem() -> None:
    assert Problem.owner(ROOT / "testdata/big2") == ROOT / "big2/problem"
    assert Problem.owner(ROOT / "testdata") is None
    told = judged("testdata/war", "--filter", "war*")
    assert "規則：" in told


def test_copied_tests_show_no_rule_and_secret_ones_show_theirs(tmp_path: Path) -> None:
    for ending in "in", "out":
        data = (ROOT / f"testdata/war/war.{ending}").read_bytes()
        (tmp_path / f"war.{ending}").write_bytes(data)
    assert "規則" not in judged(str(tmp_path))
    assert "規則" in judged("war/problem/tests/secret", "--filter", "war*")


def test_a_problem_is_judged_by_its_name_with_rules() -> None:
    told = judged("--problem", "nim", "--filter", "sample/*")
    assert "sample/lecture" in told
    rules = [line for line in told.splitlines() if "規則：" in line]
    assert len({*rules}) == len(rules) == 3


@needs("g++")
def test_a_program_that_fails_at_once_is_told_the_file_that_it_opens(tmp_path: Path) -> None:
    line = '#include <cstdio>\nint main() { %sfreopen("out.txt", "w", stdout); puts("0"); }\n'
    for name, before in ("file", ""), ("comment", "}  // "):
        (tmp_path / name).mkdir()
        source = tmp_path / name / "main.cpp"
        source.write_text(line % before)
        run = kit_in(ROOT, "judge", "nim", str(source), "--filter", "sample/last")
        assert ("程式開了檔案" in run.stdout) is (name == "file")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return f'{input!r} {line} {language}'", "規則：b'"),
        ("return '\\n'.join('abcdef')", "規則：a\n     b\n     c\n"),
        ("return f'{len(output)} bytes'", "規則：65539 bytes"),
        ("raise ValueError", ""),
        pytest.param("while True: pass", "", marks=pytest.mark.slow),
        ("open('/etc/hostname2', 'w')", ""),
    ],
)
def test_an_explain_script_runs_under_limits(tmp_path: Path, body: str, told: str) -> None:
    folder = tmp_path / "mine"
    new(folder)
    code = f"def explain(input, answer, output, line, language):\n    {body}\n"
    (folder / "explain.py").write_text(code)
    out = judged(str(folder / "tests/sample"))
    assert told in out
    assert ("規則" in out) is bool(told)
    assert "WA" in out


@pytest.mark.parametrize(
    ("verdict", "answer", "transcript", "asks"),
    [
        (Verdict.WA, "1.out", (), True),
        (Verdict.WA, None, ("> init_game 1",), True),
        (Verdict.RE, "1.out", (), True),
        (Verdict.RE, None, (), False),
        (Verdict.OLE, "1.out", (), False),
    ],
)
def test_a_rule_is_asked_for_a_wrong_output_or_conversation(
    verdict: Verdict, answer: str | None, transcript: tuple[str, ...], asks: bool
) -> None:
    case = Case("1", Path("1.in"), () if answer is None else (Path(answer),))
    assert rule.asks(Result(case, verdict, NOT_RUN, transcript=transcript)) is asks
