"""Shared by all commands: judge mode, command lines, strangers' programs, series of games."""

from __future__ import annotations

VERSION = "0.2.0"
"""pyproject.toml reads it here: asking the installed package for its version costs 60 ms."""
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def exports(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package that exports names of its modules.

    The names stand once: in the package's ``__init__.pyi``, a line ``from MODULE import NAME as
    NAME`` each, which type checkers read. Neither a module nor this list is loaded before a name is
    asked for: the names of ``nim`` would cost its judge 70 ms.
    """

    def modules() -> dict[str, str]:
        spec = __import__("sys").modules[package].__spec__
        lines = spec.loader.get_data(spec.origin + "i").decode().splitlines()
        return {line.split()[-1]: line.split()[1] for line in lines if line.startswith("from ")}

    def find(name: str) -> object:
        if name.startswith("__") and name != "__all__":  # asked for by import itself
            raise AttributeError(name)
        where = modules()
        if name == "__all__":  # which `from package import *` asks for
            return sorted(where)
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(__import__(where[name], fromlist=[name]), name)

    return find, lambda: sorted(modules())
