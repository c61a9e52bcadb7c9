"""Each judge's convention, by real processes: both verdicts, and a failure without verdict."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE

import pytest

Start = Callable[[str, str], subprocess.Popen[bytes]]
ACCEPTS = "def judge(*given): return None\n"
REJECTS = "def judge(*given): return 'no'\n"
FAILS = "def judge(*given): raise KeyError('of ours')\n"
CHECKS_OUTPUT = """
def judge(input, answer, output):
    return None if (input, answer, output) == (b"in", b"ans", b"out") else "mixed up"
"""
TALKS = """
def judge(data, contestant):
    contestant.write(data.decode())
    return contestant.read().decode().strip() or None
"""


def script(judge: str, convention: str) -> str:
    return f"from judge.problem.conventions import {convention}\n{judge}\n{convention}(judge)\n"


@pytest.fixture
def started(tmp_path: Path) -> Start:
    """Return a function that starts a script whose streams are the test's."""
    for name in "in", "ans":
        (tmp_path / name).write_text(name)

    def start(judge: str, convention: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", script(judge, convention), "in", "ans", "."]
        return subprocess.Popen(command, stdin=PIPE, stdout=PIPE, cwd=tmp_path)

    return start


@pytest.mark.parametrize("convention", ["kattis_validator", "kattis_interactor"])
@pytest.mark.parametrize(("judge", "status"), [(ACCEPTS, 42), (REJECTS, 43), (FAILS, 1)])
def test_scripts_for_kattis_exit_with_42_or_43(
    convention: str, judge: str, status: int, tmp_path: Path, started: Start
) -> None:
    with started(judge, convention) as ended:
        assert ended.communicate()[0] == b""
    assert ended.returncode == status
    if judge == REJECTS:
        assert (tmp_path / "judgemessage.txt").read_text() == "no\n"


@pytest.mark.parametrize(
    ("judge", "convention", "given", "said", "status"),
    [
        (CHECKS_OUTPUT, "kattis_validator", b"out", b"", 42),
        (TALKS, "kattis_interactor", b"hello\n", b"in\n", 43),
    ],
)
def test_a_script_gets_its_files_and_its_standard_input(
    judge: str, convention: str, given: bytes, said: bytes, status: int, started: Start
) -> None:
    with started(judge, convention) as ended:
        assert ended.communicate(given)[0] == said
    assert ended.returncode == status


def test_an_interactor_closes_its_output_before_it_waits_for_the_program(started: Start) -> None:
    """In the other order both would wait for ever."""
    with started(ACCEPTS, "kattis_interactor") as judge:
        assert judge.stdout is not None
        assert judge.stdin is not None
        assert judge.stdout.read() == b""
        assert judge.poll() is None
        judge.stdin.write(b"still talking\n")
        judge.stdin.close()
        assert judge.wait(30) == 42


def test_an_interactor_for_kattis_ends_at_once_if_it_rejects(started: Start) -> None:
    with started(REJECTS, "kattis_interactor") as judge:
        assert judge.wait(30) == 43
