"""The tests of the assignment, and sharper ones of the shuffle."""

from collections.abc import Mapping
from typing import NamedTuple


class Example(NamedTuple):
    """The first case in which a homework is wrong: what it was given, what must come, what came."""

    given: str
    expected: str
    found: str


class Verdict(NamedTuple):
    """The figures of a test, and whether they are as they must be."""

    name: str
    passed: bool
    figures: Mapping[str, object]
    fault: str = ""
    """Why there are no figures: a method is missing, or the homework did not answer."""
    example: Example | None = None
    hint: str = ""
    """What is likely behind it."""
