"""Rows of commands, and each place that touches the inside of Typer, the oldest and the newest."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.processes import ROOT


@pytest.fixture(scope="module", params=["lowest", "newest"])
def typer(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the lowest Typer of pyproject.toml, or with the newest that there is."""
    folder = tmp_path_factory.mktemp(request.param)
    lines = (ROOT / "pyproject.toml").read_text("utf-8").splitlines()
    lowest = next(line.strip(' ",') for line in lines if "typer>=" in line).replace(">=", "==")
    wanted = lowest if request.param == "lowest" else "typer"
    command = [sys.executable, "-m", "pip", "install", "-q", "--target", str(folder), wanted]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def run(typer: Path, command: Sequence[str], **environment: str) -> tuple[int, str, str]:
    ours = {**os.environ, "PYTHONPATH": f"{typer}:{ROOT}", "LC_ALL": "C.UTF-8", **environment}
    done = subprocess.run(command, env=ours, capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_each_touch_of_typer_holds(typer: Path, tmp_path: Path) -> None:
    python = [sys.executable, "-m"]
    files = "tests/test_slips.py", "tests/test_completion.py"
    told = run(typer, [*python, "pytest", "-q", "-n", "0", *(str(ROOT / file) for file in files)])
    assert told[0] == 0, told[1]
    where = run(typer, [sys.executable, "-c", "import typer; print(typer.__file__)"])[1]
    assert where.startswith(str(typer))
