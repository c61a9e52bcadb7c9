"""What a program may read: the system, its interpreter, what its command names."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from glob import glob
from pathlib import Path

_SYSTEM = ("/usr", "/lib*", "/bin", "/sbin")
_SETTINGS = """
/etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d /etc/ld.so.preload /etc/locale.alias
/etc/locale.conf /etc/localtime /etc/timezone /etc/ssl/openssl.cnf /etc/java* /etc/python3*
/etc/alternatives
/proc/cpuinfo /proc/meminfo /proc/stat /proc/filesystems /proc/sys/vm /sys/devices/system/cpu
""".split()
"""What a loader, a locale, a time zone and an interpreter look at before they start."""
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/urandom", "/dev/random")
_SEVERAL = re.compile("[=:,]")
_LONGEST_CHAIN = 8
_LONGEST_WORD = 4096


@lru_cache(maxsize=1)
def system() -> tuple[str, ...]:
    """Return the folders and files of the system that every program may read."""
    return tuple(path for pattern in (*_SYSTEM, *_SETTINGS) for path in sorted(glob(pattern)))


def executable(name: str, cwd: str) -> str | None:
    """Return the file of the program that a command means, or None."""
    return os.path.join(cwd, name) if os.sep in name else shutil.which(name)


def behind_shim(program: str | None) -> str | None:
    """Return what a version manager would run in the place of a program of its."""
    is_shim = program is not None and Path(program).parent.name == "shims"
    return _asked(program) if program is not None and is_shim else program


@lru_cache(maxsize=64)
def _asked(shim: str) -> str:
    """Ask the manager of a shim, as pyenv, rbenv, nodenv and asdf are all asked."""
    root = Path(shim).parents[1]
    name = root.name.lstrip(".")
    manager = shutil.which(name) or shutil.which(root / "bin" / name)
    if manager is None:
        return shim
    asked = subprocess.run(
        [manager, "which", Path(shim).name], capture_output=True, text=True, check=False, timeout=10
    )
    real = asked.stdout.strip()
    return real if asked.returncode == 0 and os.path.isfile(real) else shim


def needed(command: Sequence[str], program: str, cwd: str) -> tuple[str, ...]:
    """Return what a command needs beyond the system: an interpreter, the files that it names."""
    found = [path for each in _programs(command, program) for path in _installation(each)]
    found += [path for word in command for path in _named(word, cwd)]
    return tuple(path for path in dict.fromkeys(found) if not _within(path, system()))


def developed(command: Sequence[str], program: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sources that an environment of Python imports from where they are developed.

    The first are folders in which modules are looked for, whose names may be seen, the second are
    their packages and modules: what else lies there is none of a program's business.
    """
    roots = {
        line: None
        for path in _programs(command, program)
        for file in sorted(Path(path).parent.parent.glob("lib/python*/site-packages/*.pth"))
        for line in file.read_text(errors="replace").splitlines()
        if os.path.isabs(line) and os.path.isdir(line) and not _too_wide(Path(line))
    }
    modules = (entry for root in roots for entry in os.scandir(root))
    return tuple(roots), tuple(
        entry.path
        for entry in modules
        if entry.name.endswith(".py") or os.path.exists(os.path.join(entry.path, "__init__.py"))
    )


def _programs(command: Sequence[str], program: str) -> Iterator[str]:
    """Yield the program, and those that a script for a shell among its words names."""
    words = {each for word in command[1:] if " " in word for each in word.split()}
    for each in (program, *filter(None, map(shutil.which, sorted(words)))):
        yield from _chain(each)


def _chain(program: str) -> Iterator[str]:
    """Yield a program, the links on its way, and the interpreters that its first line names."""
    for _ in range(_LONGEST_CHAIN):
        yield program
        if os.path.islink(program):
            program = os.path.join(os.path.dirname(program), os.readlink(program))
            continue
        interpreter = _first_line(program)
        if interpreter is None:
            return
        program = interpreter


def _first_line(path: str) -> str | None:
    with suppress(OSError), open(path, "rb") as file:
        if file.read(2) == b"#!":
            words = os.fsdecode(file.readline(4096)).split()
            if words and os.path.basename(words[0]) == "env":
                return executable(words[-1], "/")
            return words[0] if words else None
    return None


def _installation(program: str) -> Iterator[str]:
    """Yield a program and, where it stands in the bin of an installation, all of that."""
    real = Path(os.path.abspath(program))
    yield str(real)
    prefix = real.parent.parent
    installed = (prefix / "lib").is_dir() or (prefix / "pyvenv.cfg").exists()
    if real.parent.name == "bin" and installed and not _too_wide(prefix):
        yield str(prefix)


def _named(word: str, cwd: str) -> Iterator[str]:
    """Yield the files that a word of a command names, each with its folder."""
    if len(word) > _LONGEST_WORD or not word.isprintable() or " " in word:
        return  # a script, not a name
    for part in (word, *_SEVERAL.split(word), f"{word}.class", f"{word}.py"):
        path = Path(os.path.abspath(os.path.join(cwd, part)))
        if part and os.path.exists(path) and not _within(str(path), (*system(), "/dev", "/proc")):
            yield from (str(each) for each in (path, path.resolve()) if not _too_wide(each))
            folder = path.resolve().parent
            if not path.is_dir() and not _too_wide(folder):
                yield str(folder)


def _too_wide(folder: Path) -> bool:
    """Whether a folder is the home, a temporary one, or holds one of them."""
    import tempfile

    return os.path.realpath(folder) in _wide(Path.home(), tempfile.gettempdir())


@lru_cache(maxsize=1)
def _wide(home: Path, temporary: str) -> frozenset[str]:
    own = [home, *map(home.joinpath, (".local", ".cache", ".config"))]
    each = (*own, *map(Path, ("/etc", "/tmp", "/var/tmp", "/dev", temporary)))
    return frozenset(
        str(folder) for path in each for folder in (path.resolve(), *path.resolve().parents)
    )


def _within(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(f"{folder}/") for folder in folders)


def around(paths: Iterable[str], hidden: Sequence[str]) -> tuple[dict[str, None], dict[str, None]]:
    """Return what to allow instead of these paths so that what is hidden stays hidden.

    The second are folders of which only the names may be seen: each holds something hidden.
    """
    whole: dict[str, None] = {}
    names: dict[str, None] = {}
    for path in paths:
        real = os.path.realpath(path)
        if _within(real, hidden):
            continue
        if not any(_within(each, (real,)) for each in hidden):
            whole[real] = None
            continue
        names[real] = None
        with suppress(OSError):
            entries = (entry.path for entry in os.scandir(real) if not entry.is_symlink())
            inside = around(entries, hidden)
            whole |= inside[0]
            names |= inside[1]
    return whole, names
