"""The paths that a program may read: the system, and the paths that the user named.

A submission may contain links and files that lie. So the kit follows no link in a path of a
command, and opens no file to find out what a program needs.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from glob import glob

from cardjudge.programs.sandbox import Sandbox

_SYSTEM = ("/usr", "/lib*", "/bin", "/sbin")
_SETTINGS = """
/etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d /etc/ld.so.preload /etc/locale.alias
/etc/locale.conf /etc/localtime /etc/timezone /etc/ssl/openssl.cnf /etc/java* /etc/python3*
/etc/alternatives /etc/mono
/proc/cpuinfo /proc/meminfo /proc/stat /proc/filesystems /proc/sys/vm /sys/devices/system/cpu
""".split()
"""Files that a loader, a locale, a time zone or an interpreter reads before a program starts."""
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random")
_KERNEL = ("/dev", "/proc", "/sys")
_SEPARATORS = str.maketrans("=:,", "\0\0\0")
_LONGEST_WORD = 4096


@lru_cache(maxsize=1)
def system() -> tuple[str, ...]:
    """Return the folders and files of the system that every program may read."""
    return tuple(path for pattern in (*_SYSTEM, *_SETTINGS) for path in sorted(glob(pattern)))


def readable(sandbox: Sandbox, program: str) -> tuple[str, ...]:
    """Return the paths that a program may read beyond the system, both real and as named."""
    searched = (sandbox.path or os.environ.get("PATH", os.defpath)).split(os.pathsep)
    own = [program] if _is_real(program) or os.path.dirname(program) in searched else []
    paths = map(os.path.abspath, (*own, *sandbox.readable))
    both = (each for path in paths for each in (path, os.path.realpath(path)))
    return tuple(path for path in dict.fromkeys(both) if not within(path, system()))


def named(command: Sequence[str], cwd: str) -> tuple[str, ...]:
    """Return the paths in a user's command: `cwd`, the files in its words, and their folders."""
    paths = [*folder(cwd)]
    for word in command:
        if len(word) <= _LONGEST_WORD and word.isprintable():
            for part in (word, *filter(None, word.translate(_SEPARATORS).split("\0"))):
                paths += beside(os.path.join(cwd, part))
    return tuple(dict.fromkeys(paths))


def beside(path: str | os.PathLike[str]) -> Iterator[str]:
    """Yield a file that a user named and its folder; nothing if a link lies on the path."""
    whole = os.path.abspath(path)
    if os.path.exists(whole) and _is_real(whole) and not within(whole, (*system(), *_KERNEL)):
        if os.path.isdir(whole):
            yield from folder(whole)
        else:
            yield whole
            yield from folder(os.path.dirname(whole))


def environment(tool: str) -> list[str]:
    """Return the parts of the virtual environment of a Python, without which it cannot start."""
    home = os.path.dirname(os.path.dirname(os.path.abspath(tool)))
    parts = [f"{home}/{name}" for name in ("pyvenv.cfg", "bin", "lib", "lib64")]
    return parts if os.path.isfile(parts[0]) and not is_wide(home) else []


def folder(path: str) -> Iterable[str]:
    """Return the folder; for the home folder or a shared one, the plain files in it."""
    return plain_files(path) if is_wide(path) else [path]


def plain_files(folder: str | os.PathLike[str]) -> list[str]:
    """Return the regular files in a folder whose names do not begin with a dot."""
    with suppress(OSError), os.scandir(folder) as entries:
        plain = (entry for entry in entries if entry.is_file(follow_symlinks=False))
        return [entry.path for entry in plain if not entry.name.startswith(".")]
    return []


def holds_home(path: str | os.PathLike[str]) -> bool:
    """Return whether a folder is the home folder or contains it."""
    return within(os.path.realpath(os.path.expanduser("~")), [os.path.realpath(path)])


def is_wide(path: str | os.PathLike[str]) -> bool:
    """Return whether a folder contains the home folder or a folder shared by all programs."""
    real = [os.path.realpath(path)]
    return any(within(folder, real) for folder in _wide(os.path.expanduser("~")))


@lru_cache(maxsize=4)
def _wide(home: str) -> list[str]:
    own = (f"{home}/{name}" for name in (".local", ".cache", ".config"))
    everyone = (tempfile.gettempdir(), "/etc", "/tmp", "/var/tmp", "/dev/shm")
    return [os.path.realpath(folder) for folder in (home, *own, *everyone)]


def _is_real(path: str) -> bool:
    """Return whether no link lies on a path; the author of a link would choose what is read."""
    return os.path.realpath(path) == path


def within(path: str, folders: Iterable[str]) -> bool:
    """Return whether a path is one of the folders or lies in one."""
    return any(path == folder or path.startswith(f"{folder.rstrip('/')}/") for folder in folders)


def around(paths: Iterable[str], hidden: Sequence[str]) -> tuple[dict[str, None], dict[str, None]]:
    """Return the paths to allow instead of `paths` so that `hidden` paths stay hidden.

    The second result is the folders whose names alone may be listed: each contains a hidden path.
    """
    whole: dict[str, None] = {}
    names: dict[str, None] = {}
    for path in paths:
        real = os.path.realpath(path)
        if within(real, hidden):
            continue
        if not any(within(inner, (real,)) for inner in hidden):
            whole[real] = None
            continue
        names[real] = None
        with suppress(OSError):
            entries = (entry.path for entry in os.scandir(real) if not entry.is_symlink())
            inside = around(entries, hidden)
            whole |= inside[0]
            names |= inside[1]
    return whole, names
