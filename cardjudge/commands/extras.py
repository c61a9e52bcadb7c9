"""The optional parts of the kit, and the message for a missing one."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from cardjudge.errors import UserError
from cardjudge.language import say


def install(extra: str) -> str:
    """Return the command that installs the packages of an extra of pyproject.toml.

    The kit is on no index, nor are its extras.
    """
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
        missing = (error.name or str(error)).replace("_", "-")  # as pip writes it
        parts = {"what": say(what), "missing": missing, "install": install(extra)}
        raise UserError("缺少 {missing}（{what}）：{install}", **parts) from None
