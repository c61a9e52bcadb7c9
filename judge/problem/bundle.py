"""Several files in one: other judges take programs of one file, and our code lives in packages."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from judge.problem.description import Fault

_FIRST = """\
#!/usr/bin/env python3
# Made by `judge export`: modules as they are, then the script that uses them."""
_HEAD = '''\
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
for name in sys.modules.keys() - before:
    spec = getattr(sys.modules[name], "__spec__", None)
    if spec is not None and name.partition(".")[0] not in sys.stdlib_module_names:
        print(name, spec.origin)
"""
_INCLUDE = re.compile(r'^#include "([^"]+)"$', re.MULTILINE)


def bundle(script: str, file: str, folder: Path) -> str:
    """Return the script with all modules that it needs, but for Python's own, in front of it.

    A script that needs none is returned as it is. What a module imports only inside a function is
    not seen. Modules are also found in the folder. Fault, with the name of the file, where one
    cannot be loaded, or is no Python source.
    """
    sources = _sources_needed(script, file, folder)
    if not sources:
        return script
    embedded = (f"Bundle.sources[{name!r}] = {_literal(text)}\n" for name, text in sources.items())
    first, rest = _future_first(script, file)
    return "\n".join([_FIRST, *first, _HEAD, *embedded, rest])


def _future_first(script: str, file: str) -> tuple[list[str], str]:
    """Take out what Python wants at the beginning of a file."""
    lines = script.splitlines(keepends=True)
    first = []
    for statement in filter(_is_future, _parsed(script, file).body):
        first.append(ast.unparse(statement))
        lines[statement.lineno - 1] = "\n"
    return first, "".join(lines)


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def with_includes(path: Path, keep: Iterable[str] = ()) -> str:
    """Return C or C++ with the files that it includes from beside it put in; those to keep stay.

    A file is put in once, where it is included first.
    """
    return _included(path, {*keep}, set())


def _included(path: Path, keep: set[str], done: set[Path]) -> str:
    def put_in(found: re.Match[str]) -> str:
        other = (path.parent / found[1]).resolve()
        if other.name in keep or not other.is_file():
            return found[0]
        if other in done:
            return ""
        done.add(other)
        return _included(other, keep, done).rstrip("\n")

    return _INCLUDE.sub(put_in, path.read_text(encoding="utf-8"))


def _sources_needed(script: str, file: str, folder: Path) -> dict[str, str]:
    imports = "\n".join(
        ast.unparse(statement)
        for statement in _parsed(script, file).body
        if isinstance(statement, ast.Import | ast.ImportFrom) and not _is_future(statement)
    )
    # Another process, since in this one modules are loaded that the script has no use for; with -P,
    # since the nim.py of a student in the current directory is not ours to run.
    start = f"import sys\nbefore = {{*sys.modules}}\nsys.path.insert(0, {str(folder)!r})\n"
    run = subprocess.run(
        [sys.executable, "-P", "-c", start + imports + _LIST_MODULES],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if run.returncode != 0:
        reason = run.stderr.strip().splitlines()[-1]
        raise Fault(file, None, "無法載入它要的模組：{reason}", reason=reason)
    sources = {}
    for line in sorted(run.stdout.splitlines()):
        name, path = line.split(" ", 1)
        is_folder = path == "None"  # of modules
        if not is_folder and not path.endswith(".py"):
            raise Fault(
                file, None, "它要的模組 {name} 不是 Python 寫的，不能放進同一個檔案", name=name
            )
        sources[name] = "" if is_folder else Path(path).read_text(encoding="utf-8")
    return sources


def _parsed(script: str, file: str) -> ast.Module:
    try:
        return ast.parse(script)
    except SyntaxError as error:
        raise Fault(file, error.lineno, "語法不對：{reason}", reason=error.msg) from None


def _literal(text: str) -> str:
    """A module as a Python literal that can be read."""
    if "'''" in text or text.endswith(("'", "\\")):
        return repr(text)
    return f"r'''{text}'''"
