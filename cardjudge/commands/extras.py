"""The optional parts of the kit, and the one answer where somebody asks for what is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from cardjudge.errors import UserError

PACKAGES = {
    "fast": "numba numpy",
    "plot": "matplotlib",
    "cluster": "distributed",
    "problem": "latex2mathml markdown-it-py mdit-py-plugins pypdf",
    "hack": "hypothesis",
}
"""The packages of an extra: the kit itself is on no index, so pip knows no extra of it there."""


@contextmanager
def needed(extra: str, what: str) -> Iterator[None]:
    """Tell how to install the extra where `what` the user asked for cannot be imported."""
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
