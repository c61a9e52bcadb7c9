"""Mounts of one program: private folders of limited size, and empty mounts over hidden paths.

All private folders of a run (HOME, /tmp and /dev/shm) lie on one tmpfs, so the kernel bounds their
bytes together, including files that are deleted, mapped or in transit between processes. Paths
below /tmp and /dev/shm that the program may use are bind-mounted back under their own names.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Any

from cardjudge.programs.sandbox.grants import within

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_PRIVATE = ("/tmp", "/dev/shm")
_MOST_FILES = 10_000


def plan(readable: Iterable[str], writable: Iterable[str], hidden: Sequence[str]) -> dict[str, Any]:
    """Return the private folders, the paths to bind back into them, and the hidden paths.

    The arguments are the paths that a program may use, under the names that it was given. A
    readable path gets a read-only mount, because the Landlock rule on a private folder allows
    writing to everything in it.
    """
    written = [*map(os.path.realpath, writable)]
    named = dict.fromkeys(map(os.path.abspath, (*readable, *writable)))
    real = dict.fromkeys(map(os.path.realpath, named))
    private = [folder for folder in _PRIVATE if not any(within(folder, [path]) for path in real)]
    below = [path for path in real if _inside(path, private)]
    granted = [path for path in below if path in written or not _inside(path, below)]
    links = {name: os.path.realpath(name) for name in named if _inside(name, private)}
    return {
        "private": [os.fsencode(folder) for folder in private],
        "granted": [(os.fsencode(path), path in written) for path in sorted(granted)],
        "links": [(os.fsencode(own), os.fsencode(to)) for own, to in links.items() if own != to],
        "hidden": [os.fsencode(path) for path in hidden],
    }


def order(plan: dict[str, Any], folder: str, size: int | None) -> dict[str, Any]:
    """Return the mounts of one run: its folder and the bytes that it may write.

    One page beyond `size` is free, so that the judge sees a program exceed its limit.
    """
    most = "" if size is None else f"size={(pages(size) + 1) * PAGE},"
    options = f"{most}nr_inodes={_MOST_FILES},mode=755"
    return {**plan, "folder": os.fsencode(folder), "options": options}


def pages(size: int) -> int:
    """Return the number of pages for `size` bytes."""
    return -(-size // PAGE)


def used(root: int) -> int:
    """Return the pages in use on a private file system."""
    seen = os.fstatvfs(root)
    return seen.f_blocks - seen.f_bfree


def full(root: int, size: int) -> bool:
    """Return whether a private file system holds more than `size` bytes, or too many files."""
    return used(root) > pages(size) or os.fstatvfs(root).f_ffree == 0


def _inside(path: str, folders: Iterable[str]) -> bool:
    return any(path != folder and within(path, [folder]) for folder in folders)
