"""Interactive problems: real programs guess a number that a real interactor knows."""

import sys
from pathlib import Path
from time import monotonic

import pytest

from cardjudge.programs.process import Ended, Limits, Process
from judge.cases import Case
from judge.checker import Referee
from judge.interactive import ALONE, Interactor
from judge.layouts import find
from judge.runner import Program, Result
from judge.text import reason
from judge.verdicts import Verdict
from tests.conftest import Build
from tests.judge.conftest import python, write
from tests.tables import table

LIMITS = Limits(wall=60.0, cpu=5.0, memory=256 << 20, output=1 << 20)
SHORT = LIMITS._replace(wall=1.0)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the ends of programs on a busy machine."""
    for name, seconds in ("_GRACE", 60.0), ("_LAST_WORD", 3.0):
        monkeypatch.setattr(f"judge.interactive.{name}", seconds)


INTERACTOR = (Path(__file__).parent / "programs/guess.txt").read_text()
BISECT = """
import sys
low, high = 0, 100
while True:
    guess = (low + high) // 2
    print(guess, flush=True)
    reply = sys.stdin.readline().strip()
    if reply == "right":
        break
    low, high = (guess + 1, high) if reply == "higher" else (low, guess - 1)
"""
UNFLUSHED = (Path(__file__).parent / "programs/unflushed.c").read_text()


@pytest.fixture
def interactor(tmp_path: Path) -> str:
    write(tmp_path / "interactor", guess_py=INTERACTOR)
    return f"{sys.executable} {tmp_path}/interactor/guess.py"


def held(
    command: list[str], interactor: str, limits: Limits = LIMITS, case: Case = ALONE
) -> Result:
    return Interactor(Referee.parse(interactor)).judging(Program(tuple(command), limits))(case)


def test_a_conversation_is_judged_and_recorded(interactor: str) -> None:
    result = held(python(BISECT), interactor)
    assert result.verdict is Verdict.AC
    assert result.transcript == (
        "> 50", "< lower", "> 24", "< higher", "> 37", "< higher", "> 43", "< lower",
        "> 40", "< higher", "> 41", "< higher", "> 42", "< right",
    )  # fmt: skip


@pytest.mark.parametrize("prefix", ["", "kattis:"])
def test_the_interactor_reads_the_case(interactor: str, tmp_path: Path, prefix: str) -> None:
    write(tmp_path, seven_in="7")
    result = held(python(BISECT), prefix + interactor, case=Case("seven", tmp_path / "seven.in"))
    assert result.transcript[-2:] == ("> 7", "< right")
    assert result.verdict is Verdict.AC


@pytest.mark.parametrize(("script", "verdict", "why"), table("judge/conversations.txt"))
def test_the_program_that_ends_first_decides(
    interactor: str, script: str, verdict: str, why: str
) -> None:
    result = held(python(script), interactor)
    assert (result.verdict, reason(result, LIMITS)) == (verdict, why)
    assert result.ended.wall < 50


def test_who_has_died_has_not_closed_its_output(
    interactor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine the judge sees the end late; the interactor must not hear of it before."""
    seen, wait = dict[Process, float](), Process.wait

    def late(process: Process, timeout: float | None = None) -> Ended | None:
        ended = wait(process, timeout)
        is_new = ended and monotonic() < seen.setdefault(process, monotonic()) + 1.0
        return None if is_new and timeout == 0 else ended

    monkeypatch.setattr("judge.interactive._LAST_WORD", 0.2)
    monkeypatch.setattr("judge.interactive.Process.wait", late)
    assert held(python("1 / 0"), interactor).verdict is Verdict.RE


def test_a_missing_flush_is_named(interactor: str, compiled: Build) -> None:
    result = held(compiled(UNFLUSHED), interactor, SHORT)
    assert result.verdict is Verdict.TLE
    assert reason(result, SHORT) == "在等待輸入：忘了 flush？"
    assert result.transcript == ()


def test_a_hanging_interactor_is_a_system_error(tmp_path: Path) -> None:
    write(tmp_path / "hangs", hangs_py="import time; input(); time.sleep(60)")
    script = "print(1, flush=True); input()"
    result = held(
        python(script), f"{sys.executable} {tmp_path}/hangs/hangs.py", LIMITS._replace(wall=2.0)
    )
    assert result.verdict is Verdict.SE
    assert result.comment.startswith("互動程式")


@pytest.mark.parametrize(
    ("script", "limits", "why"),
    [
        (
            "print(1, flush=True); import time; time.sleep(60)",
            LIMITS._replace(wall=2.0),
            "經過的時間超過 2 秒",
        ),
        ("while True: pass", LIMITS._replace(cpu=0.3), "用掉的 CPU 時間超過 0.3 秒"),
    ],
)
def test_a_busy_or_sleeping_program_has_no_missing_flush(
    interactor: str, script: str, limits: Limits, why: str
) -> None:
    result = held(python(script), interactor, limits)
    assert (result.verdict, reason(result, limits)) == (Verdict.TLE, why)


@pytest.mark.parametrize("before", ["", "sys.stdout.close(); "])
@pytest.mark.parametrize(
    ("limits", "verdict"), [(LIMITS, "OLE"), (LIMITS._replace(cpu=0.2, output=None), "TLE")]
)
def test_a_flood_is_the_fault_of_the_program_even_if_the_interactor_reads_it(
    before: str, limits: Limits, verdict: str
) -> None:
    listens = f"{sys.executable} -c 'import os, sys; {before}sys.stdin.read()'"
    result = held(python("while True: print('x' * 1000)"), listens, limits)
    assert result.verdict == verdict


def test_a_flooding_interactor_does_not_block_the_judge() -> None:
    """The program never reads, so the flood stops at the pipe; the program's failure decides."""
    floods = f"{sys.executable} -c 'while True: print(1)'"
    result = held(python("import time; time.sleep(0.5); raise SystemExit(5)"), floods)
    assert reason(result, LIMITS) == "結束狀態 5"


def test_a_long_line_passes_both_ways() -> None:
    """A megabyte goes there and back, although pipes hold far less."""
    says = "import sys\nword = 'x' * (1 << 20)\nprint(word, flush=True)\n"
    judges = f"{says}sys.exit(sys.stdin.readline() != word + chr(10))"
    echoes = "import sys; print(sys.stdin.readline(), end='')"
    interactor = f'{sys.executable} -c "{judges}"'
    result = held(python(echoes), interactor, LIMITS._replace(output=2 << 20))
    assert result.verdict is Verdict.AC
    assert [len(said) for said in result.transcript] == [(1 << 20) + 2] * 2


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("raise SystemExit(3)", "沒有判定：結束狀態 3"),
        ("raise RuntimeError('mine')", "RuntimeError: mine"),
        ("import os; os.abort()", "沒有判定：訊號 SIGABRT"),
    ],
)
@pytest.mark.parametrize("program", ["pass", "import sys; sys.stdin.read()", "input()"])
def test_an_interactor_that_fails_is_a_system_error(
    script: str, complaint: str, program: str
) -> None:
    result = held(python(program), f'{sys.executable} -c "{script}"')
    assert result.verdict is Verdict.SE
    assert result.comment.startswith("互動程式")
    assert complaint in result.comment


@pytest.mark.parametrize("program", ["pass", "import sys; sys.stdin.read()", "input()"])
def test_an_interactor_that_closes_its_output_has_failed(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the program or the output ends first; a shell closes it before Python has started."""
    monkeypatch.setattr("judge.interactive._GRACE", 2)
    result = held(python(program), 'sh -c "exec >&-; exec sleep 600"')
    assert result.verdict is Verdict.SE
    assert "沒有判定：它關掉了輸出" in result.comment


def test_a_case_may_expect_a_status(interactor: str, tmp_path: Path) -> None:
    write(tmp_path, seven_in="7", seven_status="3")
    (case,) = find([tmp_path], "seven")
    listens = f"{sys.executable} -c 'import sys; sys.exit(sys.stdin.read() != str(1))'"
    program = "import sys; sys.stdout.write('1'); sys.stdout.flush(); sys.exit({})"
    assert held(python(program.format(3)), listens, case=case).verdict is Verdict.AC
    assert held(python(program.format(0)), listens, case=case).verdict is Verdict.RE
