"""The optional parts of the kit, and the message for a missing one."""

from collections.abc import Iterator
from contextlib import contextmanager

from cardjudge.errors import UserError

PACKAGES = {
    "fast": "numba numpy",
    "cluster": "distributed",
    "problem": "latex2mathml markdown-it-py mdit-py-plugins pypdf",
    "hack": "hypothesis",
}
"""Packages by extra. Messages name packages, because the kit is on no index, nor are its extras."""


@contextmanager
def needed(extra: str, what: str) -> Iterator[None]:
    """Turn a failed import into UserError; it names the packages that `what` needs."""
    try:
        yield
    except ImportError as error:
        missing = error.name or error
        raise UserError(
            "{what} 缺少 {missing}：python -m pip install {packages}",
            what=what,
            missing=missing,
            packages=PACKAGES[extra],
        ) from None
