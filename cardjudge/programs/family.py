"""What a program and its family use of their limits, and their end.

The family is the session of the program, and ends with its process group. The filter lets no
process leave them; without a filter a daemon escapes. The kernel hands orphans to the judge, which
is a subreaper; only Linux has subreapers.
"""

from __future__ import annotations

import os
import signal
import stat
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cardjudge.programs import keeper, processes
from cardjudge.programs.clocks import Clocks
from cardjudge.programs.limits import Exceeded, Limits
from cardjudge.programs.processes import Member
from cardjudge.programs.questions import Questions
from cardjudge.programs.sandbox import mounts
from cardjudge.programs.sandbox.entry import Entry
from cardjudge.programs.sandbox.start import Begun

if TYPE_CHECKING:
    import resource

_MORE = 1.1
"""A program's own peak must exceed the peak of the process that forked it by this factor."""
_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
_MOST_ENTRIES = 10_000
"""Files and folders of a program that the judge examines."""
_UNIT, _BLOCK = 512, 1 << 14
"""Bytes of a block in `stat`, and of the largest block of a file system."""


class Family:
    """Measures and ends the family of a program that has begun."""

    def __init__(self, begun: Begun, entry: Entry, limits: Limits) -> None:
        self.pid = begun.pid
        self.questions: Questions | None = None
        self.peak = 0
        """Peak memory in bytes; 0 for a program too small and too short to measure."""
        self.examines: Exceeded = "memory"
        """What a look is about to measure: the limit that is exceeded if it cannot."""
        self.is_confined = entry.folder is not None
        self._begun, self._entry, self._limits = begun, entry, limits
        self.clocks = Clocks(begun, entry.group)
        self._lock = threading.RLock()
        """Held while the clocks are read: two threads may ask for the CPU time."""
        if entry.filters:
            keeper.keep(begun.pid)
        if begun.listener is not None:
            most = limits.processes
            self.questions = Questions(begun.listener, begun.pid, most, self.clocks)

    def living(self) -> list[Member]:
        """Return the program and the members of its family that still live."""
        return processes.of_session(self.pid, self._is_alone)

    def signal(self, number: int) -> None:
        """Send a signal to the family."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def cpu(self) -> float:
        """Return the CPU seconds so far."""
        return self._cpu([] if self._entry.group is not None else self.living())

    @property
    def waited(self) -> float:
        """Seconds without a processor."""
        return self.clocks.waits.seconds

    def passed(self) -> Exceeded | None:
        """Return the limit that the family has exceeded; one that cannot be read counts.

        The wall time is no matter of a look.
        """
        if stopped := self._stopped():
            return stopped
        is_bounded = self._entry.group is not None or not self.is_confined
        self.examines = "memory"
        try:
            living = self.living()
            cpu = self._cpu(living)
            self.clocks.waits.look(living)
            memory = processes.memory(living, is_bounded)
            self.peak = max(self.peak, memory)
        except OSError:
            return "memory"
        self.examines = "file"
        used = self._limits.passed(0.0, cpu, memory)
        return used or self._wrote([member.thread for member in living if member.lives])

    def end(self, usage: resource.struct_rusage) -> tuple[float, Exceeded | None]:
        """End what the program has left; return all CPU seconds, and a limit seen only now.

        `usage` is that of the program, which has been reaped.
        """
        if self.questions is not None:
            os.close(self.questions.fd)  # a call that would ask fails from now on
        with self._lock:
            self._end_processes()
            cpu = self._cpu([], last=True)
            self.clocks.waits.look([])
            passed = self._stopped() or self._wrote([])
        if self._begun.root is not None:
            os.close(self._begun.root)
        if self.questions is None:  # no filter reported children, and the clocks saw none end
            cpu = max(cpu, usage.ru_utime + usage.ru_stime - self._begun.cpu)
        else:
            self.peak = max(self.peak, self.questions.peak)
        # The kernel starts a program with the peak of the process that forked it.
        if usage.ru_maxrss > self._begun.peak * _MORE:
            self.peak = max(self.peak, usage.ru_maxrss * _MAXRSS_UNIT)
        if passed == "memory":
            self.peak = max(self.peak, self._limits.memory or 0)
        return cpu, passed

    def _end_processes(self) -> None:
        try:
            self._cpu([] if self._is_alone else self.living())
        finally:
            self.signal(signal.SIGKILL)
            processes.reap(self.pid, self.clocks.ends, waits=True)
            if self._entry.filters:
                keeper.keep(self.pid, lives=False)

    def _cpu(self, living: list[Member], last: bool = False) -> float:
        if self._entry.group is not None:
            return self._entry.group.cpu()
        with self._lock:
            return self.clocks.look(living, last) - self._begun.cpu

    def _stopped(self) -> Exceeded | None:
        """Return the limit at which the kernel stopped the family: a full group or file system."""
        group, root, most = self._entry.group, self._begun.root, self._limits.output
        if group is not None and group.overran():
            return "memory"
        return "file" if root and most is not None and mounts.full(root, most) else None

    def _wrote(self, threads: list[int]) -> Exceeded | None:
        """Return "file" if the files in writable folders exceed the limit together."""
        most, folders = self._limits.output, [*self._entry.writable]
        if self._entry.folder is not None and self._begun.root is None:
            folders.append(self._entry.folder)
        if most is None or not folders:
            return None
        return "file" if _size(folders, threads, most) > most else None

    @property
    def _is_alone(self) -> bool:
        return self.questions is not None and self.questions.alone


def _size(folders: Iterable[str], threads: Iterable[int], most: int) -> int:
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
                    if seen > _MOST_ENTRIES:
                        return most + 1
                    if entry.is_dir(follow_symlinks=False):
                        left.append(entry.path)
                    with suppress(FileNotFoundError):
                        total += _bytes(entry.stat(follow_symlinks=False))
        for thread in threads:
            try:
                total += sum(_unnamed(thread, inside).values())
            except OSError:
                if not _ends(thread):
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
    sizes = {}
    for path in paths:
        with suppress(FileNotFoundError):
            status = os.stat(path)
            if status.st_nlink == 0 and stat.S_ISREG(status.st_mode):
                sizes[status.st_dev, status.st_ino] = _bytes(status)
    with open(f"/proc/{process}/maps", encoding="utf-8", errors="surrogateescape") as maps:
        for line in maps:
            words = line.split(None, 5)
            if len(words) > 5 and words[5].endswith("(deleted)\n") and words[5].startswith(inside):
                major, minor = (int(word, 16) for word in words[3].split(":"))
                if (os.makedev(major, minor), int(words[4])) not in sizes:
                    first, last = (int(word, 16) for word in words[0].split("-"))
                    mapped = f"/proc/{process}/map_files/{first:x}-{last:x}"
                    status = os.stat(mapped)
                    sizes[status.st_dev, status.st_ino] = _bytes(status)
    return sizes
