"""A contestant's file made into a command: its four functions, with the arena's program around."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from cardjudge.errors import UserError, quote, visible
from cardjudge.programs.compiler import CompileError, build
from cardjudge.programs.contestant import Command
from cardjudge.programs.languages import languages
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.source import Source, utf8

ENDINGS = (".c", ".py")
_FUNCTIONS = ("setup", "deal", "pick", "choose")
_COMMENT_OR_STRING = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.DOTALL)
_ONE_LINE = 400


def files(paths: list[Path]) -> list[Path]:
    """Return the contestants named, and those of the folders named, in the order of their names."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        found += [file for file in inside if file == path or file.suffix in ENDINGS]
    return found


def command(limits: Limits, sandbox: Sandbox, path: Path) -> Command:
    """Compile a contestant. UserError, with the compiler's first error, if it cannot be."""
    text = utf8(path.read_bytes())[0]
    source = _python(text) if path.suffix == ".py" else _c(path, text)
    try:
        built = build(source, sandbox=sandbox)
    except CompileError as error:
        why = visible(str(error), _ONE_LINE)
        raise UserError("無法編譯 {file}：{why}", file=str(path), why=why) from None
    sandbox = sandbox._replace(readable=(*sandbox.readable, built.folder))
    return Command(built.command, limits, sandbox, path.name)


def prefix(source: str) -> str:
    """Return the prefix of the four functions that a C source defines.

    ValueError if there is none, or more than one.

    >>> prefix("void A_setup(int32_t); void A_deal(); int A_pick(); int A_choose ();")
    'A'
    """
    code = _COMMENT_OR_STRING.sub(" ", source)
    found = [set(re.findall(rf"\b([A-Za-z_]\w*)_{name}\s*\(", code)) for name in _FUNCTIONS]
    prefixes = set.intersection(*found)
    if len(prefixes) != 1:
        raise ValueError(" ".join(sorted(prefixes)))
    return str(prefixes.pop())


def _c(path: Path, text: bytes) -> Source:
    try:
        name = prefix(text.decode(errors="replace"))
    except ValueError as error:
        template = (
            "{file} 應該有一組函式 P_setup、P_deal、P_pick、P_choose（P 任意），找到的是{found}"
        )
        raise UserError(template, file=str(path), found=quote(str(error))) from None
    headers = {header.name: header.read_bytes() for header in path.parent.glob("*.h")}
    # A main function of the contestant's own would be a second one; errors name the file's lines.
    own = f'#define main contestants_main\n#line 1 "{path.name}"\n'.encode() + text
    arena = f"#define P {name}\n".encode() + _beside("arena.c")
    sources = {"take6.h": _beside("starter/take6.h"), **headers, "own.c": own, "arena.c": arena}
    return Source(languages()["c"], sources, ("own.c", "arena.c"), "arena.c")


def _python(text: bytes) -> Source:
    sources = {"contestant.py": text, "arena.py": _beside("arena.py")}
    return Source(languages()["python"], sources, tuple(sources), "arena.py")


def _beside(name: str) -> bytes:
    return resources.files("take6.series.contest").joinpath(name).read_bytes()
