"""Control groups around a family: the kernel bounds its memory and counts its CPU time.

The judge needs permission to make groups: root with version 1; with version 2, a user that owns the
groups beside the judge's own. The bound on memory is the limit plus head-room for what the judge's
looks do not count. The judge reads from it only whether the kernel killed a process: the kernel
frees pages of files before it kills.

Sources: Linux, Documentation/admin-guide/cgroup-v1/ and cgroup-v2.rst.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import count
from multiprocessing.util import Finalize
from typing import NamedTuple

_ROOT = "/sys/fs/cgroup"
_SPARE = 32 << 20
_SHARE = 8
"""Head-room, as a fraction of the memory, for kernel stacks and page tables: RLIMIT_DATA allows
page tables of at most an eighth of the memory."""
_THREADS_EACH = 17
"""Processes and threads for each process of the limit, 1 + 16: a second line behind the filter."""


class Kind(NamedTuple):
    """A version of control groups: its folders by controller, and the names of its files."""

    folders: dict[str, str]
    size: str
    swap: str
    kills: tuple[tuple[str, str], ...]
    """Counters that grow when the kernel kills a process for memory."""
    cpu: tuple[str, str, float]
    """The file with the CPU time, the word before the number, and the unit in seconds."""


_FIRST = Kind(
    {},
    "memory.limit_in_bytes",
    "memory.swappiness",
    (("memory.oom_control", "oom_kill "), ("memory.failcnt", "")),
    ("cpuacct.usage", "", 1e-9),
)
_SECOND = Kind(
    {},
    "memory.max",
    "memory.swap.max",
    (("memory.events", "oom_kill "), ("memory.events", "oom ")),
    ("cpu.stat", "usage_usec ", 1e-6),
)


class Group:
    """A group in each hierarchy; it holds one family at a time."""

    def __init__(self, name: str, kind: Kind, size: int, processes: int) -> None:
        folders = {controller: f"{own}/{name}" for controller, own in kind.folders.items()}
        for folder in dict.fromkeys(folders.values()):
            os.mkdir(folder)
        self._fds: list[int] = []
        try:
            _write(f"{folders['memory']}/{kind.size}", str(size))
            with suppress(FileNotFoundError):
                _write(f"{folders['memory']}/{kind.swap}", "0")
            with suppress(KeyError, OSError):
                _write(f"{folders['pids']}/pids.max", str(processes))
            self.key = size, processes
            self.entrances = [
                self._open(f"{folder}/cgroup.procs", os.O_WRONLY)
                for folder in dict.fromkeys(folders.values())
            ]
            """Files of the group; a process that writes 0 into each enters it."""
            self._kills = [
                (self._open(f"{folders['memory']}/{file}"), word) for file, word in kind.kills
            ]
            file, self._word, self._unit = kind.cpu
            self._cpu = self._open(f"{folders['cpuacct']}/{file}")
            self.begin()
        except OSError:
            for fd in self._fds:
                os.close(fd)
            raise

    def begin(self) -> None:
        """Read the counters before a family enters."""
        self._before = [_count(*counter) for counter in self._kills]
        self._used = _count(self._cpu, self._word)

    def overran(self) -> bool:
        """Return whether the kernel has killed a process because this group was full."""
        counts = (_count(*counter) for counter in self._kills)
        return all(before < now for before, now in zip(self._before, counts, strict=True))

    def cpu(self) -> float:
        """Return the CPU seconds of the family so far, including processes that no look saw."""
        return (_count(self._cpu, self._word) - self._used) * self._unit

    def _open(self, path: str, flags: int = os.O_RDONLY) -> int:
        self._fds.append(os.open(path, flags | os.O_CLOEXEC))
        return self._fds[-1]


def _count(fd: int, word: str) -> int:
    text = b"\n" + os.pread(fd, 4096, 0)
    after = text.partition(b"\n" + word.encode())[2].split()
    return int(after[0]) if after else 0  # an old kernel lacks some counters


_free: dict[int, list[Group]] = {}
_numbers = count()


def take(memory: int, files: int, processes: int) -> Group:
    """Return an empty group for a family with this memory in bytes, plus bytes for files."""
    key = memory + memory // _SHARE + _SPARE + files, _THREADS_EACH * processes
    free = _free.setdefault(os.getpid(), [])
    group = next((group for group in free if group.key == key), None)
    if group is None:
        kind = _own(os.getpid())
        return Group(str(next(_numbers)), kind, *key)
    free.remove(group)
    group.begin()
    return group


def give_back(group: Group) -> None:
    """Return a group, whose family has ended, to the free ones."""
    _free.setdefault(os.getpid(), []).append(group)


def folders_of(judge: int) -> list[str]:
    """Return the folders that a judge's groups lie in; empty without control groups."""
    with suppress(OSError):
        return [f"{folder}/{_beginning()}{judge}" for folder in {*_kind().folders.values()}]
    return []


def remove(folder: str) -> None:
    """Remove a folder of groups that contain no process."""
    with suppress(OSError):
        for entry in os.scandir(folder):
            if entry.is_dir():
                os.rmdir(entry)
        os.rmdir(folder)


@cache
def _kind() -> Kind:
    """Return the version, with the folders that contain all judges; OSError if there is none."""
    folders = dict(_hierarchies())
    second = folders.pop("", None)
    if {"memory", "cpuacct"} <= folders.keys():
        return _FIRST._replace(folders=folders)
    if second is not None:
        return _SECOND._replace(folders=dict.fromkeys(("memory", "cpuacct", "pids"), second))
    raise FileNotFoundError


@cache
def _beginning() -> str:
    """Return how the names of groups begin; those of other containers have other numbers."""
    return f"judge-{os.stat('/proc/self/ns/pid').st_ino}-"


def _hierarchies() -> Iterator[tuple[str, str]]:
    with open("/proc/self/cgroup", encoding="utf-8") as lines:
        for line in lines:
            _, controllers, path = line.rstrip("/\n").split(":", 2)
            for controller in {*controllers.split(",")} & {"memory", "cpuacct", "pids"}:
                own = f"{_ROOT}/{controller}{path}"
                # In a container the path may lie outside of the container's view.
                yield controller, own if os.path.isdir(own) else f"{_ROOT}/{controller}"
            if not controllers:  # a group that contains processes can have no groups inside
                yield "", f"{_ROOT}{os.path.dirname(path)}"


@cache
def _own(judge: int) -> Kind:
    """Return the version, with the folders of this judge's groups.

    Remove the groups that killed judges have left.
    """
    kind = _kind()
    for folder in kind.folders.values():
        for name in os.listdir(folder):
            other = name.removeprefix(_beginning())
            if other.isdecimal() and not os.path.exists(f"/proc/{other}"):
                remove(f"{folder}/{name}")
    own = {name: f"{folder}/{_beginning()}{judge}" for name, folder in kind.folders.items()}
    for folder in dict.fromkeys(own.values()):
        remove(folder)  # a former judge may have had the same process number
        with suppress(FileExistsError):
            os.mkdir(folder)
        Finalize(None, remove, (folder,), exitpriority=0)
    if not kind.size.startswith("memory.limit"):
        _write(f"{own['memory']}/cgroup.subtree_control", "+memory")
        with suppress(OSError):
            _write(f"{own['memory']}/cgroup.subtree_control", "+pids")
    return kind._replace(folders=own)


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
