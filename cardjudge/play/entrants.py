"""The entrants of a contest: programs of strangers, read as hand-ins, each with its own label.

No link is followed, and sizes are bounded. In a folder of several programs each is its own file
alone; a folder of its own is a program with all its files.
"""

import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from cardjudge import files
from cardjudge.errors import UserError, quote, visible
from cardjudge.language import say
from cardjudge.programs.compiler import build
from cardjudge.programs.contestant import Command
from cardjudge.programs.languages import of_file
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.source import Source
from cardjudge.stdio import tell

_MOST_BYTES, _MOST_FILES = 64 << 20, 2000
_WIDEST, _LONGEST, _ONE_LINE = 32, 96, 400
"""The most characters and bytes of a label (two are in the name of a saved game), and the most
characters of a compiler's error."""


class Entrant(NamedTuple):
    """A program: its label, and its files by their relative paths."""

    label: str
    files: Mapping[str, bytes]
    path: Path | None
    """The path that the user named; None for a program that was found in a folder."""


def entrants(paths: Sequence[Path], is_program: Callable[[str, bytes], object]) -> list[Entrant]:
    """Return the programs at paths, or all in a single folder; the others are named and skipped.

    In a folder, a file that `is_program` refuses by its name and contents is no program; one in a
    language of `judge languages` is named, too.
    """
    inside = len(paths) == 1 and paths[0].is_dir()
    found: list[Entrant] = []
    for path in sorted(paths[0].iterdir()) if inside else paths:
        if not os.path.lexists(path):
            raise UserError("沒有{name}這個檔案或資料夾", name=quote(str(path)))
        if inside and path.name.startswith((".", "__pycache__")):
            continue
        try:
            label = _label(path, {entrant.label.casefold() for entrant in found})
            contents = dict(_contents(path))
        except UserError as error:
            _skip(path, error)
            continue
        if not inside or path.is_dir() or is_program(path.name, contents[path.name]):
            found.append(Entrant(label, contents, None if inside else path))
        elif of_file(path.name) is not None:
            _skip(path, UserError("這場比賽不收這種語言"))
    return found


def ready(
    entered: Sequence[Entrant],
    source: Callable[[Mapping[str, bytes]], Source],
    limits: Limits,
    sandbox: Sandbox,
) -> list[Command]:
    """Return the entrants that compile; others are skipped, and an error if the user named them.

    UserError if fewer than two are left.
    """
    programs = []
    for entrant in entered:
        try:
            built = build(source(entrant.files), sandbox=sandbox)
        except UserError as error:
            if entrant.path is not None:
                why = visible(str(error), _ONE_LINE)
                raise UserError("{file}：{why}", file=str(entrant.path), why=why) from None
            _skip(Path(entrant.label), error)
            continue
        own = sandbox._replace(readable=(*sandbox.readable, built.folder))
        programs.append(Command(built.command, limits, own, entrant.label))
    if len(programs) < 2:
        raise UserError("至少要有兩位參賽者")
    return programs


def _skip(path: Path, why: UserError) -> None:
    parts = {"file": visible(str(path), _ONE_LINE), "why": visible(str(why), _ONE_LINE)}
    tell(say("略過：{why}", why=say("{file}：{why}", **parts)))


def _label(path: Path, taken: set[str]) -> str:
    """Return a label that is a name of a file, short and unlike those `taken`; UserError."""
    name = os.path.basename(os.path.abspath(path))
    if not name.isprintable():
        raise UserError("名字裡有不能顯示的字元")
    plain = re.sub(r"[^\w.()@-]", "_", name)[:_WIDEST]
    plain = plain.encode()[:_LONGEST].decode(errors="ignore")
    label, number = plain, 1
    while label.casefold() in taken:
        number += 1
        label = f"{plain}#{number}"
    return label


def _contents(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of a file, or of all files of a folder without links."""
    if path.is_symlink():
        raise UserError("這是連結，不讀")
    is_folder = path.is_dir()
    most, left = _MOST_BYTES, _MOST_FILES
    for file in sorted(files.below(path)) if is_folder else [path]:
        data = _regular(file, most)
        if data is None and not is_folder:
            raise UserError("不是檔案")
        if data is None or not file.name.isprintable():
            continue
        most -= len(data)
        left -= 1
        if most < 0 or left < 0:
            raise UserError("檔案太大或太多")
        yield (file.relative_to(path).as_posix() if is_folder else file.name), data


def _regular(file: Path, most: int) -> bytes | None:
    """Return a file's contents, a byte more than `most` at most; None if it is no regular file."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if file.is_symlink() or not file.is_file():
            return None
        raise UserError("{error}", error=error.strerror) from None
    with open(descriptor, "rb") as stream:
        regular = stat.S_ISREG(os.fstat(descriptor).st_mode)
        return stream.read(most + 1) if regular else None
