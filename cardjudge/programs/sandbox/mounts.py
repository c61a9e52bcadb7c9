"""Mounts of a program's own: private folders of limited size, and empty ones over what is hidden.

All private folders of a run, its HOME, /tmp and /dev/shm, lie on one tmpfs, so the kernel bounds
their bytes together, also those of files that are deleted, mapped or on their way to a process.
What the program may use below /tmp and /dev/shm is bound back under its own name.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Any

from cardjudge.programs.sandbox.grants import within

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_PRIVATE = ("/tmp", "/dev/shm")
_MOST_FILES = 10_000


def plan(readable: Iterable[str], writable: Iterable[str], hidden: Sequence[str]) -> dict[str, Any]:
    """Return which folders are private, what is bound back into them, and what is hidden.

    Paths are those that a program may use, under the names that it was given. What it may only read
    is mounted so: the rule on a private folder holds for all in it.
    """
    written = [*map(os.path.realpath, writable)]
    named = dict.fromkeys(map(os.path.abspath, (*readable, *writable)))
    real = dict.fromkeys(map(os.path.realpath, named))
    private = [each for each in _PRIVATE if not any(within(each, [path]) for path in real)]
    below = [each for each in real if _inside(each, private)]
    granted = [each for each in below if each in written or not _inside(each, below)]
    links = {name: os.path.realpath(name) for name in named if _inside(name, private)}
    return {
        "private": [os.fsencode(each) for each in private],
        "granted": [(os.fsencode(each), each in written) for each in sorted(granted)],
        "links": [(os.fsencode(own), os.fsencode(to)) for own, to in links.items() if own != to],
        "hidden": [os.fsencode(each) for each in hidden],
    }


def order(plan: dict[str, Any], folder: str, size: int | None) -> dict[str, Any]:
    """Return what the helper mounts for a run: its folder, and bytes that it may write.

    One page more is there, so that the judge sees that a program has passed its limit.
    """
    most = "" if size is None else f"size={(pages(size) + 1) * PAGE},"
    options = f"{most}nr_inodes={_MOST_FILES},mode=755"
    return {**plan, "folder": os.fsencode(folder), "options": options}


def pages(size: int) -> int:
    """Return how many pages so many bytes need."""
    return -(-size // PAGE)


def used(root: int) -> int:
    """Return the pages in use on a private file system."""
    seen = os.fstatvfs(root)
    return seen.f_blocks - seen.f_bfree


def full(root: int, size: int) -> bool:
    """Whether more is on a private file system than a program may write, or too many files."""
    return used(root) > pages(size) or os.fstatvfs(root).f_ffree == 0


def _inside(path: str, folders: Iterable[str]) -> bool:
    return any(path != folder and within(path, [folder]) for folder in folders)
