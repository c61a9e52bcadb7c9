"""The languages installed on this machine, which every program in the sandbox may read.

The kit looks for the interpreters of languages.toml in the user's own PATH. It asks an interpreter
outside of the system folders where it is installed, alone and in the root folder, before any file
of a stranger is near. It caches the answer until the interpreter's file changes; the answer of a
shim, which chooses among versions, for ten minutes.
"""

import json
import math
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import cardjudge
from cardjudge import files
from cardjudge.programs.languages import installations
from cardjudge.programs.sandbox import Sandbox, grants

_SECONDS = 20.0
_SHIM_SECONDS = 600.0
KIT = str(Path(cardjudge.__file__).parents[1])
"""The folder that contains the packages of the kit."""
_LIBRARIES = f"{KIT}/cardjudge", f"{KIT}/judge"
"""The packages that solve no problem. In a clone, tests and answers lie beside them."""


class Installed(NamedTuple):
    """The PATH of programs, with real interpreters before shims, and the folders they may read."""

    path: str
    readable: tuple[str, ...]


@lru_cache(maxsize=64)
def with_languages(sandbox: Sandbox | None) -> Sandbox | None:
    """Return the sandbox, extended by the installed languages.

    The kit's packages contain the solutions of its problems, so the sandbox hides them, except
    those that the user's command names.
    """
    if sandbox is None or sandbox.mode == "none":
        return sandbox
    path, readable = installed()
    named = [*map(os.path.realpath, sandbox.readable)]
    hidden = (
        each
        for each in solutions()
        if not grants.within(each, named) and not any(grants.within(one, [each]) for one in named)
    )
    return sandbox._replace(
        readable=(*sandbox.readable, *readable),
        hidden=(*sandbox.hidden, *hidden),
        path=path,
        listed=(KIT,),  # Python finds a package only in a folder that it can list
    )


def named(command: Sequence[str]) -> tuple[str, ...]:
    """Return the files, folders and packages of the kit that a user's command names."""
    modules = {
        word.partition(".")[0].replace("-", "_")
        for before, word in pairwise(("-m", *command))
        if before == "-m"
    }
    packages = (each for each in solutions() if os.path.basename(each) in modules)
    return (*grants.named(command, os.getcwd()), *packages)


@cache
def installed() -> Installed:
    """Return where the interpreters in the user's PATH are installed; each is asked once."""
    searched = os.environ.get("PATH", os.defpath).split(os.pathsep)
    entries = [entry for entry in dict.fromkeys(searched) if os.path.isabs(entry)]
    own = sys.prefix, sys.base_prefix, *_LIBRARIES
    readable = {path: None for path in own if not grants.is_wide(path)}
    for name, question in installations().items():
        found = shutil.which(name, path=os.pathsep.join(entries))
        if found is None or grants.within(os.path.realpath(found), (*grants.system(), *readable)):
            continue
        program, *folders = _answer(found, question)
        readable |= dict.fromkeys((found, program))
        readable |= {path: None for path in folders if not grants.is_wide(path)}
        if os.path.dirname(program) not in entries:
            entries.insert(entries.index(os.path.dirname(found)), os.path.dirname(program))
    return Installed(os.pathsep.join(entries), tuple(readable))


@cache
def solutions() -> tuple[str, ...]:
    """Return the folders of the kit's packages that contain solutions of its problems."""
    problems = Path(KIT).glob("*/problem/problem.toml")
    return tuple(os.path.realpath(each.parents[1]) for each in problems)


def _answer(found: str, question: str) -> list[str]:
    """Return the file of an interpreter and the folders of its installation."""
    seen = os.stat(found)
    key = repr((found, os.path.realpath(found), question, seen.st_mtime_ns, seen.st_size))
    known = _remembered()
    until, *answer = known.get(key, ["0"])
    if float(until) > time.time() and all(map(os.path.exists, answer)):
        return answer
    words = [found if word == "{program}" else word for word in shlex.split(question)]
    with suppress(OSError, subprocess.TimeoutExpired):
        asked = subprocess.run(
            words,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
        answer = [line.strip() for line in os.fsdecode(asked.stdout).splitlines()]
        if asked.returncode == 0 and answer and all(map(os.path.isabs, answer)):
            is_shim = os.path.realpath(answer[0]) != os.path.realpath(found)
            until = str(time.time() + _SHIM_SECONDS if is_shim else math.inf)
            with suppress(OSError):  # without a cache, the kit asks again next time
                _file().parent.mkdir(parents=True, exist_ok=True)
                files.replace(_file(), json.dumps({**known, key: [until, *answer]}))
            return answer
    return [found]


def _remembered() -> dict[str, list[str]]:
    with suppress(OSError, ValueError):
        known = json.loads(_file().read_text(encoding="utf-8"))
        return known if isinstance(known, dict) else {}
    return {}


def _file() -> Path:
    return files.cache() / "installations.json"
