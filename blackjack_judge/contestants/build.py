"""Compiling contestants in C++ with the header and the stub of the kit."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from cardjudge.errors import UserError, visible
from cardjudge.programs.compiler import Built, CompileError, build
from cardjudge.programs.languages import languages
from cardjudge.programs.source import Source
from cardjudge.stdio import tell

CPP = Path(__file__).parents[1] / "cpp"
"""The folder of Blackjack.h and the stub."""
STANDARDS = ("gnu++17", "gnu++14")
"""Tried in this order: C++17 has a `data` and a `size` of its own."""

STUB = ("Blackjack.h", "hands.h", "stub.cpp")
"""What a contestant in C++ is linked with."""
_LONGEST, _MOST_LINES = 400, 40
_INCLUDE = re.compile(rb'^[^\S\n]*#\s*include\s*"([^"]+)"', re.MULTILINE)


class DoesNotCompile(UserError):  # noqa: N818  (a match goes on without this player)
    """A contestant does not compile; the compiler's messages have been shown."""


def compiled(source: Path, own: Mapping[str, bytes] | None = None) -> Built:
    """Return the program of a contestant's source file, compiled now or taken from the cache.

    Its files are its `own`, or those that it includes.
    DoesNotCompile if that fails; the compiler's messages go to standard error first.
    """
    stub = {name: (CPP / name).read_bytes() for name in STUB}
    files = {**(_with_includes(source) if own is None else own), **stub}
    messages = []
    for standard in STANDARDS:
        try:
            return _build(str(source) if own else source.name, files, standard)
        except CompileError as error:
            messages.append(error.messages)
    for line in messages[0].splitlines()[:_MOST_LINES]:
        tell(visible(line, _LONGEST))
    raise DoesNotCompile("{file} 無法編譯", file=str(source))


def _build(name: str, files: dict[str, bytes], standard: str) -> Built:
    language = languages()["cpp"]
    words = [f"-std={standard}" if "-std=" in word else word for word in language.compile]
    language = language._replace(compile=tuple(words))
    return build(Source(language, files, (name, "stub.cpp"), name))


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
        headers = _INCLUDE.findall(files[str(name)])
        pending += [name.parent / os.fsdecode(header) for header in headers]
    return files
