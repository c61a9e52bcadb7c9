"""The files that an author's program needs beside it: other judges have neither kit nor folder."""

import re
from collections.abc import Iterable
from modulefinder import Module, ModuleFinder
from os.path import realpath
from pathlib import Path
from typing import Any

from cardjudge.kit import KIT, packages_of_games
from cardjudge.programs.sandbox import Paths, grants

_INCLUDE = re.compile(r'^#include "([^"]+)"$', re.MULTILINE)


def modules(script: str, folder: Path) -> dict[str, bytes]:
    """Return the modules of the folder and of the kit that a script in Python imports, by path.

    Imports inside functions count. A script that is not Python needs none; its run reports it.
    """
    finder = _Finder(folder)
    try:
        code = compile(script, "script", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    finder.scan_code(code, finder.add_module("__main__"))
    files = {}
    for name, module in sorted(finder.modules.items()):
        file, folders = str(vars(module)["__file__"]), vars(module)["__path__"]
        path = name.replace(".", "/") + ("/__init__.py" if folders else ".py")
        for suffix in ("", "i") if file.endswith(".py") else ():  # .pyi: cardjudge.exports reads it
            if Path(file + suffix).is_file():
                files[path + suffix] = Path(file + suffix).read_bytes()
    return files


class _Finder(ModuleFinder):
    """Finds modules in an author's folder, in the kit and in installed games, and nowhere else."""

    def __init__(self, folder: Path) -> None:
        super().__init__([str(folder)])
        packages = [KIT / "cardjudge", KIT / "judge", *packages_of_games()]
        self._places = {package.name: [str(package.parent)] for package in packages}

    def find_module(self, name: str, path: Any, parent: Module | None = None) -> Any:
        places: Any = path or self._places.get(name, self.path)
        return super().find_module(name, places, parent)


def with_includes(path: Path, readable: Paths, keep: Iterable[str] = ()) -> str:
    """Return C or C++ with readable files included in the text, except those in `keep`.

    Each file is included once, at its first ``#include``.
    """
    places, done = [*map(realpath, readable)], {*keep}

    def included(path: Path) -> str:
        def put_in(include: re.Match[str]) -> str:
            other = (path.parent / include[1]).resolve()
            if other.name in keep or not (other.is_file() and grants.within(str(other), places)):
                return include[0]
            if str(other) in done:
                return ""
            done.add(str(other))
            return included(other).rstrip("\n")

        return _INCLUDE.sub(put_in, path.read_text("utf-8", "surrogateescape"))

    return included(path)
