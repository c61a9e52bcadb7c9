"""Sources of contestants: a file with the four functions, and the arena's program around it."""

import re
from collections.abc import Mapping
from importlib import resources
from pathlib import PurePosixPath

from cardjudge.errors import UserError, quote
from cardjudge.programs.languages import languages
from cardjudge.programs.project import code_of
from cardjudge.programs.source import Source, utf8
from take6.series.contest.arena import FUNCTIONS

_BODY = re.compile(r"\b[A-Za-z_]\w*_pick\s*\([^;{}]{0,999}\)\s*\{")


def is_contestant(name: str, data: bytes) -> bool:
    """Return whether a file is a contestant; a header is one if its functions have bodies."""
    ending = PurePosixPath(name).suffix
    if ending != ".h":
        return ending in (".c", ".py")
    return _BODY.search(code_of(utf8(data)[0].decode(errors="replace"))) is not None


def source(files: Mapping[str, bytes]) -> Source:
    """Return the source of a contestant among its files; UserError without the four functions.

    The others are its headers, or the modules that it imports.
    """
    named = [name for name, data in files.items() if is_contestant(name, data)]
    begins = [name for name in named if len(named) == 1 or _has_functions(files[name])]
    if len(begins) != 1:
        template = "應該有一個檔案有那四個函式，找到的是{files}"
        raise UserError(template, files=quote(" ".join(begins or named)))
    (name,) = begins
    text = utf8(files[name])[0]
    if name.endswith(".py"):
        own = {other: data for other, data in files.items() if other.endswith(".py")}
        sources = {**own, "contestant.py": text, "arena.py": _beside("arena.py")}
        return Source(languages()["python"], sources, tuple(sources), "arena.py")
    arena = f"#define P {prefix(text.decode(errors='replace'))}\n".encode() + _beside("arena.c")
    headers = {other: data for other, data in files.items() if other.endswith(".h")}
    # The contestant's own main is renamed, and #line keeps its line numbers in errors.
    own_c = f'#define main contestants_main\n#line 1 "{name}"\n'.encode() + text
    sources = {"take6.h": _beside("starter/take6.h"), **headers, "own.c": own_c, "arena.c": arena}
    return Source(languages()["c"], sources, ("own.c", "arena.c"), "arena.c")


def _has_functions(data: bytes) -> bool:
    text = utf8(data)[0].decode(errors="replace")
    return all(re.search(rf"\b\w*{name}\s*\(", text) for name in FUNCTIONS)


def prefix(text: str) -> str:
    """Return the prefix of the four functions that a C source defines.

    UserError if the source has none, or more than one.

    >>> prefix("void A_setup(int32_t); void A_deal(); int A_pick(); int A_choose ();")
    'A'
    """
    code = code_of(text)
    prefix_sets = [set(re.findall(rf"\b([A-Za-z_]\w*)_{name}\s*\(", code)) for name in FUNCTIONS]
    prefixes = sorted(set.intersection(*prefix_sets))
    if len(prefixes) != 1:
        template = "應該有一組函式 P_setup、P_deal、P_pick、P_choose（P 任意），找到的是{found}"
        theirs = re.findall(rf"\b[A-Za-z_]\w*_(?:{'|'.join(FUNCTIONS)})(?=\s*\()", code)
        raise UserError(template, found=quote(" ".join(prefixes or sorted({*theirs}))))
    return str(prefixes[0])


def _beside(name: str) -> bytes:
    return resources.files("take6.series.contest").joinpath(name).read_bytes()
