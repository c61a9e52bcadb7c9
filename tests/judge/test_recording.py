"""Answers recorded by ``judge answers``."""

import os
from pathlib import Path

import pytest

from cardjudge.programs.process import Limits
from judge.cases import Case
from judge.layouts import find
from judge.runner import Program, record
from judge.verdicts import Verdict
from tests.judge.conftest import python, write
from tests.processes import kit
from tests.tools import needs_sandbox

UPPER = Program(tuple(python("import sys; print(sys.stdin.read().upper(), end='')")), Limits())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path, a_in="牌a\r\n", b_in="b", b_out="old", c_in="c", c_ans="older")


def unanswered(folder: Path) -> list[Case]:
    return [case for case in find([folder]) if case.answer is None]


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_bytes().decode() for path in folder.iterdir()}


def test_only_missing_answers_are_recorded(folder: Path) -> None:
    before = contents(folder)
    ((path, result),) = record(unanswered(folder), UPPER)
    assert (path, len(result.output), result.verdict) == (folder / "a.out", 6, Verdict.AC)
    assert contents(folder) == before | {"a.out": "牌A\r\n"}
    assert unanswered(folder) == []


@pytest.mark.parametrize(
    "script", ["print(1); raise SystemExit(3)", "import time; print(1); time.sleep(60)"]
)
def test_a_failed_run_is_not_recorded(folder: Path, script: str) -> None:
    before = contents(folder)
    cases = unanswered(folder)
    verdicts = {
        result.verdict
        for _, result in record(cases, Program(tuple(python(script)), Limits(wall=0.3)))
    }
    assert verdicts <= {Verdict.RE, Verdict.TLE}
    assert contents(folder) == before


def test_an_expected_refusal_is_recorded(folder: Path) -> None:
    write(folder, a_status="2")
    program = Program(tuple(python("print(1); raise SystemExit(2)")), Limits())
    ((_, result),) = record(unanswered(folder), program)
    assert result.verdict is Verdict.AC
    assert (folder / "a.out").read_text() == "1\n"


def test_an_answer_that_appears_meanwhile_is_not_overwritten(folder: Path) -> None:
    cases = unanswered(folder)
    write(folder, a_out="mine")
    with pytest.raises(FileExistsError):
        list(record(cases, UPPER))
    assert (folder / "a.out").read_text() == "mine"
    assert len(os.listdir(folder)) == 6


@needs_sandbox
def test_a_recorded_program_runs_in_the_sandbox(folder: Path) -> None:
    thief = f"print(open({str(folder / 'b.out')!r}).read())"
    run = kit("judge", "answers", folder, "--", *python(thief))
    assert (run.returncode, sorted(contents(folder))) == (
        1,
        ["a.in", "b.in", "b.out", "c.ans", "c.in"],
    )
