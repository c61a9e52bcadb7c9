"""The private folder of a program: how much is in it, and how it goes away, whatever is in it."""

import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cardjudge.programs.sandbox import keeper

_MOST_ENTRIES = 10_000
_UNIT = 512
_free: dict[int, list[str]] = {}
"""Empty folders that were used before: what the kernel was told of one still holds."""


def make() -> str:
    """Make a folder that only this user can look into; it does not outlive this process."""
    return tempfile.mkdtemp(dir=keeper.folder())


def in_memory(folder: str) -> bool:
    """Whether files there may be kept in memory: on no disk, as far as we know."""
    return os.major(os.stat(folder).st_dev) == 0


def take() -> str:
    """Return an empty folder: one that was given back, or a new one."""
    free = _free.setdefault(os.getpid(), [])
    return free.pop() if free else make()


def give_back(folder: str) -> None:
    """Empty a folder that nobody uses any more; where that cannot be, remove it."""
    with suppress(OSError):
        for entry in [*os.scandir(folder)]:
            if entry.is_dir(follow_symlinks=False):
                remove(entry.path)
            else:
                os.unlink(entry)
        if not os.listdir(folder):
            _free[os.getpid()].append(folder)
            return
    remove(folder)


@contextmanager
def private() -> Iterator[Path]:
    """Make such a folder for a while."""
    made = make()
    try:
        yield Path(made)
    finally:
        remove(made)


def size(folder: str, processes: Iterable[int], most: int) -> int:
    """Return the bytes of the files in a folder, and of those that processes keep open unnamed.

    Looks no further where there is more than `most`; too many files count as that.
    """
    total, seen, folders = 0, 0, [folder]
    while folders and total <= most:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                seen += 1
                total += entry.stat(follow_symlinks=False).st_blocks * _UNIT
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.path)
        if seen > _MOST_ENTRIES:
            return most + 1
    return total + sum(map(_unnamed, processes))


def _unnamed(process: int) -> int:
    """Return the bytes of the files that a process has open and nobody can find any more."""
    total = 0
    with suppress(OSError):
        for name in os.listdir(f"/proc/{process}/fd"):
            with suppress(OSError):
                status = os.stat(f"/proc/{process}/fd/{name}")
                if status.st_nlink == 0 and stat.S_ISREG(status.st_mode):
                    total += status.st_blocks * _UNIT
    return total


def remove(folder: str) -> None:
    """Remove a folder, also one made so deep, or with such modes, that Python cannot."""
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            subprocess.run([*command, "--", folder], stderr=subprocess.DEVNULL, check=False)
