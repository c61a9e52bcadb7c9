"""Files that options write: their names alone decide, before anything runs.

`file_to_write` declares such an option, and every command calls `demand` before it runs: a file has
an ending of its format, and is nothing that the call reads. Any other file is replaced without a
question. A folder is new or empty, or has pages of the kit.
"""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from os.path import realpath
from pathlib import Path
from typing import Any, NamedTuple

from cardjudge import files
from cardjudge.commands.command import Call
from cardjudge.commands.rows import option
from cardjudge.doors import Row
from cardjudge.errors import UserError, quote
from cardjudge.language import listed

JSON = (".json",)
PAGE = (".html", ".htm")
DATABASE = (".db", ".sqlite")
TEXT = (".txt", ".in", ".json")
"""Endings of transcripts, cases and saves."""
_STDIN = "/dev/stdin"


class Output(NamedTuple):
    """The file or the folder that an option writes."""

    endings: tuple[str, ...]
    """The endings of a file; empty for a folder."""
    beside: str
    """The ending of a second file beside the first; empty if there is none."""
    renews: str
    """The file by which a folder of the kit is known that may be written again; or empty."""


def file_to_write(
    does: str,
    *names: str,
    endings: tuple[str, ...] = (),
    beside: str = "",
    renews: str = "",
    **shown: Any,
) -> Row:
    """Return the option of a file, or without `endings` of a folder, that a command writes."""
    shown = {"metavar": "檔案" if endings else "資料夾", "help": does, **shown}
    return option(*names, output=Output(endings, beside, renews), **shown)


def demand(call: Call, inputs: Iterable[Path] = (), hand_ins: Sequence[Path] = ()) -> None:
    """Raise UserError or OSError for an output that the call must not write, or cannot.

    `inputs` are files that the call reads besides those in its parameters. Nothing is written into
    the files and folders of `hand_ins`.
    """
    outputs = [*_outputs(call)]
    paths = (_STDIN, *named(call), *map(str, inputs)) if outputs else ()
    read = {*map(realpath, paths)}
    taken: dict[str, str] = {}
    for name, output, path in outputs:
        place = realpath(path)
        if output.endings and path != files.STANDARD_OUTPUT and files.is_stream(path):
            continue
        if taken.setdefault(place, name) != name:
            template = "{first} 和 {second} 不能寫同一個檔案"
            raise UserError(template, first=taken[place], second=name)
        if path == files.STANDARD_OUTPUT and (output.beside or not output.endings):
            raise UserError("{option} 寫的不只一個檔案，不能是 -", option=name)
        if path == files.STANDARD_OUTPUT and output.endings != DATABASE:
            continue
        theirs = any(Path(place).is_relative_to(realpath(each)) for each in hand_ins)
        if theirs or (place in read and path.exists()):
            template = "{option} 不能寫到{path}：這一次要讀它"
            raise UserError(template, option=name, path=quote(str(path)))
        if output.endings:
            demand_ending(name, path, output.endings)
            files.demand_writable(path)
        elif not (output.renews and files.is_of_kit(path / output.renews)):
            files.demand_new(path)


def demand_ending(name: str, path: Path, endings: tuple[str, ...]) -> None:
    """Raise UserError unless a file to write has one of the endings, in either case."""
    if not path.name.lower().endswith(endings) and not files.is_stream(path):
        template = "{option} 的檔名要以 {endings} 結尾，不是{path}"
        parts = {"endings": listed(endings), "path": quote(str(path))}
        raise UserError(template, option=name, **parts)


def _outputs(call: Call) -> Iterator[tuple[str, Output, Path]]:
    """Yield each output of a call with its option and its path."""
    for row in call.command.rows:
        output, path = row.output, call.values.get(row.keyword, row.usual)
        if output is not None and path is not None:
            yield row.name, output, path
            for second in beside(path, output.beside):
                yield row.name, Output((output.beside,), "", ""), second


def beside(path: Path, ending: str) -> list[Path]:
    """Return the second file of an output; nothing lies beside a device."""
    return [path.with_suffix(ending)] if ending and path.name and not files.is_stream(path) else []


def named(call: Call) -> Iterator[str]:
    """Yield the paths that a call may read by its parameters; other words are no paths."""
    for row in call.command.rows:
        value = call.values.get(row.keyword, row.usual)
        for word in value if isinstance(value, list | tuple) else [value]:
            if isinstance(word, Path | str) and row.output is None:
                yield from words(str(word))


def words(text: str) -> Iterator[str]:
    """Yield a text and, if it is a command such as ``kattis:./check``, its words."""
    yield text
    with suppress(ValueError):
        for word in shlex.split(text):
            yield from filter(None, (word, word.partition(":")[2]))
