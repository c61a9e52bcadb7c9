"""The tests of the assignment, and sharper tests of the shuffle."""

from collections.abc import Mapping
from typing import NamedTuple


class Example(NamedTuple):
    """The first wrong case of a homework: the calls, the expected and the actual result."""

    given: str
    expected: str
    found: str


class Verdict(NamedTuple):
    """The figures of a test, and whether they pass."""

    name: str
    passed: bool
    figures: Mapping[str, object]
    fault: str = ""
    """The reason for missing figures: a missing method, or no answer from the homework."""
    example: Example | None = None
    hint: str = ""
    """The likely cause of a failure."""
