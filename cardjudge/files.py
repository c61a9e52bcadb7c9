"""Atomic writing of files, tables beside modules, and the kit's folders in the user's home."""

import atexit
import json
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from hashlib import file_digest, sha256
from pathlib import Path
from typing import IO, Any

from cardjudge.errors import UserError, why
from cardjudge.language import say
from cardjudge.stdio import at_end, tell

STANDARD_OUTPUT = Path("-")
HTML = "<!doctype html>\n<!-- cardjudge -->\n"
"""The beginning of each page, by which the kit knows its own pages again."""
MADE = ".cardjudge"
"""The name of the mark in a folder of results."""
FEEDBACK = b"feedback of judge class"
"""The comment at the end of each .zip of feedback."""
_MARKS = (
    HTML.encode(),
    b'{\n  "schema": "cardjudge/',
    b"\xef\xbb\xbfstudent,name,verdict,",
    b"SQLite format 3\0",
    b"<?xml version='1.0' encoding='utf-8'?>\n<testsuites name=\"judge\"",
)
"""The beginnings of pages, documents, tables, databases and JUnit, the longest last."""
_BARE_NAME = rb"(?m)^\[?[^\[\]\"'#=\n]*[\x80-\xff]"
"""Matches a name in TOML that has letters beyond ASCII and no quotation marks."""
_UNFINISHED = ".new-"
_SEAL, _SUM = "seal", ".sum"
"""Hashes of a folder and of a file in a cache, by which damage is seen before they are used."""
_STALE = 3600
"""Seconds after which an unfinished folder of a cache is abandoned."""


@contextmanager
def naming(path: Path, inside: str = "") -> Iterator[None]:
    """Name a path in errors that name none, as that of a full disk, or a path within `inside`."""
    try:
        yield
    except OSError as error:
        named = str(error.filename or "")
        if not named or (inside and named.startswith(inside)):
            error.filename = str(path)
        raise


def contents(path: Path) -> bytes:
    """Return the bytes of a file; `-` is standard input."""
    return sys.stdin.buffer.read() if path == STANDARD_OUTPUT else path.read_bytes()


def is_stream(path: Path) -> bool:
    """Return whether a path is a pipe, a device or a descriptor, and no file or folder."""
    named = str(path).startswith(("/dev/fd/", "/dev/std", "/proc/"))
    return named or (path.exists() and not path.is_file() and not path.is_dir())


@contextmanager
def writing(path: Path) -> Iterator[IO[bytes]]:
    """Yield the stream of a file that appears complete or not at all; OSError with the path.

    Until then, and after an error or a kill, an earlier file stays whole. A link is followed.
    `-` is standard output; a pipe or a device is written straight.
    """
    if path == STANDARD_OUTPUT:
        sys.stdout.flush()
        yield sys.stdout.buffer
        return
    if is_stream(path):
        with naming(path), path.open("wb") as stream:
            yield stream
        return
    place = os.path.realpath(path)
    new = os.path.join(os.path.dirname(place), f"{_UNFINISHED}{os.urandom(8).hex()}")
    try:
        with naming(path, new), open(new, "xb") as stream:
            with suppress(FileNotFoundError):
                os.chmod(new, stat.S_IMODE(os.stat(place).st_mode))
            yield stream
            stream.flush()
            if os.path.exists(place):  # 6 ms, so that the loss of power does not leave neither
                os.fsync(stream.fileno())
        with naming(path, new):
            os.replace(new, place)
    except BaseException:
        with suppress(OSError):
            os.unlink(new)
        raise


def write(path: Path, content: str | bytes) -> None:
    """Write a file as `writing` does, text in UTF-8.

    A lone surrogate, a byte that was not UTF-8, becomes an escape.
    """
    if isinstance(content, str):
        content = content.encode(errors="backslashreplace")
    with writing(path) as stream:
        stream.write(content)


def demand_writable(path: Path) -> None:
    """Raise OSError with the path if `writing` could not begin, or might replace a closed file."""
    if path.exists():
        path.open("ab").close()
    place = os.path.dirname(os.path.realpath(path))
    with naming(path, place), tempfile.TemporaryFile(dir=place):
        pass


def write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a new folder, by their paths in it."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        with naming(folder / name):
            (folder / name).write_bytes(data)


def demand_new(path: Path) -> None:
    """Raise UserError with the path unless what a command makes there is new, or a folder empty."""
    taken = any(path.iterdir()) if path.is_dir() else os.path.lexists(path)
    if taken:
        raise UserError("{path} 已經存在，要換一個名字，或先移走", path=path)


def begin(folder: Path) -> None:
    """Make a new folder for results, with the mark by which `judge class` knows that it is none.

    UserError, as of `demand_new`.
    """
    demand_new(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / MADE).touch()


def is_of_kit(path: Path) -> bool:
    """Return whether the kit wrote a regular file; False for one that cannot be read."""
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                if file.read(len(_MARKS[-1])).startswith(_MARKS):
                    return True
                file.seek(-len(FEEDBACK), os.SEEK_END)
                return file.read() == FEEDBACK
    return False


def below(folder: Path, skips: bool = False) -> Iterator[Path]:
    """Yield the files below a folder, however deep: `os.walk` recurses into each level.

    OSError for a folder that cannot be listed, unless the caller `skips` it.
    """
    waiting = [str(folder)]
    while waiting:
        try:
            entries = [*os.scandir(waiting.pop())]
        except OSError:
            if not skips:
                raise
            continue
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
            else:
                yield Path(entry.path)


def toml(module: str, name: str) -> dict[str, Any]:
    """Return the table in a file beside a module."""
    import tomllib

    return tomllib.loads(Path(module).with_name(name).read_text(encoding="utf-8"))


def toml_in(path: Path) -> dict[str, Any]:
    """Return the table in a user's file; UserError if it is no TOML."""
    import re
    import tomllib

    data = path.read_bytes()
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        reason = say("這不是 UTF-8") if isinstance(error, UnicodeError) else str(error)
        if re.search(_BARE_NAME, data):
            reason = say("{error}；有中文的名字要加引號", error=reason)
        raise UserError("{path} 不是 TOML：{error}", path=path, error=reason) from None


def cache() -> Path:
    """Return the cache folder, elsewhere if the home folder is not known or not writable."""
    with suppress(OSError, UserError):
        folder = of_user()
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    return _cache_elsewhere()


@lru_cache(maxsize=1)
def _cache_elsewhere() -> Path:
    """Return a folder for this process alone: others could write one that is known by its name."""
    folder = Path(tempfile.mkdtemp(prefix="cardjudge-"))
    remove = partial(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(remove)
    at_end.append(remove)
    tell(say("家目錄不能寫，這一次的快取在 {folder}", folder=folder))
    return folder


def cached(folder: Path, make: Callable[[Path], None], most: int) -> None:
    """Fill a new folder of a cache by `make` unless it is there, undamaged.

    It appears complete or not at all. The oldest folders beside it go until all hold at most `most`
    bytes. UserError with the path of the cache if it cannot be written.
    """
    if _is_sealed(folder):
        with suppress(FileNotFoundError):
            os.utime(folder)
            return
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=folder.parent) as fresh:
        try:
            make(Path(fresh))
            _seal(Path(fresh))
        except BlockingIOError:  # too many processes
            raise
        except OSError as error:  # the cache, not a temporary file in it, is where to look
            raise UserError("{file}：{why}", file=folder.parent, why=why(error)) from None
        with suppress(OSError):  # another process has made the same
            Path(fresh).rename(folder)
            Path(fresh).mkdir()  # the context removes it
    _clean(folder, most)


def keep(path: Path, data: bytes) -> None:
    """Write a file of a cache so that `is_kept` sees any damage to it."""
    write(path, data)
    write(path.with_name(path.name + _SUM), sha256(data).hexdigest())


def is_kept(path: Path) -> bool:
    """Return whether a file is as `keep` wrote it."""
    with suppress(OSError):
        known = path.with_name(path.name + _SUM).read_bytes()
        return known == sha256(path.read_bytes()).hexdigest().encode()
    return False


def _seal(folder: Path) -> None:
    """Flush the files of a folder, and write their names and their common hash beside them."""
    names = sorted(str(path.relative_to(folder)) for path in below(folder))
    for name in names:
        with (folder / name).open("rb") as file:
            os.fsync(file.fileno())
    write(folder / _SEAL, os.fsencode("\0".join([_digest(folder, names), *names])))


def _is_sealed(folder: Path) -> bool:
    """Return whether the files of a folder are as they were when it was sealed."""
    with suppress(OSError, ValueError):  # a damaged seal may name anything
        digest, *names = os.fsdecode((folder / _SEAL).read_bytes()).split("\0")
        return digest == _digest(folder, names)
    return False


def _digest(folder: Path, names: Iterable[str]) -> str:
    whole = sha256()
    for name in names:
        with (folder / name).open("rb") as file:
            whole.update(os.fsencode(name) + b"\0" + file_digest(file, "sha256").digest())
    return whole.hexdigest()


def _clean(keep: Path, most: int) -> None:
    now, kept = time.time(), 0
    folders = []
    for folder in keep.parent.iterdir():
        with suppress(FileNotFoundError):
            folders.append((folder.stat().st_mtime, folder))
    for used, folder in sorted(folders, reverse=True):
        if folder.name.startswith(_UNFINISHED):
            if used < now - _STALE:
                shutil.rmtree(folder, ignore_errors=True)
            continue
        with suppress(FileNotFoundError):
            kept += sum(path.stat().st_size for path in folder.rglob("*"))
        if kept > most and folder != keep:
            shutil.rmtree(folder, ignore_errors=True)


def config() -> Path:
    """Return the folder of the user's settings; UserError if no home folder is known."""
    return of_user("XDG_CONFIG_HOME", ".config")


def state() -> Path:
    """Return the folder for what continues later; UserError if no home folder is known."""
    return of_user("XDG_STATE_HOME", ".local/state")


def of_user(variable: str = "XDG_CACHE_HOME", name: str = ".cache") -> Path:
    """Return a folder of the kit in the user's home, by default the cache, whether it exists."""
    if folder := os.environ.get(variable):
        return Path(folder, "cardjudge")
    try:
        return Path.home() / name / "cardjudge"
    except RuntimeError:
        raise UserError(
            "不知道家目錄在哪裡：HOME 沒有設定（設定 HOME 或 {variable}）", variable=variable
        ) from None


def remembered(name: str) -> dict[str, Any]:
    """Return the object in a file of the user's cache; empty if it is missing or damaged."""
    with suppress(OSError, UserError, ValueError, RecursionError):
        known = json.loads((of_user() / name).read_bytes())
        return known if isinstance(known, dict) else {}
    return {}


def remember(name: str, known: Mapping[str, object]) -> None:
    """Write an object to a file of the user's cache, if it can be written."""
    with suppress(OSError, UserError):
        (of_user() / name).parent.mkdir(parents=True, exist_ok=True)
        write(of_user() / name, json.dumps(known))
