"""What is claimed, and what was measured: the rows of docs/bench.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardjudge.series.estimate import Estimate


@dataclass(frozen=True)
class Claim:
    """What is measured, against which peer, and the limit, if there is one.

    Without a unit it is a ratio. `against` is empty where there is no peer to be had.
    """

    what: str
    against: str = ""
    at_most: float | None = None
    at_least: float | None = None
    unit: str = ""

    @property
    def limit(self) -> str:
        """The limit in words; empty if there is none."""
        unit = f" {self.unit}" if self.unit else ""
        if self.at_most is not None:
            return f"at most {self.at_most:,g}{unit}"
        return "" if self.at_least is None else f"at least {self.at_least:,g}{unit}"

    def kept(self, value: float) -> bool:
        """Tell whether a value is within the limit."""
        if self.at_most is not None and value > self.at_most:
            return False
        return self.at_least is None or value >= self.at_least

    def __str__(self) -> str:
        return f"{self.what}, against {self.against}" if self.against else self.what


class Row(NamedTuple):
    """What was measured of a claim, between the ends of its 95 % interval."""

    claim: Claim
    measured: Estimate
    note: str = ""

    @property
    def kept(self) -> bool:
        """Whether the value measured is within the limit."""
        return self.claim.kept(self.measured.value)

    @property
    def figures(self) -> str:
        """The value and its interval, with three digits or more, and the unit."""
        size = abs(self.measured.value)
        digits = 0 if size >= 100 else 1 if size >= 10 else 2
        value, low, high = (f"{number:,.{digits}f}" for number in self.measured)
        unit = f" {self.claim.unit}" if self.claim.unit else ""
        return value + unit if low == value == high else f"{value}{unit} [{low}, {high}]"

    @property
    def outcome(self) -> str:
        """Whether the limit is kept, in a word; empty if there is none."""
        if not self.claim.limit:
            return ""
        return "kept" if self.kept else "missed"

    def __str__(self) -> str:
        limit = f" ({self.claim.limit}: {self.outcome})" if self.claim.limit else ""
        note = f"; {self.note}" if self.note else ""
        return f"{self.claim}: {self.figures}{limit}{note}"


def told(claims: Sequence[Claim], rows: Iterable[Row]) -> list[Row]:
    """Print rows as they are measured and return them; there must be one for each claim."""
    measured = []
    for row in rows:
        print(row, flush=True)
        measured.append(row)
    assert [row.claim for row in measured] == list(claims)
    return measured


def status(rows: Iterable[Row]) -> int:
    """Return the exit status: 1 if a limit is missed."""
    return 0 if all(row.kept for row in rows) else 1
