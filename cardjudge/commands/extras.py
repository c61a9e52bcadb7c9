"""The optional parts of the kit, and the message for a missing one."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager

from cardjudge.errors import UserError
from cardjudge.kit import KIT
from cardjudge.language import say


def install(extra: str) -> str:
    """Return the command that installs an extra of pyproject.toml.

    A clone installs the extra itself. A wheel names the packages, because the kit is on no index,
    nor are its extras.
    """
    if (KIT / "pyproject.toml").is_file():
        return f"python -m pip install '{os.path.relpath(KIT)}[{extra}]'"
    from importlib.metadata import requires

    of_extra = re.compile(rf"([\w.-]+).*extra == .{extra}\b")
    packages = filter(None, map(of_extra.match, requires("cardjudge") or ()))
    return f"python -m pip install {' '.join(package[1] for package in packages)}"


@contextmanager
def needed(extra: str, what: str) -> Iterator[None]:
    """Turn a failed import into UserError; it says how to install what `what` needs."""
    try:
        yield
    except ImportError as error:
        parts = {"what": say(what), "missing": error.name or error, "install": install(extra)}
        raise UserError("{what} 缺少 {missing}：{install}", **parts) from None
