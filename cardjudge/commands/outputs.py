"""Files that options write: never an input of the same call, and no file of the user's.

`file_to_write` declares such an option and gives its command ``--force``; every command calls
`demand` before it runs. An option replaces an empty file and any that it wrote before, which its
mark tells, and writes into pipes and devices; only ``--force`` replaces another file.
"""

import errno
import os
import shlex
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from copy import copy
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from cardjudge.errors import UserError, quote
from cardjudge.files import HTML, STANDARD_OUTPUT, below

JSON = b'{\n  "schema": "cardjudge/COMMAND/'
"""The beginning of a document; COMMAND stands for the name of the command."""
PAGE = HTML.encode()
EXISTS = "{path} 已經存在；--force 會換掉它"
_OUTPUT = "output"
_FORCE = "cardjudge.commands.outputs.force"
_OF_PROGRAMS = "allow"
"""The option with the folders that a program may read; the judge does not read them."""


class Output(NamedTuple):
    """The files that an option writes."""

    mark: bytes
    """Each file begins or ends with it; empty if the files have no mark."""
    beside: str
    """The ending of a second file beside the first; empty if there is none."""
    is_folder: bool

    def wrote(self, path: Path, command: str) -> bool:
        """Return whether this option of a command wrote a file, or one in a folder."""
        mark = self.mark.replace(b"COMMAND", command.encode())
        paths = below(path, skips=True) if path.is_dir() else [path]
        return bool(mark) and any(_has_mark(path, mark) for path in paths)


def file_to_write(
    does: str,
    *names: str,
    mark: bytes = b"",
    beside: str = "",
    is_folder: bool = False,
    **shown: Any,
) -> Any:
    """Return the option of a file, or of a folder of files, that a command writes."""

    def keep(path: Path | None) -> Path | None:
        return path

    vars(keep)[_OUTPUT] = Output(mark, beside, is_folder)  # Typer copies it to the parameter
    shown = {"metavar": "資料夾" if is_folder else "檔案", "help": does, **shown}
    return typer.Option(*names, callback=keep, **shown)


def add_force(command: Any) -> None:
    """Add ``--force`` to each command of a tree that has an output."""
    if any(map(_output, command.params)):
        command.params += map(copy, typer.main.get_command(_holder).params)
    for inner in getattr(command, "commands", {}).values():
        add_force(inner)


def demand(context: Any, inputs: Iterable[str | Path] = ()) -> None:
    """Raise UserError or OSError for an output that the call must not write, or cannot.

    `inputs` are files and folders that the call reads besides those in its parameters.
    """
    wanted = [*_wanted(context)]
    if not wanted:
        return
    read = [*_named(context), *map(Path, inputs)]
    known = {_identity(0), *map(_identity, read)}
    folders = [path for path in read if path.is_dir()]
    command = context.command_path.replace(" ", "-").removeprefix("judge-")
    written: dict[object, str] = {}
    for option, output, path in wanted:
        this = _identity(path)
        if this is None:
            continue
        if this in written:
            template = "{first} 和 {second} 不能寫同一個檔案"
            raise UserError(template, first=written[this], second=option)
        written[this] = option
        if path == STANDARD_OUTPUT:
            if output.beside or output.is_folder:
                raise UserError("{option} 寫的不只一個檔案，不能是 -", option=option)
            continue
        if path.is_dir() and not output.is_folder:
            raise IsADirectoryError(errno.EISDIR, "", str(path))
        ours = output.wrote(path, command)
        if this in known or (path.is_file() and not ours and _is_below(folders, this)):
            template = "{option} 不能寫到{path}：這一次要讀它"
            raise UserError(template, option=option, path=quote(str(path)))
        if not output.is_folder:
            writable(path)
        elif path.exists() and not path.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "", str(path))
        if not (ours or _is_empty(path) or context.meta.get(_FORCE)):
            template = "{path} 裡已經有檔案；--force 會換掉同名的" if output.is_folder else EXISTS
            raise UserError(template, path=path)


def writable(path: Path | None) -> Path | None:
    """Return a file to write; OSError at once, before any work, if it cannot be written."""
    if path is not None and not path.is_fifo():
        new = not path.exists()
        path.open("ab").close()
        if new:
            path.resolve().unlink()
    return path


def _wanted(context: Any) -> Iterator[tuple[str, Output, Path]]:
    """Yield each output of a call with its option and its path."""
    for param in context.command.params:
        output, path = _output(param), context.params.get(param.name)
        if output is not None and path is not None:
            option = max(param.opts, key=len)
            yield option, output, path
            if output.beside and path.name:
                yield option, output, path.with_suffix(output.beside)


def _output(param: Any) -> Output | None:
    output: Output | None = getattr(param.callback, _OUTPUT, None)
    return output


def _named(context: Any) -> Iterator[Path]:
    """Yield the paths in the parameters of a call: those of options, arguments and commands."""
    for param in context.command.params:
        value = context.params.get(param.name)
        for word in value if isinstance(value, list | tuple) else [value]:
            if isinstance(word, Path) and not (_output(param) or word == STANDARD_OUTPUT):
                yield from [word] if param.name != _OF_PROGRAMS or word.is_file() else []
            elif isinstance(word, str):
                yield from map(Path, filter(os.path.lexists, _words(word)))


def _words(text: str) -> Iterator[str]:
    """Yield a text and, if it is a command such as ``kattis:./check``, its words."""
    yield text
    with suppress(ValueError):
        for word in shlex.split(text):
            yield from (word, word.partition(":")[2])


def _identity(path: Path | int) -> object:
    """Return a key that is the same for all names of a file; None for a pipe or a device."""
    if path == STANDARD_OUTPUT:
        return path
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return os.path.realpath(str(path))
    plain = stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)
    return (status.st_dev, status.st_ino) if plain else None


def _is_below(folders: Iterable[Path], this: object) -> bool:
    files = (file for folder in folders for file in below(folder, skips=True))
    return any(_identity(file) == this for file in files)


def _has_mark(path: Path, mark: bytes) -> bool:
    if not path.is_file() or path.stat().st_size < len(mark):
        return False
    with path.open("rb") as file:
        begins = file.read(len(mark)) == mark
        file.seek(-len(mark), os.SEEK_END)
        return begins or file.read() == mark


def _is_empty(path: Path) -> bool:
    if path.is_dir():
        return not any(path.iterdir())
    return not path.exists() or not path.stat().st_size


def _set_force(context: typer.Context, force: bool) -> None:
    context.meta[_FORCE] = force


_force = partial(typer.Option, "--force", help="換掉已經有的檔案。")
_holder = typer.Typer(add_completion=False)


@_holder.command()
def _declared(
    force: Annotated[bool, _force(callback=_set_force, expose_value=False)] = False,
) -> None:
    """Declare the option; nothing calls this function."""
