"""The journal of `.ci/all`."""

import subprocess
import sys
from pathlib import Path


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("def test_good(): assert 0\ndef test_mended(): pass\n")
    before = ["passed test_it.py::test_good", "failed test_it.py::test_mended"]
    (tmp_path / "log").write_text("".join(f"2026-01-01 1a2b3c {line}\n" for line in before))
    plugins = ["-p", "tests.journal", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command = [sys.executable, "-m", "pytest", *plugins, "--journal", "log", "--rootdir", "."]
    subprocess.run(
        command,
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        check=False,
    )
    after = [" ".join(line.split()[2:]) for line in (tmp_path / "log").read_text().splitlines()]
    assert after == [*before, "passed test_it.py::test_mended"]
