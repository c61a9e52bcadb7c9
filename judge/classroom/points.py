"""Points: a sum over groups of tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.problem.description import POINTS as MOST
from judge.problem.description import Rule

_PARTS = ("sample", "secret")


class Group(NamedTuple):
    """Tests that count together.

    ``all`` gives the points if every test is accepted, ``each`` a part for each, ``least`` the part
    that the worst test got from its checker.
    """

    name: str
    tests: tuple[str, ...]
    points: float = MOST
    rule: Rule = "each"

    def score(self, parts: Mapping[str, float]) -> float:
        """Return its points; `parts` are what tests got, from 0 to 1.

        >>> Group("a", ("1", "2", "3"), 30).score({"1": 1, "3": 1})
        20.0
        """
        got = [parts.get(test, 0.0) for test in self.tests]
        if self.rule == "each":
            return self.points * sum(got) / len(got)
        return self.points * (min(got) if self.rule == "least" else float(min(got) == 1))


def by_folder(tests: Sequence[str]) -> tuple[Group, ...]:
    """Return a group for each folder that is named before the tests, or one of all tests.

    The points are the same for each, and for all of it or nothing. Folders called ``sample`` and
    ``secret`` are parts of a group.

    >>> [group.name for group in by_folder(["small/1", "small/2", "large/secret/1"])]
    ['small', 'large']
    """
    folders: dict[str, list[str]] = {}
    for test in tests:
        folder = [part for part in test.split("/")[:-1] if part not in _PARTS]
        folders.setdefault("/".join(folder), []).append(test)
    if len(folders) == 1:
        return (Group("", tuple(tests)),)
    part = MOST / len(folders)
    return tuple(Group(name, tuple(each), part, "all") for name, each in folders.items())


def shown(points: float) -> str:
    """Write points without what rounding leaves.

    >>> shown(100 / 3), shown(100.0)
    ('33.33', '100')
    """
    return f"{points:.2f}".rstrip("0").rstrip(".")
