"""A judge needs little more memory than the output and the answer that it compares."""

import subprocess
import sys
from pathlib import Path

import pytest

SIZE = 100_000_000
WRITES = "import sys\nfor _ in range(1000): sys.stdout.write(('x' * 99 + '\\n') * 1000)\n"
MEASURED = """
import resource, subprocess, sys
status = subprocess.run([sys.executable, "-m", "judge", *sys.argv[1:]]).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.slow
@pytest.mark.parametrize(("ending", "status"), [("", 0), ("print('y')", 1)])
@pytest.mark.parametrize("compare", ["exact", "lines", "tokens"])
def test_twice_the_output_is_enough_memory(
    ending: str, status: int, compare: str, tmp_path: Path
) -> None:
    (tmp_path / "a.in").write_bytes(b"")
    (tmp_path / "a.out").write_bytes((b"x" * 99 + b"\n") * (SIZE // 100))
    (tmp_path / "p.py").write_text(WRITES + ending)
    options = ["--output", "128", "--sandbox", "none", "--compare", compare]
    command = [sys.executable, "-c", MEASURED, ".", *options, "--", sys.executable, "p.py"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    *_, ended, peak = run.stdout.split()
    assert int(ended) == status
    assert int(peak) * 1024 < 2.2 * SIZE + (40 << 20)
