"""The scripts of this folder, found by reading them: nothing is imported and nothing registered."""

from __future__ import annotations

import ast
import pkgutil
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import bench
from bench.claims import Claim, Row, told


class Script(NamedTuple):
    """What ``python -m`` takes, its docstring, and whether it measures claims."""

    name: str
    says: str
    measures: bool

    @property
    def title(self) -> str:
        """The summary of the docstring, in one line."""
        return self.says.split("\n\n")[0].replace("\n", " ")


class Report(NamedTuple):
    """What a measurement said, and the seconds that it took."""

    script: Script
    rows: list[Row]
    seconds: float


def scripts() -> Iterator[Script]:
    """Yield the scripts of this folder by name, one of several files by its ``__main__.py``."""
    for module in pkgutil.iter_modules(bench.__path__):
        if module.name == "__main__":
            continue
        file = f"{module.name}/__main__.py" if module.ispkg else f"{module.name}.py"
        tree = ast.parse(Path(bench.__path__[0], file).read_text(encoding="utf-8"))
        runs = any(isinstance(node, ast.If) and _asks_for_main(node.test) for node in tree.body)
        if runs:
            name = f"{bench.__name__}.{module.name}"
            yield Script(name, ast.get_docstring(tree) or "", "CLAIMS" in _assigned(tree))


def _asks_for_main(test: ast.expr) -> bool:
    return ast.unparse(test) == "__name__ == '__main__'"


def _assigned(tree: ast.Module) -> set[str]:
    assignments = (node for node in tree.body if isinstance(node, ast.Assign))
    return {ast.unparse(target) for node in assignments for target in node.targets}


def claims(script: Script) -> tuple[Claim, ...]:
    """Return what a measurement claims."""
    return tuple(import_module(script.name).CLAIMS)


def measured(script: Script) -> Report:
    """Run a measurement in this process."""
    began = time.monotonic()
    module = import_module(script.name)
    rows = told(module.CLAIMS, module.rows())
    return Report(script, rows, time.monotonic() - began)
