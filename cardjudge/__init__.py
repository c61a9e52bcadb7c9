"""What all commands of the kit share: judge mode, command lines, programs of others, series."""

from __future__ import annotations

VERSION = "0.2.0"
"""pyproject.toml takes it from here: looking it up in what is installed costs 60 ms."""
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def exports(
    package: str, names: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and ``__dir__`` of a package that exports names of its modules.

    `names` has those of each module, with blanks between them. Nothing is loaded before it is asked
    for, since a judge must start fast.
    """
    where = {name: module for module, listed in names.items() for name in listed.split()}

    def find(name: str) -> object:
        if name == "__all__":  # which `from package import *` asks for
            return sorted(where)
        if name not in where:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(__import__(where[name], fromlist=[name]), name)

    return find, lambda: sorted(where)
