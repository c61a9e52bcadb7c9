"""Each judge's convention, by real processes: both verdicts, and a failure without verdict."""

import subprocess
import sys
from pathlib import Path

import pytest

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


def talking(judge: str, convention: str, tmp_path: Path) -> subprocess.Popen[bytes]:
    """Start an interactor that talks to the test."""
    (tmp_path / "in").write_bytes(b"in")
    return subprocess.Popen(
        [sys.executable, "-c", script(judge, convention), "in", "ans", "."],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
    )


def run(
    judge: str, convention: str, tmp_path: Path, *, stdin: bytes = b"", arguments: list[str]
) -> subprocess.CompletedProcess[bytes]:
    for name, content in (("in", b"in"), ("ans", b"ans"), ("out", b"out")):
        (tmp_path / name).write_bytes(content)
    return subprocess.run(
        [sys.executable, "-c", script(judge, convention), *arguments],
        input=stdin,
        capture_output=True,
        cwd=tmp_path,
        check=False,
    )


@pytest.mark.parametrize("convention", ["kattis_validator", "kattis_interactor"])
@pytest.mark.parametrize(("judge", "status"), [(ACCEPTS, 42), (REJECTS, 43), (FAILS, 1)])
def test_scripts_for_kattis_exit_with_42_or_43(
    convention: str, judge: str, status: int, tmp_path: Path
) -> None:
    ended = run(judge, convention, tmp_path, arguments=["in", "ans", "."])
    assert ended.returncode == status
    assert ended.stdout == b""
    if judge == REJECTS:
        assert (tmp_path / "judgemessage.txt").read_text() == "no\n"


def test_a_checker_gets_input_answer_and_output(tmp_path: Path) -> None:
    arguments = ["in", "ans", "."]
    ended = run(CHECKS_OUTPUT, "kattis_validator", tmp_path, stdin=b"out", arguments=arguments)
    assert ended.returncode == 42


def test_interactors_talk_through_the_standard_streams(tmp_path: Path) -> None:
    arguments = ["in", "ans", "."]
    ended = run(TALKS, "kattis_interactor", tmp_path, stdin=b"hello\n", arguments=arguments)
    assert (ended.stdout, ended.returncode) == (b"in\n", 43)


def test_an_interactor_closes_its_output_before_it_waits_for_the_program(tmp_path: Path) -> None:
    """In the other order both would wait for ever."""
    with talking(ACCEPTS, "kattis_interactor", tmp_path) as judge:
        assert judge.stdout is not None
        assert judge.stdin is not None
        assert judge.stdout.read() == b""
        assert judge.poll() is None
        judge.stdin.write(b"still talking\n")
        judge.stdin.close()
        assert judge.wait(30) == 42


def test_an_interactor_for_kattis_ends_at_once_if_it_rejects(tmp_path: Path) -> None:
    with talking(REJECTS, "kattis_interactor", tmp_path) as judge:
        assert judge.wait(30) == 43
