"""Real programs for the tests: written into a folder of the test, in C compiled there."""

import sys
import textwrap
from pathlib import Path


def python(script: str) -> list[str]:
    return [sys.executable, "-S", "-c", textwrap.dedent(script)]


def write(folder: Path, **files: str) -> Path:
    """Write files into a folder: ``sample_in="1"`` into ``sample.in``."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / ".".join(name.rsplit("_", 1))).write_bytes(text.encode())
    return folder
