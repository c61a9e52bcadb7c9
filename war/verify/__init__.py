"""The tests of the assignment, for the classes of the kit or of a homework."""

from collections.abc import Mapping
from typing import NamedTuple

from cardjudge.errors import UserError


class Fault(UserError):  # noqa: N818  (it becomes a verdict)
    """A method is missing, or the homework does not answer."""


class Late(Fault):
    """The homework exceeded its time limit."""


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
    """What else the results show about the cause of a failure."""
