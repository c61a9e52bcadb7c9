"""The parts that all commands share: judge mode, command lines, programs of others, series."""

from __future__ import annotations

VERSION = "0.5.0"
"""pyproject.toml reads the version here; to ask the installed package for it takes 60 ms."""
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def exports(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package that exports names of its modules.

    The package's ``__init__.pyi`` lists the names, each in a line ``from MODULE import NAME as
    NAME``, which type checkers read too. The list and a module are read only on the first use of a
    name: all names of ``nim`` would delay its judge by 70 ms.
    """

    def modules() -> dict[str, str]:
        spec = __import__("sys").modules[package].__spec__
        lines = spec.loader.get_data(spec.origin + "i").decode().splitlines()
        return {line.split()[-1]: line.split()[1] for line in lines if line.startswith("from ")}

    def find(name: str) -> object:
        if name.startswith("__") and name != "__all__":  # the import system asks for these
            raise AttributeError(name)
        where = modules()
        if name == "__all__":  # `from package import *` asks for it
            return sorted(where)
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(__import__(where[name], fromlist=[name]), name)

    return find, lambda: sorted(modules())
