"""The commands ``judge`` and ``judge answers`` from end to end."""

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pexpect
import pytest

from tests.judge.conftest import python, write
from tests.processes import kit, lives, wait_for
from tests.tools import needs_sandbox, slow_after

JUDGE = (sys.executable, "-m", "judge")
judge = partial(kit, "judge")
ROOT = Path(__file__).parents[2]
AS_USER = ("--sandbox", "none")
"""A program that touches files of the test."""
ECHO = python("import sys; print(sys.stdin.read(), end='')")


def verdicts(run: subprocess.CompletedProcess[str]) -> list[tuple[str, str]]:
    rows = [row.split() for row in run.stdout.splitlines()[:-1] if not row.startswith(" ")]
    return [(row[0], row[1]) for row in rows]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(
        tmp_path / "cases", a1_in="1\n", a1_out="1\n", a2_in="2\n", a2_out="3\n", a10_in="4\n",
        a10_ans="4\n", b_in="", b_out="", b_status="2",
    )  # fmt: skip


def test_the_status_is_0_only_if_all_tests_are_accepted(folder: Path) -> None:
    run = judge(folder, "--", *ECHO)
    assert verdicts(run) == [("AC", "a1"), ("AC", "a10"), ("WA", "a2"), ("RE", "b")]
    assert (run.returncode, run.stderr) == (1, "")
    run = judge(folder, "--filter", "a1*", "--", *ECHO)
    assert verdicts(run) == [("AC", "a1"), ("AC", "a10")]
    assert (run.returncode, run.stderr) == (0, "")


def test_options_after_the_two_dashes_belong_to_the_program(folder: Path) -> None:
    program = python("import sys; print(sys.argv[1:])")
    write(folder, a1_out="['--help', '--', '--jobs', '0']\n")
    run = judge(folder, "--filter", "a1", "--", *program, "--help", "--", "--jobs", "0")
    assert verdicts(run) == [("AC", "a1")]


@pytest.mark.slow
def test_several_workers_report_the_same_in_the_same_order(folder: Path) -> None:
    slow = python(
        "import sys, time; t = sys.stdin.read(); time.sleep(t == '1\\n'); print(t, end='')"
    )
    run = judge(folder, "--workers", "3", "--", *slow)
    assert verdicts(run) == [("AC", "a1"), ("AC", "a10"), ("WA", "a2"), ("RE", "b")]


def test_stop_first_stops_after_the_first_failure(folder: Path) -> None:
    run = judge(folder, "--stop-first", "--", *ECHO)
    assert verdicts(run) == [("AC", "a1"), ("WA", "a2")]
    assert run.stdout.endswith("2 個測試：1 AC（通過）、1 WA（答案錯誤），還有 2 個沒有執行\n")
    assert run.returncode == 1


def test_a_missing_answer_is_reported_before_anything_runs(folder: Path, tmp_path: Path) -> None:
    write(folder, c_in="")
    run = judge(folder, "--", "touch", tmp_path / "ran")
    assert run.returncode == 2
    assert run.stderr.startswith("錯誤：")
    assert "c.in 沒有答案" in run.stderr
    assert not (tmp_path / "ran").exists()


def test_an_interactor_needs_no_folder(tmp_path: Path) -> None:
    script = "import sys; sys.exit(sys.stdin.readline() != 'hello\\n')"
    write(tmp_path, host_py=script)
    options = (
        "--interactor",
        f"{sys.executable} {tmp_path}/host.py",
        "--transcript",
        tmp_path / "t.txt",
    )
    run = judge(*options, "--", *python("print('hello')"))
    assert (verdicts(run), run.returncode) == ([("AC", "對話")], 0)
    assert (tmp_path / "t.txt").read_text() == "> hello\n"
    run = judge(*options, "--", *python("print('bye')"))
    assert (verdicts(run), run.returncode) == ([("WA", "對話")], 1)


def test_answers_reports_the_files_that_it_wrote(folder: Path) -> None:
    write(folder, c_in="see", d_in="")
    run = judge("answers", folder, "--filter", "[acd]*", "--", *ECHO)
    assert run.stdout == f"寫入 {folder}/c.out（3 個位元組）\n寫入 {folder}/d.out（0 個位元組）\n"
    assert run.returncode == 0
    assert (folder / "a1.out").read_text() == "1\n"
    assert (
        judge("answers", folder, "--", *ECHO).stdout == "每個 .in 都已經有答案，沒有寫任何檔案。\n"
    )
    (folder / "d.out").unlink()
    run = judge("answers", folder, "--", *python("1 / 0"))
    assert (run.stdout, run.returncode) == (f"沒有寫 {folder}/d.out：結束狀態 1\n", 1)
    write(folder, d_status="2")
    run = judge("answers", folder, "--", *ECHO)
    assert run.stdout == f"沒有寫 {folder}/d.out：結束狀態 0，應該是 2\n"


@needs_sandbox
def test_a_program_whose_answers_are_recorded_reads_no_other(folder: Path) -> None:
    write(folder, c_in="")
    thief = f"print(open({str(folder / 'a1.out')!r}).read())"
    run = judge("answers", folder, "--", *python(thief))
    assert (run.returncode, (folder / "c.out").exists()) == (1, False)


def test_a_terminal_shows_each_verdict_as_soon_as_it_is_known(folder: Path, tmp_path: Path) -> None:
    waits = f"""
        import os, sys, time
        word = sys.stdin.read()
        while word == "4\\n" and not os.path.exists("{tmp_path}/go"):
            time.sleep(0.01)
        print(word, end="")
    """
    words = [*JUDGE[1:], str(folder), *AS_USER, "--", *python(waits)]
    child = pexpect.spawn(JUDGE[0], words, encoding="utf-8", dimensions=(30, 100), timeout=120)
    child.expect("AC.*a1 ")
    (tmp_path / "go").touch()
    child.expect("AC.*a10")
    child.expect("WA.*a2 .*第 1 行第 1 欄")
    child.expect("輸入是 1 │ 2")
    child.expect("4 個測試：2 AC（通過）、1 WA（答案錯誤）、1 RE（執行時錯誤）")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 1


def test_a_system_error_is_status_2_and_the_rest_is_judged(folder: Path, tmp_path: Path) -> None:
    write(tmp_path, check_py="import sys; sys.exit(open(sys.argv[1]).read() != '1\\n' and 99)")
    checker = ("--checker", f"{sys.executable} {tmp_path}/check.py")
    run = judge(folder, "--filter", "a*", *checker, "--", *ECHO)
    assert verdicts(run) == [("AC", "a1"), ("SE", "a2"), ("SE", "a10")]
    assert (run.returncode, run.stderr) == (2, "")


@pytest.mark.parametrize(
    ("number", "workers"),
    slow_after(
        2, [(signal.SIGINT, 1), (signal.SIGTERM, 2), (signal.SIGINT, 2), (signal.SIGTERM, 1)]
    ),
)
def test_an_interrupted_judge_ends_its_programs(
    folder: Path, tmp_path: Path, number: int, workers: int
) -> None:
    script = f"""
        import os, sys, time
        word = sys.stdin.read()
        if word == "1\\n":
            print(1)
            sys.exit()
        os.fork()
        with open("{tmp_path}/pids", "a") as pids:
            pids.write(f"{{os.getpid()}}\\n")
        time.sleep(600)
    """
    options = *AS_USER, f"--workers={workers}", "--filter=a[12]"
    words = [*JUDGE, str(folder), *options, "--", *python(script)]
    pids = tmp_path / "pids"
    pids.touch()
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        wait_for(lambda: len(pids.read_text().split()) == 2)
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"AC   a1")
        process.send_signal(number)
        out, err = process.communicate(timeout=120)
    assert process.returncode == 128 + number
    assert b"Traceback" not in err
    assert out.decode().splitlines()[-1].startswith("1 個測試：1 AC（通過），還有 1 個沒有執行")
    wait_for(lambda: not any(map(lives, map(int, pids.read_text().split()))))
