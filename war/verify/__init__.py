"""The tests of the assignment, and sharper ones of the shuffle."""

from collections.abc import Mapping
from typing import NamedTuple


class Verdict(NamedTuple):
    """The figures of a test, and whether they are as they must be."""

    name: str
    passed: bool
    figures: Mapping[str, object]
    fault: str = ""
    """Why there are no figures: a method is missing, or the homework did not answer."""
