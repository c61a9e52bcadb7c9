"""From submissions to commands."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def command(source: Path, others: Sequence[Path], folder: Path) -> list[str]:
    """Return how to run a submission; C++ is compiled, with other files, into the folder."""
    if source.suffix == ".py":
        return [sys.executable, str(source)]
    program = folder / source.stem
    includes = sorted({f"-I{other.parent}" for other in others})
    sources = [other for other in others if other.suffix == ".cpp"]
    compiler = ["g++", "-O2", "-std=c++17", *includes, "-o", str(program), str(source)]
    subprocess.run([*compiler, *map(str, sources)], check=True, stdin=subprocess.DEVNULL)
    return [str(program)]
