"""Sources of contestants: a file with the four functions, and the arena's program around it."""

import re
from importlib import resources
from pathlib import Path

from cardjudge.errors import UserError, quote
from cardjudge.programs.languages import languages
from cardjudge.programs.project import code_of
from cardjudge.programs.source import Source, utf8
from cardjudge.series.contest import entered
from take6.series.contest.arena import FUNCTIONS

_BODY = re.compile(r"\b[A-Za-z_]\w*_pick\s*\([^;{}]{0,999}\)\s*\{")


def files(paths: list[Path]) -> list[Path]:
    """Return the named files, and the contestants in the named folders; UserError for none."""
    return entered(paths, _is_contestant, (".c", ".py", ".h"))


def _is_contestant(file: Path) -> bool:
    """Tell whether a file is a contestant; a header is one if its functions have bodies."""
    if file.suffix != ".h":
        return file.suffix in (".c", ".py")
    text = utf8(file.read_bytes())[0].decode(errors="replace")
    return _BODY.search(code_of(text)) is not None


def source(path: Path) -> Source:
    """Return the source of a contestant; UserError if it lacks the four functions."""
    text = utf8(path.read_bytes())[0]
    if path.suffix == ".py":
        sources = {"contestant.py": text, "arena.py": _beside("arena.py")}
        return Source(languages()["python"], sources, tuple(sources), "arena.py")
    arena = f"#define P {prefix(text.decode(errors='replace'))}\n".encode() + _beside("arena.c")
    headers = {header.name: header.read_bytes() for header in path.parent.glob("*.h")}
    # The contestant's own main is renamed, and #line keeps its line numbers in errors.
    own = f'#define main contestants_main\n#line 1 "{path.name}"\n'.encode() + text
    sources = {"take6.h": _beside("starter/take6.h"), **headers, "own.c": own, "arena.c": arena}
    return Source(languages()["c"], sources, ("own.c", "arena.c"), "arena.c")


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
        raise UserError(template, found=quote(" ".join(prefixes)))
    return str(prefixes[0])


def _beside(name: str) -> bytes:
    return resources.files("take6.series.contest").joinpath(name).read_bytes()
