"""What becomes of a test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Verdict(NamedTuple):
    """The figures of a test, and whether they are as they must be."""

    name: str
    passed: bool
    figures: Mapping[str, object]
    fault: str = ""
    """Why there are no figures: a method is missing, or the homework did not answer."""


def judged(name: str, passed: bool, /, **figures: object) -> Verdict:
    """Return what becomes of a test that has these figures."""
    return Verdict(name, passed, figures)
