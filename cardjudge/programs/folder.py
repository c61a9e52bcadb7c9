"""The private folder of a program: its size, and its removal whatever it contains."""

import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from cardjudge.programs import keeper

_MOST_ENTRIES = 10_000
_UNIT, _BLOCK = 512, 1 << 14


def make() -> str:
    """Return a new folder that only this user can read; it does not outlive this process."""
    return tempfile.mkdtemp(dir=keeper.folder())


@contextmanager
def private() -> Iterator[Path]:
    """Provide a private folder within a ``with`` statement."""
    made = make()
    try:
        yield Path(made)
    finally:
        remove(made)


def size(folders: Iterable[str], processes: Iterable[int], most: int) -> int:
    """Return the bytes of the files in folders and of deleted files that processes have open.

    The count stops above `most`. Too many files, or a file that cannot be examined, count as more
    than `most`.
    """
    left, total, seen = [*folders], 0, 0
    inside = tuple(f"{folder}/" for folder in left)
    try:
        while left and total <= most:
            with suppress(FileNotFoundError), os.scandir(left.pop()) as entries:
                for entry in entries:
                    seen += 1
                    if entry.is_dir(follow_symlinks=False):
                        left.append(entry.path)
                    with suppress(FileNotFoundError):
                        total += _bytes(entry.stat(follow_symlinks=False))
            if seen > _MOST_ENTRIES:
                return most + 1
        for process in processes:
            try:
                total += sum(_unnamed(process, inside).values())
            except OSError:
                if not _ends(process):
                    raise
    except OSError:
        return most + 1
    return total


def _ends(process: int) -> bool:
    """Return whether a process has released its memory: only root may read its files then."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/statm").read_bytes().startswith(b"0 ")
    return True


def _bytes(seen: os.stat_result) -> int:
    """Return the bytes that a file occupies: its size, or its blocks if they differ by more."""
    blocks = seen.st_blocks * _UNIT
    return seen.st_size if 0 <= blocks - seen.st_size < _BLOCK else blocks


def _unnamed(process: int, inside: tuple[str, ...]) -> dict[tuple[int, int], int]:
    """Return the bytes of each deleted file that a process has open, mapped, or runs.

    A mapped file is examined through its mapping, which the kernel allows to root alone.
    """
    paths = [f"/proc/{process}/exe"]
    paths += [f"/proc/{process}/fd/{name}" for name in os.listdir(f"/proc/{process}/fd")]
    found = {}
    for path in paths:
        with suppress(FileNotFoundError):
            status = os.stat(path)
            if status.st_nlink == 0 and stat.S_ISREG(status.st_mode):
                found[status.st_dev, status.st_ino] = _bytes(status)
    with open(f"/proc/{process}/maps", encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps:
            words = line.split(None, 5)
            if len(words) > 5 and words[5].endswith("(deleted)\n") and words[5].startswith(inside):
                major, minor = (int(word, 16) for word in words[3].split(":"))
                if (os.makedev(major, minor), int(words[4])) not in found:
                    first, last = (int(word, 16) for word in words[0].split("-"))
                    mapped = f"/proc/{process}/map_files/{first:x}-{last:x}"
                    status = os.stat(mapped)
                    found[status.st_dev, status.st_ino] = _bytes(status)
    return found


def remove(folder: str) -> None:
    """Remove a folder, even one whose depth or modes defeat Python."""
    try:
        shutil.rmtree(folder)
    except (OSError, RecursionError):
        for command in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
            subprocess.run([*command, "--", folder], stderr=subprocess.DEVNULL, check=False)
