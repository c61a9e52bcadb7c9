"""Contestants in C++: compiled with the header and the stub of the kit, and kept."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from cardjudge.errors import UserError
from cardjudge.stdio import tell

CPP = Path(__file__).parent / "cpp"
"""The directory of Blackjack.h, the stub and the grader."""
SUFFIXES = (".cpp", ".cc", ".cxx")

_STUB = ("Blackjack.h", "hands.h", "seat.h", "stub.cpp")
_COMPILERS = ("g++", "clang++")
_FLAGS = ("-O2", "-std=c++17")
_SECONDS = 60
_MOST_OUTPUT = 8000
_INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)


def compiled(source: Path) -> Path:
    """Return the program of a contestant's source file, compiled now or before.

    It is found again by the contents of everything it was made from. UserError, after the
    compiler's own words on standard error, if it does not compile; UserError without a compiler.
    """
    compiler = next(filter(None, map(shutil.which, _COMPILERS)), None)
    if compiler is None:
        raise UserError(f"找不到 C++ 編譯器（{' 或 '.join(_COMPILERS)}），無法編譯 {source}")
    made_from = _with_includes(source, {}) | {name: (CPP / name).read_bytes() for name in _STUB}
    key = hashlib.sha256(repr((compiler, _FLAGS, sorted(made_from.items()))).encode()).hexdigest()
    program = _cache() / key[:32]
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=program.parent) as directory:
            fresh = Path(directory) / program.name
            _compile(compiler, source, fresh)
            fresh.replace(program)  # at once: another judge may be compiling the same file
    return program


def _compile(compiler: str, source: Path, program: Path) -> None:
    files = [f"-I{CPP}", "-o", str(program), str(source), str(CPP / "stub.cpp")]
    try:
        run = subprocess.run(
            [compiler, *_FLAGS, *files],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise UserError(f"編譯 {source} 超過 {_SECONDS} 秒") from None
    if run.returncode != 0:
        tell(run.stdout.decode(errors="replace")[:_MOST_OUTPUT].rstrip())
        raise UserError(f"{source} 無法編譯")


def _with_includes(source: Path, found: dict[str, bytes]) -> dict[str, bytes]:
    """Return the contents of a source file and of all files beside it that it includes."""
    content = source.read_bytes()
    found[str(source)] = content
    for name in _INCLUDE.findall(content):
        included = source.parent / os.fsdecode(name)
        if str(included) not in found and included.is_file():
            _with_includes(included, found)
    return found


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "cardjudge"
