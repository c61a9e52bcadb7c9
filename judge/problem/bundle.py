"""Several modules in one script: other judges run single files, and our code lives in packages."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable

from cardjudge.errors import UserError

_HEAD = '''\
#!/usr/bin/env python3
# Made by `judge export`: modules of cardjudge as they are, then the script that uses them.
import importlib.abc
import importlib.util
import sys


class Bundle(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Finds modules in this file."""

    sources = {}

    def find_spec(self, name, path=None, target=None):
        return importlib.util.spec_from_loader(name, self) if name in self.sources else None

    def is_package(self, name):
        return any(other.startswith(f"{name}.") for other in self.sources)

    def get_source(self, name):
        return self.sources[name]


sys.meta_path.insert(0, Bundle())
'''
_LIST_MODULES = """
import sys
for name in [name for name in sys.modules if name.partition(".")[0] in sys.argv[1:]]:
    print(name, sys.modules[name].__spec__.origin)
"""


def bundle(script: str, packages: Iterable[str]) -> str:
    """Return the script with the modules of the packages that it needs in front of it.

    A script that needs none is returned as it is. What a module imports only inside a function is
    not seen.
    """
    sources = _sources_needed(script, tuple(packages))
    if not sources:
        return script
    embedded = (f"Bundle.sources[{name!r}] = {_literal(text)}\n" for name, text in sources.items())
    return "\n".join([_HEAD, *embedded, script])


def _sources_needed(script: str, packages: tuple[str, ...]) -> dict[str, str]:
    imports = "\n".join(
        ast.unparse(statement)
        for statement in ast.parse(script).body
        if isinstance(statement, ast.Import | ast.ImportFrom)
    )
    # Another process, since in this one modules are loaded that the script has no use for.
    run = subprocess.run(
        [sys.executable, "-c", imports + _LIST_MODULES, *packages],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if run.returncode != 0:
        raise UserError(f"無法載入要匯出的模組：{run.stderr.strip().splitlines()[-1]}")
    sources = {}
    for line in sorted(run.stdout.splitlines()):
        name, path = line.split(" ", 1)
        with open(path, encoding="utf-8") as file:
            sources[name] = file.read()
    return sources


def _literal(text: str) -> str:
    """A module as a Python literal that can be read."""
    if "'''" in text or text.endswith(("'", "\\")):
        return repr(text)
    return f"r'''{text}'''"
