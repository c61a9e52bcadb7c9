"""A memory control group around a family, which the kernel holds also between two of our looks.

One is made where that is allowed: with version 1 as root, with version 2 where the groups beside
the judge's own are the user's, too. It is larger than the limit by what our looks do not count. No
figure is taken from it, only the word that somebody had to be stopped: pages of files are given up
before that.

Source: Linux, Documentation/admin-guide/cgroup-v1/memory.rst and cgroup-v2.rst.
"""

import os
import re
import subprocess
from contextlib import suppress
from functools import cache
from multiprocessing.util import Finalize
from typing import NamedTuple

_ROOT = "/sys/fs/cgroup"
_SPARE = 32 << 20
_SHARE = 8
"""What the kernel may need for a family: stacks of threads, and tables of pages, of which the limit
of data allows an eighth of the memory at most."""


class Kind(NamedTuple):
    """A version: where its size is written, and that it is no swap; what grows at a stop."""

    size: str
    swap: str
    counters: tuple[tuple[str, str], ...]


_FIRST = Kind(
    "memory.limit_in_bytes",
    "memory.swappiness",
    (("memory.oom_control", "oom_kill "), ("memory.failcnt", "")),
)
_SECOND = Kind(
    "memory.max", "memory.swap.max", (("memory.events", "oom_kill "), ("memory.events", "oom "))
)


class Group:
    """A group of so many bytes, in which one family is at a time."""

    def __init__(self, folder: str, kind: Kind, size: int) -> None:
        os.mkdir(folder)
        _write(f"{folder}/{kind.size}", str(size))
        with suppress(FileNotFoundError):
            _write(f"{folder}/{kind.swap}", "0")
        self.size = size
        self.entrance = os.open(f"{folder}/cgroup.procs", os.O_WRONLY | os.O_CLOEXEC)
        """Whoever writes 0 here comes in."""
        self._counters = [
            (os.open(f"{folder}/{file}", os.O_RDONLY | os.O_CLOEXEC), name)
            for file, name in kind.counters
        ]
        self.begin()

    def begin(self) -> None:
        """Look at the counters before a family comes in."""
        self._before = self._counts()

    def overran(self) -> bool:
        """Whether a process was stopped since then because the group was full, and no other."""
        counts = zip(self._before, self._counts(), strict=True)
        return all(before < now for before, now in counts)

    def _counts(self) -> list[int]:
        texts = ((b"\n" + os.pread(fd, 4096, 0), name) for fd, name in self._counters)
        after = (text.partition(b"\n" + name.encode())[2].split() for text, name in texts)
        return [int(words[0]) if words else 0 for words in after]  # an old kernel counts less


_free: dict[int, list[Group]] = {}


@cache
def possible() -> bool:
    """Whether groups can be made here; removes those of judges that were killed."""
    try:
        folder, kind = _where()
        for name in os.listdir(folder):
            judge = re.fullmatch(r"judge-(\d+)", name)
            if judge and not os.path.exists(f"/proc/{judge[1]}"):
                remove(f"{folder}/{name}")
        probe = f"{_own(os.getpid())}/probe"
        os.mkdir(probe)
        _write(f"{probe}/{kind.size}", str(_SPARE))
        comes_in = ["/bin/sh", "-c", 'echo 0 >"$0"', f"{probe}/cgroup.procs"]
        works = subprocess.run(comes_in, stderr=subprocess.DEVNULL, check=False).returncode == 0
        os.rmdir(probe)
        return works
    except OSError:
        return False


def take(memory: int, files: int) -> Group:
    """Return an empty group for a family that may use so many bytes, some of them for files."""
    size = memory + memory // _SHARE + _SPARE + files
    free = _free.setdefault(os.getpid(), [])
    group = next((each for each in free if each.size == size), None)
    if group is None:
        own = _own(os.getpid())
        return Group(f"{own}/{len(os.listdir(own))}", _where()[1], size)
    free.remove(group)
    group.begin()
    return group


def give_back(group: Group) -> None:
    """Take a group back whose family has ended."""
    _free[os.getpid()].append(group)


def folder_of(judge: int) -> str | None:
    """Return where the groups of a judge are, if there can be any."""
    with suppress(OSError):
        return f"{_where()[0]}/judge-{judge}"
    return None


def remove(folder: str) -> None:
    """Remove groups of which no process lives."""
    with suppress(OSError):
        for each in os.scandir(folder):
            if each.is_dir():
                os.rmdir(each)
        os.rmdir(folder)


@cache
def _where() -> tuple[str, Kind]:
    """Return the folder for groups of all judges, and the version; OSError if there is none."""
    with open("/proc/self/cgroup", encoding="utf-8") as lines:
        for line in lines:
            _, controllers, path = line.rstrip("\n").split(":", 2)
            if "memory" in controllers.split(","):
                own = f"{_ROOT}/memory{path}"  # in a container that may be outside of its view
                return own if os.path.isdir(own) else f"{_ROOT}/memory", _FIRST
            if not controllers:  # only groups without processes of their own can have groups
                return f"{_ROOT}{os.path.dirname(path)}", _SECOND
    raise FileNotFoundError


@cache
def _own(judge: int) -> str:
    folder, kind = _where()
    own = f"{folder}/judge-{judge}"
    remove(own)  # of another of the same number
    with suppress(FileExistsError):
        os.mkdir(own)
    Finalize(None, remove, (own,), exitpriority=0)
    if kind is _SECOND:
        _write(f"{own}/cgroup.subtree_control", "+memory")
    return own


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
