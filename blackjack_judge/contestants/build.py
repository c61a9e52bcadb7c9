"""Sources of contestants: a file with ``play()``, and the kit's stub in C++ or module in Python."""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from cardjudge.errors import UserError, quote
from cardjudge.programs.languages import languages, of_file
from cardjudge.programs.source import Source, read

CPP = Path(__file__).parents[1] / "cpp"
"""The folder of Blackjack.h and the stub."""
STUB = ("Blackjack.h", "hands.h", "stub.cpp")
"""What a contestant in C++ is linked with."""
# Without -P, files in the current directory would come before the standard library.
PYTHON = (sys.executable, "-P", "-m", "blackjack_judge.player")
"""The command that plays with a contestant's Python file."""
_INCLUDE = re.compile(rb'^[^\S\n]*#\s*include\s*"([^"]+)"', re.MULTILINE)
_PLAY, _MAIN = re.compile(rb"\bplay\s*\("), re.compile(rb"\bmain\s*\(")


def is_contestant(name: str, data: bytes = b"") -> bool:
    """Return whether a file is a program of a contest; the starter's stub is none."""
    return of_file(name) is not None and os.path.basename(name) not in STUB


def _has_play(name: str) -> bool:
    """Return whether a file is a source with ``play()`` alone, by its ending."""
    return name.endswith((".cpp", ".py")) and is_contestant(name)


def source(files: Mapping[str, bytes]) -> Source:
    """Return the source of the one file with ``play()``, or that of a program of lines.

    UserError if there is none, or several.
    """
    programs = [name for name in files if _has_play(name)]
    if not programs:
        return read(files)
    begins = [name for name in programs if len(programs) == 1 or _PLAY.search(files[name])]
    if len(begins) != 1:
        names = quote(" ".join(begins or programs))
        raise UserError("應該有一個檔案有 play()，找到的是{names}", names=names)
    return _beginning(begins[0], files)


def source_of(path: Path) -> Source:
    """Return the source of a contestant's file in C++, with the files that it includes.

    For a header, the .cpp of its name belongs to it.
    """
    return _beginning(path.name, _with_includes(path))


def _beginning(name: str, files: Mapping[str, bytes]) -> Source:
    if name.endswith(".py"):
        python = languages()["python"]._replace(run=(*PYTHON, "{main}"))
        return Source(python, files, tuple(filter(_has_play, files)), name)
    if _MAIN.search(files[name]) and not _PLAY.search(files[name]):
        template = "{file} 有 main()：要寫的是 void play()，每一回合裁判呼叫一次"
        raise UserError(template, file=name)
    stub = {each: (CPP / each).read_bytes() for each in STUB}
    included = {os.fsdecode(each) for data in files.values() for each in _INCLUDE.findall(data)}
    sources = {each for each in files if each.endswith(".cpp") and each not in included} | {name}
    whole = {**files, **stub}
    return Source(languages()["cpp"], whole, (*sorted(sources - {*STUB}), "stub.cpp"), name)


def _with_includes(source: Path) -> dict[str, bytes]:
    """Return by name a source file and the files in or below its folder that it includes."""
    files: dict[str, bytes] = {}
    pending = [Path(source.name)]
    while pending:
        name = pending.pop()
        path = source.parent / name
        if str(name) in files or ".." in name.parts or name.is_absolute() or not path.is_file():
            continue
        files[str(name)] = path.read_bytes()
        headers = [name.parent / os.fsdecode(each) for each in _INCLUDE.findall(files[str(name)])]
        pending += [each for path in headers for each in (path, path.with_suffix(".cpp"))]
    return files
