"""The table of programming languages, which a teacher can extend."""

import math
import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from cardjudge import files
from cardjudge.errors import UserError, quote

_TEXTS = {"name", "starts", "compile", "newest", "old", "install", "run"}
_LISTS = {"endings", "headers", "links", "makes"}
_NUMBERS = {"cpu", "wall", "output"}
_COMMANDS = {"compile", "newest", "run"}
_PATTERNS = {"starts", "old"}
_INSTALLATIONS = "installations"


class Language(NamedTuple):
    """A row of the table: how to compile and run programs with these file endings."""

    key: str
    name: str
    endings: tuple[str, ...]
    run: tuple[str, ...]
    makes: tuple[str, ...]
    """Names and patterns of the files that the compiler writes; the judge refuses any other."""
    headers: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """Endings of sources in another language that it compiles beside its own."""
    starts: str = ""
    """Regular expression that the file matches in which a program begins; may be empty."""
    compile: tuple[str, ...] = ()
    newest: tuple[str, ...] = ()
    """The command for the newest standard, used if `compile` fails."""
    old: str = ""
    """Regular expression for the words of a compiler too old for a source; or empty."""
    needs: tuple[tuple[str, str], ...] = ()
    """Versions, each with the regular expression for an error of a compiler older than it."""
    install: str = ""
    """The command that installs the language."""
    cpu: float = 120
    wall: float = 300
    """Seconds that all attempts of a build may take in CPU time, and each in wall time."""
    output: float = 64
    """MiB that a build may write."""

    def tools(self) -> tuple[str, ...]:
        """Return the commands that must be installed."""
        words = (*self.compile[:1], *self.run[:1])
        return tuple(dict.fromkeys(word for word in words if "{" not in word))

    def missing(self, path: str | None = None) -> list[str]:
        """Return those of its commands that are not installed in a PATH."""
        return [name for name in self.tools() if _where(name, path) is None]


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
    for name, command in rows.items():
        if not _fits("run", command):
            raise _nonsense(_INSTALLATIONS, name, own_file())
    return rows


def _rows() -> dict[str, Any]:
    rows = files.toml(__file__, "languages.toml")
    path = own_file()
    if path.exists():
        for key, row in files.toml_in(path).items():
            if key == _INSTALLATIONS and not isinstance(row, dict):
                raise _nonsense(key, key, path)
            rows[key] = {**rows.get(key, {}), **row} if isinstance(row, dict) else row
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


def _where(name: str, path: str | None) -> str | None:
    return shutil.which(name, path=path) or shutil.which(_TWINS.get(name, name), path=path)


def _language(key: str, row: Any, path: Path) -> Language:
    """Return a row as a language; UserError, with the user's file, for a wrong or missing item."""
    wrong = [key]
    if isinstance(row, dict):
        unfit = (name for name, value in row.items() if not _fits(name, value))
        wrong = [*({"endings", "run"} - row.keys()), *unfit]
    if wrong:
        raise _nonsense(key, wrong[0], path)
    lists = {name: tuple(row[name]) for name in _LISTS & row.keys()}
    commands = {name: tuple(shlex.split(row[name])) for name in _COMMANDS & row.keys()}
    needs = tuple(row.get("needs", {}).items())
    makes = ("{program}",) if "{program}" in row.get("compile", "") else ()
    return Language(
        **{"key": key, "name": key, "makes": makes, **row, **lists, **commands, "needs": needs}
    )


def _nonsense(key: str, what: str, path: Path) -> UserError:
    return UserError("{path} 的 [{key}] 裡{what}這一項不對", path=path, key=key, what=quote(what))


def _fits(name: str, value: Any) -> bool:
    if name in _NUMBERS:
        return type(value) in (int, float) and 0 < value < math.inf
    if name in _LISTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if name == "needs":
        return isinstance(value, dict) and all(_fits("old", item) for item in value.values())
    if name not in _TEXTS or not isinstance(value, str):
        return False
    try:
        if name in _PATTERNS:
            re.compile(value, re.MULTILINE)
        return name not in _COMMANDS or bool(shlex.split(value))
    except (re.error, ValueError):
        return False
