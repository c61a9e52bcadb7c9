"""The journal of `.ci/all`."""

import subprocess
import sys
from pathlib import Path

TESTS = """
from pathlib import Path
def test_good(): pass
def test_mended(): assert Path("mended").exists()
"""


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    plugins = ["-p", "tests.journal", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command = [sys.executable, "-m", "pytest", *plugins, "--journal", "log", "--rootdir", "."]

    def names() -> list[str]:
        subprocess.run(
            command,
            cwd=tmp_path,
            env={"PYTHONPATH": str(Path(__file__).parents[1])},
            capture_output=True,
            check=False,
        )
        lines = (tmp_path / "log").read_text().splitlines()
        return [" ".join(line.split()[2:]) for line in lines]

    first = ["passed test_it.py::test_good", "failed test_it.py::test_mended"]
    assert names() == first
    (tmp_path / "mended").touch()
    assert names() == [*first, "passed test_it.py::test_mended"]
    assert len(names()) == 3
