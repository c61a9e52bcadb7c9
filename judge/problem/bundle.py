"""Bundles modules into one file: other judges take programs of one file only."""

import ast
import json
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from cardjudge.language import say
from cardjudge.programs.process import run
from cardjudge.programs.sandbox import Paths, Sandbox, grants
from judge.checker import EXCEEDED
from judge.problem import author
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
import json
for name in sys.modules.keys() - before:
    spec = getattr(sys.modules[name], "__spec__", None)
    if spec is not None and name.partition(".")[0] not in sys.stdlib_module_names:
        path, text = spec.origin, None
        if str(path).endswith(".py"):
            text = open(path, encoding="utf-8").read()
        print(json.dumps([name, path, text]))
"""
_INCLUDE = re.compile(r'^#include "([^"]+)"$', re.MULTILINE)


def bundle(script: str, file: str, folder: Path, sandbox: Sandbox) -> str:
    """Return the script preceded by all modules that it needs, except Python's own.

    A script that needs none stays unchanged. Modules are searched in `folder` too; an import inside
    a function of a module is not found. The modules run in the sandbox to find out what they
    import. Fault, with the name of the file, if a module cannot be loaded or is not written in
    Python.
    """
    sources = _sources_needed(script, file, folder, sandbox)
    if not sources:
        return script
    embedded = (f"Bundle.sources[{name!r}] = {_literal(text)}\n" for name, text in sources.items())
    # An exception names the author's file and line, because the code has the script's file name.
    last = f"exec(compile({_literal(script)}, {file!r}, 'exec', dont_inherit=True))\n"
    return "\n".join([_FIRST, _HEAD, *embedded, last])


def with_includes(path: Path, readable: Paths, keep: Iterable[str] = ()) -> str:
    """Return C or C++ with readable files included in the text, except those in `keep`.

    Each file is included once, at its first ``#include``.
    """
    return _included(path, [*map(os.path.realpath, readable)], {*keep}, set())


def _included(path: Path, readable: list[str], keep: set[str], done: set[Path]) -> str:
    def put_in(found: re.Match[str]) -> str:
        other = (path.parent / found[1]).resolve()
        if other.name in keep or not (other.is_file() and grants.within(str(other), readable)):
            return found[0]
        if other in done:
            return ""
        done.add(other)
        return _included(other, readable, keep, done).rstrip("\n")

    return _INCLUDE.sub(put_in, path.read_text(encoding="utf-8"))


def _sources_needed(script: str, file: str, folder: Path, sandbox: Sandbox) -> dict[str, str]:
    try:
        body = ast.parse(script).body
    except SyntaxError as error:
        raise Fault(file, error.lineno, "語法不對：{reason}", reason=error.msg) from None
    imports = "\n".join(
        ast.unparse(statement)
        for statement in body
        if isinstance(statement, ast.Import | ast.ImportFrom)
        and getattr(statement, "module", None) != "__future__"
    )
    # A new process has no modules that the script does not need. With -P it does not import, for
    # example, a student's nim.py from the current directory.
    start = f"import sys\nbefore = {{*sys.modules}}\nsys.path.insert(0, {str(folder)!r})\n"
    command = [sys.executable, "-P", "-c", start + imports + _LIST_MODULES]
    ended, listed = run(command, limits=author.LIMITS, sandbox=sandbox)
    if ended.status or ended.exceeded:
        reason = say(EXCEEDED[ended.exceeded]) if ended.exceeded else ended.last_lines(1)[-1]
        raise Fault(file, None, "無法載入它要的模組：{reason}", reason=reason)
    sources = {}
    for name, path, text in sorted(map(json.loads, listed.splitlines())):
        if path is not None and text is None:  # without a path it is a folder of modules
            raise Fault(
                file, None, "它要的模組 {name} 不是 Python 寫的，不能放進同一個檔案", name=name
            )
        sources[name] = text or ""
    return sources


def _literal(text: str) -> str:
    """Return a module as a readable Python literal."""
    if "'''" in text or text.endswith(("'", "\\")):
        return repr(text)
    return f"r'''{text}'''"
