"""Waits until a program or a test changes, by looking at the files every now and then."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from judge.cases import Case

_EVERY = 0.25
"""Seconds between looks; what has changed has to stay as it is for one more."""

Stamp: TypeAlias = tuple[str, int, int, int]
"""A file: name, inode, time of its last change in ns, size."""


class Look(NamedTuple):
    """The files as they were at one moment."""

    program: frozenset[Stamp]
    """Those that the command names, and their neighbours of the same kind."""
    cases: dict[str, frozenset[Stamp]]
    """Those of each case, by its input without the ending."""

    @classmethod
    def at(cls, command: Sequence[str], folders: Sequence[Path]) -> Look:
        """Look at a program and at folders of cases."""
        cases: dict[str, set[Stamp]] = {}
        for stamp in _in_folders(folders):
            cases.setdefault(os.path.splitext(stamp[0])[0], set()).add(stamp)
        return cls(
            frozenset(_of_program(command)),
            {name: frozenset(stamps) for name, stamps in cases.items()},
        )

    def changed(self, before: Look, cases: Sequence[Case]) -> list[Case]:
        """Return the cases to run again: all if the program has changed."""
        if self.program != before.program:
            return [*cases]
        names = ((case, str(case.input.with_suffix(""))) for case in cases)
        return [case for case, name in names if self.cases.get(name) != before.cases.get(name)]


def wait_for_change(look: Callable[[], Look], before: Look) -> Look:
    """Return the next look that differs from the one before, once nothing is being written."""
    found = look()
    while True:
        time.sleep(_EVERY)
        now = look()
        if now == found != before:
            return now
        found = now


def _in_folders(folders: Sequence[Path]) -> Iterator[Stamp]:
    for folder in folders:
        yield from _stamps(folder)


def _of_program(command: Sequence[str]) -> Iterator[Stamp]:
    """Yield the files of a command: a script, what may be imported beside it, a binary."""
    for word in command:
        path = Path(word if os.path.sep in word or os.path.exists(word) else _found(word))
        if path.is_file():
            yield from _stamps(path.parent, path.suffix, None if path.suffix else path.name)


def _found(word: str) -> str:
    return shutil.which(word) or word


def _stamps(folder: Path, ending: str = "", name: str | None = None) -> Iterator[Stamp]:
    """Yield the files of a folder that end so, or the one of a name; none if it is not there."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(ending) and name in (None, entry.name) and entry.is_file():
                    stat = entry.stat()
                    path = str(folder / entry.name)
                    yield path, stat.st_ino, stat.st_mtime_ns, stat.st_size
    except OSError:
        return  # it is just being written anew
