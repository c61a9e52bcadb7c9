"""The packages for CMS, under a harness that keeps its protocol."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.problem.package import export
from judge.problem.problem import Problem
from judge.problem.trial import Trial
from tests.judges import FAILED, cms
from tests.judges.programs import command
from tests.tools import needs

pytestmark = [pytest.mark.slow, needs("g++", "gcc")]

SECONDS = 5.0
TIMID = 0.5
"""Seconds for programs that will not end."""


def exported(name: str, folder: Path) -> Path:
    with Trial(Problem.load(name)) as trial:
        return export(trial, "cms", folder)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return exported("blackjack", tmp_path_factory.mktemp("cms"))


@pytest.mark.parametrize("name", ["nim", "blackjack"])
def test_every_program_gets_its_verdict(name: str, tmp_path: Path) -> None:
    found = cms.verdicts(exported(name, tmp_path), SECONDS)
    assert found
    assert {name: name.split("/")[0] for name in found} == found


def evaluate(package: Path, script: str, seconds: float = SECONDS) -> cms.Outcome:
    """Evaluate a contestant in Python that speaks the conversation itself."""
    program = [sys.executable, "-c", script]
    return cms.communication(package, package / "input" / "input0.txt", program, seconds)


def test_the_manager_prints_outcome_and_text_and_exits_with_0(package: Path) -> None:
    # The manager must open the FIFO to the program first; in the other order manager and program
    # would wait for each other until the program's time is up.
    outcome = evaluate(package, "print('cheat', flush=True); open(0).read()")
    assert outcome.verdict == "wrong_answer"
    assert outcome.text == "不合法的操作：cheat"
    assert outcome.manager is not None
    assert outcome.manager.status == 0


def test_a_program_that_stops_early_is_wrong_and_the_manager_survives(
    package: Path,
) -> None:
    # From here on the manager writes into a closed pipe.
    outcome = evaluate(package, "input(); print('bet_you_have', flush=True)")
    assert outcome.verdict == "wrong_answer"
    assert outcome.text == "程式在遊戲結束前就停止了。"
    assert outcome.manager is not None
    assert outcome.manager.status == 0


@pytest.mark.parametrize(
    "script",
    [
        "input(); input()",  # waits for a reply without a request
        "while True: print('bet_you_have', flush=True)",  # never reads: both pipes fill up
        "print('x' * 10**6, flush=True)\nwhile True: pass",
    ],
)
def test_a_deadlock_exceeds_the_time_limit_of_the_program(package: Path, script: str) -> None:
    outcome = evaluate(package, script, TIMID)
    assert outcome.verdict == "time_limit_exceeded"
    assert outcome.manager is not None
    assert outcome.manager.status == 0
    assert outcome.manager.exceeded is None


def test_a_broken_manager_is_no_verdict(package: Path, tmp_path: Path) -> None:
    broken = tmp_path / "input0.txt"
    broken.write_text("no seed\n")
    program = [sys.executable, "-c", "open(0).read()"]
    outcome = cms.communication(package, broken, program, SECONDS)
    assert outcome.verdict == FAILED


def test_the_stub_accepts_the_fifos_as_arguments(package: Path, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_bytes((package / "input" / "input0.txt").read_bytes())
    for name in ("to_user", "from_user"):
        os.mkfifo(tmp_path / name)
    others = sorted((package / "sol").glob("*"))
    source = package / "submissions" / "accepted" / "bold.cpp"
    program = command(source, others, tmp_path)
    manager = [str(package / "check" / "manager"), "from_user", "to_user"]
    with (
        subprocess.Popen(manager, cwd=tmp_path, stdout=subprocess.PIPE) as process,
        subprocess.Popen([*program, "to_user", "from_user"], cwd=tmp_path) as user,
    ):
        assert process.communicate(timeout=30)[0] == b"1.0\n"
        assert user.wait(30) == 0


def test_the_package_has_the_files_that_the_loader_reads(package: Path) -> None:
    files = {str(path.relative_to(package)) for path in package.rglob("*")}
    assert files >= {
        "task.yaml",
        "gen/GEN",
        "statement/statement.pdf",
        "input/input0.txt",
        "output/output5.txt",
        "sol/stub.cpp",
        "sol/Blackjack.h",
        "att/Blackjack.h",
    }
    assert os.access(package / "check" / "manager", os.X_OK)
    assert (package / "parameters.json").read_text() == '[1, "stub", "std_io"]\n'
    tests = (package / "gen" / "GEN").read_text().splitlines()
    assert tests[::2][:2] == ["# ST: 0", "# ST: 100"]
    assert len(tests) - 2 == len(list((package / "input").iterdir()))
    assert f"n_input: {len(tests) - 2}\n" in (package / "task.yaml").read_text()
