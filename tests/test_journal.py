"""The journal of `.ci/all`, and the order of the stages of `.ci/run` that have a time."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def pytest_in(folder: Path, plugin: str, *words: str, turn: str = "") -> list[str]:
    plugins = ["-p", plugin, "-p", "no:cacheprovider", "-p", "no:xdist"]
    command = [sys.executable, "-m", "pytest", *plugins, *words, "--rootdir", "."]
    environment = {"PYTHONPATH": str(Path(__file__).parents[1]), "TESTS_TURN": turn}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    return done.stdout.splitlines()


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_good(): assert 0\ndef test_mended(): pass\n")
    before = ["passed test_it.py::test_good", "failed test_it.py::test_mended"]
    (tmp_path / "log").write_text("".join(f"2026-01-01 1a2b3c {line}\n" for line in before))
    pytest_in(tmp_path, "tests.journal", "--journal", "log")
    after = [" ".join(line.split()[2:]) for line in (tmp_path / "log").read_text().splitlines()]
    assert after == [*before, "passed test_it.py::test_mended"]


def test_a_stage_with_a_time_begins_elsewhere_in_each_turn(tmp_path: Path) -> None:
    names = [f"test_{file}.py::test_{at}" for file in "abc" for at in range(5)]
    for file in "abc":
        rows = [f"def test_{at}(): pass\n" for at in range(5)]
        (tmp_path / f"test_{file}.py").write_text("".join(rows))
    orders = []
    for turn in "one", "two", "one":
        words = ["--minutes", "1", "--collect-only", "-q"]
        out = pytest_in(tmp_path, "tests.conftest", *words, turn=turn)
        orders.append([line for line in out if "::" in line])
        assert f"the same tests in the same order: TESTS_TURN={turn}" in out
        assert sorted(orders[-1]) == names
        assert len({name.partition("::")[0] for name in orders[-1][:3]}) == 3
    assert orders[0] == orders[2] != orders[1]
    assert orders[0][0] != orders[1][0]
