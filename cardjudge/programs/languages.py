"""The table of programming languages, which a teacher can extend."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from cardjudge import files
from cardjudge.errors import UserError
from cardjudge.tables import Must, are_words, check, table


def _taken_by(parser: Callable[[str], object], words: Any) -> bool:
    try:
        return bool(parser(words))
    except (ValueError, TypeError, re.error):
        return False


_is_command, _is_pattern = partial(_taken_by, shlex.split), partial(_taken_by, re.compile)
_TEXT = Must(lambda _: True, "文字")
_WORDS = Must(are_words, '一些文字，像 [".cpp", ".cc"]')
_COMMAND = Must(_is_command, '一行指令，像 "python3 {main}"', str)
_PATTERN = Must(_is_pattern, "正規表示式")
_PATTERNS = Must(lambda rows: all(map(_is_pattern, rows.values())), "各個版本的正規表示式", dict)
_LIMIT = Must(lambda value: 0 < value <= 1_000_000, "大於 0、至多 1000000 的數")
_INSTALLATIONS = "installations"
_SECONDS = 20.0
"""Seconds that a tool has for an answer about itself."""
VERSION = re.compile(r"\d+(?:\.\d+)+")


class Language(NamedTuple):
    """A row of the table: how to compile and run programs with these file endings."""

    key: str
    name: Annotated[str, _TEXT]
    endings: Annotated[tuple[str, ...], _WORDS]
    run: Annotated[tuple[str, ...], _COMMAND]
    makes: Annotated[tuple[str, ...], _WORDS]
    """Names and patterns of the files that the compiler writes; the judge refuses any other."""
    headers: Annotated[tuple[str, ...], _WORDS] = ()
    links: Annotated[tuple[str, ...], _WORDS] = ()
    """Endings of sources in another language that it compiles beside its own."""
    starts: Annotated[str, _PATTERN] = ""
    """Regular expression that the file matches in which a program begins; may be empty."""
    compile: Annotated[tuple[str, ...], _COMMAND] = ()
    fallback: Annotated[tuple[str, ...], _COMMAND] = ()
    newest: Annotated[tuple[str, ...], _COMMAND] = ()
    """Commands for an earlier standard and for the newest, used if `compile` fails."""
    old: Annotated[str, _PATTERN] = ""
    """Regular expression for the words of a compiler too old for a source; or empty."""
    needs: Annotated[tuple[tuple[str, str], ...], _PATTERNS] = ()
    """Versions, each with the regular expression for an error of a compiler older than it."""
    version: Annotated[tuple[str, ...], _COMMAND] = ()
    """The command that prints the version; without it, the first of `tools` with `--version`."""
    install: Annotated[str, _TEXT] = ""
    """The command that installs the language."""
    cpu: Annotated[float, _LIMIT] = 120
    wall: Annotated[float, _LIMIT] = 300
    """Seconds that all attempts of a build may take in CPU time, and each in wall time."""
    output: Annotated[float, _LIMIT] = 64
    """MiB that a build may write."""

    def tools(self) -> tuple[str, ...]:
        """Return the commands that must be installed."""
        words = (*self.compile[:1], *self.run[:1])
        return tuple(dict.fromkeys(word for word in words if "{" not in word))

    def missing(self, path: str | None = None) -> list[str]:
        """Return those of its commands that are not installed in a PATH."""
        return [name for name in self.tools() if _where(name, path) is None]


class _Installation(NamedTuple):
    command: Annotated[str, _COMMAND]


class MissingTool(UserError):  # noqa: N818  (the machine lacks it: no error of the judge)
    """A compiler or an interpreter is not installed, is too old, or stands still."""


def own_file() -> Path:
    """Return the path of the user's own table."""
    return files.config() / "languages.toml"


@cache
def languages() -> Mapping[str, Language]:
    """Return the kit's table with the user's own rows; UserError if a row is wrong."""
    rows, path = _rows(), own_file()
    return {key: _language(key, row, path) for key, row in rows.items() if key != _INSTALLATIONS}


def installations() -> Mapping[str, str]:
    """Return, for each interpreter, the command that prints its file and its folders."""
    rows: dict[str, Any] = _rows()[_INSTALLATIONS]
    return rows


def _rows() -> dict[str, Any]:
    rows = files.toml(__file__, "languages.toml")
    path = own_file()
    if path.exists():
        for key, row in files.toml_in(path).items():
            rows[key] = {**rows.get(key, {}), **table(row, f"{path} [{key!r}]")}
    for name, command in rows[_INSTALLATIONS].items():
        check(_Installation, {"command": command}, f"{path} [{_INSTALLATIONS}.{name!r}]")
    return rows


def of_file(name: str) -> Language | None:
    """Return the language of a source file by its ending."""
    ending = Path(name).suffix.lower()
    return next((language for language in languages().values() if ending in language.endings), None)


def interpreter() -> str:
    """Return the path of the Python outside of any virtual environment.

    In the environment, a homework could import the kit's own solution.
    """
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


_TWINS = {"g++": "clang++", "gcc": "clang"}


@cache
def tool(name: str, path: str | None = None) -> str:
    """Return the path of a command in a PATH; MissingTool if it is not installed.

    clang++ and clang stand in for g++ and gcc.
    """
    program = _where(name, path)
    if program is None:
        how = {each: own.install for own in languages().values() for each in own.tools()}
        if how.get(name):
            raise MissingTool("沒有安裝 {name}：sudo {install}", name=name, install=how[name])
        raise MissingTool("沒有安裝 {name}", name=name)
    return program


def version(language: Language, path: str | None = None) -> str:
    """Return the line in which a language's tool tells its version; empty without one."""
    command = language.version or (next(iter(language.tools()), interpreter()), "--version")
    with suppress(MissingTool):
        lines = asked([tool(command[0], path), *command[1:]], subprocess.STDOUT)
        return next(filter(VERSION.search, lines), "")
    return ""


def asked(command: Sequence[str], stderr: int = subprocess.DEVNULL) -> list[str]:
    """Return the lines that a tool prints about itself; none if it fails or stands still."""
    with suppress(OSError, subprocess.SubprocessError):
        return subprocess.run(
            command, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr,
            encoding="utf-8", errors="surrogateescape", timeout=_SECONDS, check=True,
        ).stdout.splitlines()  # fmt: skip
    return []


def _where(name: str, path: str | None) -> str | None:
    return shutil.which(name, path=path) or shutil.which(_TWINS.get(name, name), path=path)


def _language(key: str, row: Mapping[str, Any], path: Path) -> Language:
    """Return a row as a language; UserError, with the user's file, for a wrong or missing item."""
    makes = ["{program}"] if "{program}" in str(row.get("compile")) else []
    values = {"name": key, "makes": makes, **row}
    check(Language, values, f"{path} [{key!r}]")
    values["needs"] = tuple(row.get("needs", {}).items())
    for name, value in values.items():
        if name in ("compile", "fallback", "newest", "run", "version"):
            values[name] = tuple(shlex.split(value))
        elif isinstance(value, list):
            values[name] = tuple(value)
    return Language(key, **values)
