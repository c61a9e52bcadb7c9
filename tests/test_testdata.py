"""Every case of testdata/, through a real process, to the byte."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "testdata"
CASES = sorted(ROOT.glob("*/*.in"))


def test_every_answer_has_its_input() -> None:
    inputs = {case.with_suffix("") for case in CASES}
    assert {path.with_suffix("") for path in ROOT.glob("*/*.*")} == inputs


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.stem}")
def test_case(case: Path) -> None:
    def beside(suffix: str) -> bytes:
        path = case.with_suffix(suffix)
        return path.read_bytes() if path.exists() else b""

    command = [sys.executable, "-m", case.parent.name, *shlex.split(beside(".args").decode())]
    with case.open("rb") as stdin:
        run = subprocess.run(command, stdin=stdin, capture_output=True, cwd=ROOT, check=False)
    assert run.stdout == case.with_suffix(".out").read_bytes()
    assert run.stderr == beside(".err")
    assert run.returncode == int(beside(".status") or 0)
