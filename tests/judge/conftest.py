"""Real programs for the tests: written into a folder of the test, in C compiled there."""

import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

Build = Callable[[str], list[str]]


@pytest.fixture
def compiled(tmp_path: Path) -> Build:
    def build(source: str) -> list[str]:
        (tmp_path / "a.c").write_text(source)
        compiler = shutil.which("cc")
        assert compiler is not None, "these tests need a C compiler"
        subprocess.run([compiler, "-o", tmp_path / "a.out", tmp_path / "a.c"], check=True)
        return [str(tmp_path / "a.out")]

    return build


def python(script: str) -> list[str]:
    return [sys.executable, "-S", "-c", textwrap.dedent(script)]


def write(folder: Path, **files: str) -> Path:
    """Write files into a folder: ``sample_in="1"`` into ``sample.in``."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / ".".join(name.rsplit("_", 1))).write_bytes(text.encode())
    return folder


def is_running(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except FileNotFoundError:
        return False
    return stat.rpartition(b")")[2].split()[0] != b"Z"
