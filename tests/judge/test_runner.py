"""Verdicts on real programs, in Python and C, that misbehave in every known way."""

import tomllib
from pathlib import Path

import pytest

from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Mode, Sandbox
from judge.cases import Case
from judge.layouts import find
from judge.runner import Comparison, Program, Result
from judge.text import explanation, reason
from judge.verdicts import Verdict
from tests.conftest import Build
from tests.judge.conftest import python, write

MB = 1 << 20
LIMITS = Limits(wall=60.0, cpu=5.0, memory=256 * MB, output=8 * MB)
SHORT = LIMITS._replace(wall=1.0)
TABLE = tomllib.loads(Path(__file__).with_name("runner.toml").read_text("utf-8"))
NOTHING = "沒有收到任何輸出；可能還留在緩衝區裡"


@pytest.fixture
def case(tmp_path: Path) -> Case:
    (found,) = find([write(tmp_path / "cases", sum_in="1 2\n", sum_out="3\n")])
    return found


def judged(
    command: list[str], case: Case, limits: Limits = LIMITS, mode: Mode = "none", how: str = "exact"
) -> Result:
    return Comparison(how).judging(Program(tuple(command), limits, Sandbox(mode)))(case)


@pytest.mark.parametrize(("script", "verdict", "why"), TABLE["programs"])
def test_a_program_gets_its_verdict_and_reason(
    case: Case, script: str, verdict: str, why: str
) -> None:
    result = judged(python(script), case)
    assert (result.verdict, reason(result, LIMITS)) == (verdict, why)


@pytest.mark.parametrize(("how", "output", "line"), TABLE["beginnings"])
def test_the_cut_end_of_an_output_is_no_difference(
    how: str, output: str, line: int, tmp_path: Path
) -> None:
    (case,) = find([write(tmp_path / "cases", a_in="", a_out="one 1.50\ntwo 2\nthree\n")])
    script = f"import os; os.write(1, {output.encode()!r}); os._exit(7)"
    result = judged(python(script), case, how=how)
    assert result.verdict is Verdict.RE
    assert (result.difference and result.difference.came.line) == (line or None)
    assert (result.arrived is False) == (output == "")
    rows = explanation(result)
    assert (NOTHING in rows) == (output == "")


@pytest.mark.parametrize(("body", "why"), TABLE["crashes"])
def test_the_signal_of_a_crash_is_named(case: Case, compiled: Build, body: str, why: str) -> None:
    result = judged(compiled(f"{HEADERS}int main(void) {{ {body} return 0; }}"), case)
    assert (result.verdict, reason(result, LIMITS)) == (Verdict.RE, why)
    errors = ["標準錯誤輸出：", "why"] if "why" in body else []
    assert explanation(result) == [*errors, NOTHING]


@pytest.mark.parametrize("cause", ["", 'Exception in thread "main" x: y', "Error: no module"])
def test_the_cause_and_the_end_of_standard_error_are_shown(cause: str, case: Case) -> None:
    script = f"import sys\nprint({cause!r}, file=sys.stderr)\n"
    script += "for i in range(30): print(i, '\\x1b[31m', file=sys.stderr)\nsys.exit(1)"
    shown = explanation(judged(python(script), case))
    errors = [f"{number} ␛[31m" for number in range(20, 30)]
    assert shown == ["標準錯誤輸出：", *filter(None, [cause]), "…", *errors, NOTHING]


HEADERS = """
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
"""


def test_a_program_that_waits_is_ended(case: Case) -> None:
    script = "import os, time, signal as s; s.signal(15, s.SIG_IGN); os.close(1); time.sleep(60)"
    result = judged(python(script), case, SHORT)
    assert (result.verdict, reason(result, SHORT)) == (Verdict.TLE, "經過的時間超過 1 秒")
    assert result.ended.wall < 30


def test_a_program_that_computes_too_long_exceeds_the_cpu_time(case: Case, compiled: Build) -> None:
    limits = LIMITS._replace(cpu=0.2)
    result = judged(compiled("int main(void) { for (;;) ; }"), case, limits)
    assert result.verdict is Verdict.TLE
    assert reason(result, limits) == "用掉的 CPU 時間超過 0.2 秒"


EAT = (Path(__file__).parent / "programs/eat.c").read_text()


def test_a_flood_of_a_gigabyte_exceeds_the_output_limit(case: Case) -> None:
    result = judged(python("for _ in range(1024): print('x' * (1 << 20), end='')"), case)
    assert (result.verdict, reason(result, LIMITS)) == (
        Verdict.OLE,
        "第 1 行第 1 欄；之後輸出超過 8 MiB",
    )
    assert judged(python("while True: print('x' * 4096)"), case).verdict is Verdict.OLE


@pytest.mark.parametrize("script", TABLE["large_files"])
def test_a_file_that_grows_too_large_exceeds_the_output_limit(
    case: Case, script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = judged(python(script), case)
    assert (result.verdict, reason(result, LIMITS)) == (Verdict.OLE, "寫出的檔案超過 8 MiB")


@pytest.mark.parametrize(
    "script", ["import sys; sys.exit('File too large')", "import os; os._exit(153)"]
)
def test_a_message_a_status_or_a_file_of_another_process_is_no_large_file(
    case: Case, script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "large").write_bytes(bytes(9 << 20))
    assert judged(python(script), case).verdict is Verdict.RE


def test_a_program_that_allocates_too_much_exceeds_the_memory_limit(
    case: Case, compiled: Build
) -> None:
    limits = LIMITS._replace(memory=64 * MB)
    for command in compiled(EAT), python("import time; x = b'x' * (1 << 28); time.sleep(600)"):
        result = judged(command, case, limits)
        assert (result.verdict, reason(result, limits)) == (Verdict.MLE, "記憶體超過 64 MiB")


@pytest.mark.parametrize(
    ("script", "verdict", "why"),
    [
        ("import sys; print('so far'); sys.stderr.write('錯誤'); sys.exit(2)", "AC", ""),
        ("import sys; print('so far'); sys.stderr.write('錯誤')", "RE",
         "輸出正確，但是結束狀態 0，應該是 2"),
        ("import sys; print('so far'); sys.stderr.write('錯'); sys.exit(2)", "WA",
         "標準錯誤輸出第 1 行第 2 欄：輸出到這裡就結束了，後面還少了內容"),
    ],
)  # fmt: skip
def test_a_case_may_expect_an_error(tmp_path: Path, script: str, verdict: str, why: str) -> None:
    write(tmp_path, a_in="", a_out="so far\n", a_status="2\n", a_err="錯誤")
    (case,) = find([tmp_path])
    result = judged(python(script), case)
    assert (result.verdict, reason(result, LIMITS)) == (verdict, why)
