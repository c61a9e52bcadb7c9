"""The languages on this machine, which every program may read, and the kit, which none may.

The kit looks for the interpreters of languages.toml in the user's own PATH. It asks an interpreter
outside of the system folders where it is installed, alone and in the root folder, before any file
of a stranger is near. It caches the answer until the interpreter's file changes; the answer of a
shim, which chooses among versions, for ten minutes.

The kit contains the solutions of its problems. So no grant of a folder covers a copy of the kit:
neither the running one nor a clone or an installation below the folder. A copy is known by the
files of its package, so a student's own folder `war` or `judge` is none.
"""

import math
import os
import shlex
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from glob import escape, glob
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import cardjudge
from cardjudge import files
from cardjudge.programs.languages import asked, installations
from cardjudge.programs.sandbox import Sandbox, grants

_ANSWERS = "installations.json"
_SHIM_SECONDS = 600.0
KIT = str(Path(cardjudge.__file__).parents[1])
"""The folder that contains the packages of the kit."""
_COPY = "cardjudge/programs/sandbox/helper.py"
"""A file that only copies of the kit have."""
_IMPORT = "from cardjudge."
_OF_A_CLONE = {".git", "bench", "docs", "testdata", "tests"}
_NAME = "cardjudge"
"""The name of the kit's first package, and in the entry points of the kit and of its games."""
_HASHES = "RECORD", "direct_url.json"
"""Files of an installation with hashes of what it has installed."""
_ARCHIVE = "cardjudge-"
"""The beginning of the names of wheels and other archives of the kit."""
_LIBRARIES = "lib*/python3*/*-packages"


class Installed(NamedTuple):
    """The PATH of programs, with real interpreters before shims, and the folders they may read."""

    path: str
    readable: tuple[str, ...]


@lru_cache(maxsize=64)
def with_languages(sandbox: Sandbox | None) -> Sandbox | None:
    """Return the sandbox, extended by the installed languages.

    It hides every copy of the kit, except the parts that are readable by their own names.
    """
    if sandbox is None or sandbox.mode == "none":
        return sandbox
    path, readable = installed()
    named = [*map(os.path.realpath, sandbox.readable)]
    own = [path for path in named if grants.within(path, kit())]
    parts = [*kit(), *_installed_copies(readable)]
    for folder in {*named} - {*own}:
        parts += copies(folder)
    hidden = (piece for part in dict.fromkeys(parts) for piece in _without(part, named))
    return sandbox._replace(
        readable=(*sandbox.readable, *readable),
        hidden=(*sandbox.hidden, *hidden),
        path=path,
        # Python finds a module only in a folder that it can list.
        listed=(KIT, *{os.path.dirname(path) for path in own}),
    )


def _is_script(path: str) -> bool:
    return os.path.dirname(os.path.abspath(path)) == os.path.dirname(sys.executable)


def named(command: Sequence[str]) -> tuple[str, ...]:
    """Return the files, folders and packages of the kit that a user's command names.

    A command names a package by its command, or by ``-m`` if the current folder has no module of
    that name.
    """
    own = [it for it in command[:1] if os.sep not in it or _is_script(it)]
    called = {os.path.basename(it).replace("-", "_") for it in own}
    for module in (word for before, word in pairwise(command) if before == "-m"):
        here = *glob(escape(module)), *glob(f"{escape(module)}.*")
        if {*map(os.path.realpath, here)} <= {*kit()}:
            called.add(module)
    packages = [package for package in kit() if os.path.basename(package) in called]
    libraries = [f"{KIT}/cardjudge", f"{KIT}/judge"] if packages else []
    environment = grants.environment(command[0]) if command and os.sep in command[0] else []
    return (*grants.named(command, os.getcwd()), *environment, *packages, *libraries)


@cache
def installed() -> Installed:
    """Return where the interpreters in the user's PATH are installed; each is asked once."""
    searched = os.environ.get("PATH", os.defpath).split(os.pathsep)
    entries = [entry for entry in dict.fromkeys(searched) if os.path.isabs(entry)]
    own = sys.prefix, sys.base_prefix
    readable = {path: None for path in own if not grants.is_wide(path)}
    for name, question in installations().items():
        tool = shutil.which(name, path=os.pathsep.join(entries))
        if tool is None:
            continue
        readable |= dict.fromkeys(grants.environment(tool))
        if grants.within(os.path.realpath(tool), (*grants.system(), *readable)):
            continue
        program, *folders = _answer(tool, question)
        readable |= dict.fromkeys((tool, program))
        readable |= {path: None for path in folders if not grants.is_wide(path)}
        if os.path.dirname(program) not in entries:
            entries.insert(entries.index(os.path.dirname(tool)), os.path.dirname(program))
    return Installed(os.pathsep.join(entries), tuple(readable))


def kit() -> tuple[str, ...]:
    """Return the packages of the running kit, and in a clone its tests and documents."""
    return _parts(os.path.realpath(KIT))


@lru_cache(maxsize=64)
def copies(folder: str) -> tuple[str, ...]:
    """Return the parts of all copies of the kit below a folder."""
    parts: list[str] = []
    for where, folders, names in os.walk(folder):
        parts += _parts(where)
        parts += (f"{where}/{name}" for name in names if name.startswith(_ARCHIVE))
        is_library = where.endswith("-packages")
        folders[:] = [name for name in folders if not is_library and f"{where}/{name}" not in parts]
    return tuple(parts)


@cache
def _installed_copies(languages: tuple[str, ...]) -> tuple[str, ...]:
    """Return the parts of the copies of the kit that the installed Pythons have."""
    folders = ("/usr", "/usr/local", *languages)
    libraries = {
        os.path.realpath(path) for folder in folders for path in glob(f"{folder}/{_LIBRARIES}")
    }
    return tuple(part for library in sorted(libraries) for part in _parts(library))


@lru_cache(maxsize=64)
def _parts(folder: str) -> tuple[str, ...]:
    """Return what belongs to the kit in a folder: nothing unless it is a library or has a copy.

    A library also has the hashes of all files that an installation wrote, secret tests among them.
    """
    has_copy = os.path.isfile(f"{folder}/{_COPY}")
    if not has_copy and not folder.endswith("-packages"):
        return ()
    is_clone = 'name = "cardjudge"' in _text(f"{folder}/pyproject.toml")
    parts: list[str] = []
    for entry in os.scandir(folder):
        if entry.name.endswith(".dist-info"):
            if _NAME in _text(f"{entry.path}/entry_points.txt"):
                parts += filter(os.path.isfile, (f"{entry.path}/{name}" for name in _HASHES))
        elif has_copy and (
            entry.name == _NAME
            or (is_clone and entry.name in _OF_A_CLONE)
            or _IMPORT in _text(f"{entry.path}/__main__.py")
        ):
            parts.append(entry.path)
    return tuple(parts)


def _text(path: str) -> str:
    with suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
        return file.read()
    return ""


def _without(part: str, kept: Sequence[str]) -> list[str]:
    """Return what to hide of a part of the kit, so that `kept` paths in it stay readable."""
    inside = [path for path in kept if grants.within(path, [part])]
    if not inside:
        return [part]
    if part in inside:
        return []
    return [path for entry in os.scandir(part) for path in _without(entry.path, inside)]


def _answer(tool: str, question: str) -> list[str]:
    """Return the file of an interpreter and the folders of its installation."""
    status = os.stat(tool)
    key = repr((tool, os.path.realpath(tool), question, status.st_mtime_ns, status.st_size))
    known = files.remembered(_ANSWERS)
    with suppress(KeyError, TypeError, ValueError):  # a damaged answer may be anything
        until, *answer = map(str, known[key])
        if float(until) > time.time() and answer and all(map(os.path.exists, answer)):
            return answer
    words = [tool if word == "{program}" else word for word in shlex.split(question)]
    answer = [line.strip() for line in asked(words)]
    if answer and all(map(os.path.isabs, answer)):
        is_shim = os.path.realpath(answer[0]) != os.path.realpath(tool)
        until = str(time.time() + _SHIM_SECONDS if is_shim else math.inf)
        files.remember(_ANSWERS, {**known, key: [until, *answer]})
        return answer
    return [tool]
