"""Archives of strangers: read member by member, within bounds, and never written elsewhere.

Links and devices are left out: no homework needs them, and a link could lead anywhere. Python reads
tar in the sandbox, because crafted headers take it minutes and gigabytes.
"""

import os
import shutil
import struct
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile
from typing import IO, NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.files import write_all
from cardjudge.programs.installed import installed
from cardjudge.programs.keeper import private
from cardjudge.programs.languages import MissingTool, of_file
from cardjudge.programs.limits import MIB
from cardjudge.programs.process import Limits, Process, run
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.source import utf8

ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
UNKNOWN = (".rar", ".7z")
"""Archives that Python cannot read; bsdtar makes them tar."""
_BSDTAR = ("bsdtar", "-cf", "-", "--format=gnutar", "@-")
_CONVERTING = Limits(wall=20, cpu=2, memory=200 * MIB, output=80 * MIB)
_UTF8_NAME = 1 << 11
_ENCRYPTED = 1
_LINK = 0o120000
LONGEST_NAME, LONGEST_PATH = 200, 1000
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError,
            OverflowError, ValueError, RuntimeError, LookupError, struct.error)  # fmt: skip
_FIRST_BYTES = {
    b"PK": ".zip",
    b"Rar!": ".rar",
    b"7z\xbc\xaf": ".7z",
    b"\x1f\x8b": ".tar.gz",
    b"BZh": ".tar.bz2",
    b"\xfd7zXZ": ".tar.xz",
}
"""The kinds of archives by their first bytes, whatever their names say."""
_HEAD = 512
_BROKEN = "{name}打不開：檔案壞了，或不是它的名字說的格式"
_CHUNK = 1 << 20
_UNTAR = """
import sys, tarfile
out = sys.stdout.buffer
with tarfile.open(fileobj=sys.stdin.buffer, mode="r|*", encoding="utf-8") as archive:
    for member in archive:
        if member.issparse():  # it claims more bytes than it has
            sys.exit(SPARSE)
        if member.isdir() or member.isreg():
            name = member.name.encode(errors="surrogateescape") + b"/" * member.isdir()
            size = 0 if member.isdir() else member.size
            out.write(b"%d %d\\n" % (size, len(name)) + name)
            data = archive.extractfile(member)
            while data and (chunk := data.read(1 << 20)):
                out.write(chunk)
        archive.members.clear()  # it would grow with the archive
"""
"""Writes the size, the length of the name, the name and the data of each member."""
_SPARSE = 3
_LONGEST_HEAD = 64
_READING = Limits(wall=60, cpu=2, memory=200 * MIB)
_SECONDS_PER_BYTE = 1e-7
_END = 5.0
"""Seconds that the reader may take to end."""


class Bounds(NamedTuple):
    """The most bytes and files that an archive may contain."""

    bytes: int
    files: int


OF_A_STUDENT = Bounds(64 << 20, 2000)
OF_TESTS = Bounds(1 << 30, 20_000)
OF_A_CLASS = Bounds(8 << 30, 200_000)


class Refused(UserError):  # noqa: N818  (a hand-in may contain anything: no error of the judge)
    """The judge cannot or must not read a hand-in."""


def ending(name: str) -> str:
    """Return the ending of an archive's name; empty for other names."""
    return next((end for end in (*ENDINGS, *UNKNOWN) if name.lower().endswith(end)), "")


class Large(NamedTuple):
    """Stands for data larger than all that a student may hand in; grading goes on without them."""

    size: int


class Member(NamedTuple):
    """A file or folder in an archive; `read` returns its contents before the next is fetched."""

    name: str
    size: int
    read: Callable[[], bytes]

    @property
    def is_folder(self) -> bool:
        """Whether the member is a folder."""
        return self.name.endswith(("/", "\\"))


def is_large(name: str, size: int, bounds: Bounds = OF_A_STUDENT) -> bool:
    """Return whether a file, neither source nor archive, is larger than all files may be."""
    return size > bounds.bytes and not (of_file(name) or ending(name))


def unpack(name: str, data: bytes, bounds: Bounds = OF_A_STUDENT) -> dict[str, bytes | Large]:
    """Return the files of a student's archive by their relative paths, with slashes.

    Refused if the archive is damaged, encrypted or of an unknown kind, if a path leads out of it,
    or as soon as it exceeds the bounds.
    """
    files: dict[str, bytes | Large] = {}
    with TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        for member in _members(name, file, bounds):
            large = is_large(member.name, member.size, bounds)
            if not member.is_folder:
                with _refusing(name):
                    files[safe(member.name)] = Large(member.size) if large else member.read()
    return files


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Provide a folder with the files of an archive of tests."""
    with private() as folder:
        within = folder / path.name.removesuffix(ending(path.name))
        files = unpack(path.name, path.read_bytes(), OF_TESTS)
        write_all(within, {name: data for name, data in files.items() if isinstance(data, bytes)})
        yield within


def unpack_class(path: Path, folder: Path) -> dict[str, Path | Large | Refused]:
    """Write the files of a class into a folder; return for each its path or its error.

    The name of a folder in the archive ends with a slash, and its path is that of an empty file.
    The written files have numbers as names, so no name can be too long, clash or lead out.
    """
    entries: dict[str, Path | Large | Refused] = {}
    used: Counter[str] = Counter()
    firsts: set[str] = set()
    try:
        with path.open("rb") as file:
            for number, member in enumerate(_members(path.name, file, OF_A_CLASS)):
                parts = [part for part in _parts(member.name) if part not in ("..", "/")]
                firsts.update(parts[:1])  # one folder of all contains the students
                top = "/".join(parts[: 2 if len(firsts) == 1 else 1])
                name = "/".join(parts) + "/" * member.is_folder
                if parts or not member.is_folder:
                    entries[name] = _extract(member, used[top], folder / str(number))
                used[top] += 0 if isinstance(entries.get(name), Large) else member.size
    except Refused as error:  # the archive ends early, and has an entry of its own for that
        if not entries:
            raise
        entries[path.name] = error
    return entries


def _extract(member: Member, used: int, target: Path) -> Path | Large | Refused:
    """Write a file and return its path, or the reason why it is refused."""
    try:
        if is_large(member.name, member.size):
            return Large(member.size)
        if used + member.size > OF_A_STUDENT.bytes:
            raise _bomb()
        safe(member.name, most=LONGEST_PATH)
        with _refusing(member.name):
            data = member.read()
    except Refused as error:
        return error
    target.write_bytes(data)
    return target


def safe(name: str, most: int = LONGEST_NAME) -> str:
    r"""Return a name as a relative path; Refused if it leads out or is too long.

    >>> safe("hw1\\a.c")
    'hw1/a.c'
    """
    parts = _parts(name)
    if "\0" in name:
        raise Refused("壓縮檔裡的檔名{name}有 NUL 字元", name=quote(name))
    if not parts or parts[0] == "/" or ".." in parts or ":" in parts[0]:
        raise Refused("壓縮檔裡的檔名{name}指到外面去了", name=quote(name))
    sizes = [len(part.encode(errors="surrogateescape")) for part in parts]
    if max(sizes) > most or sum(sizes) + len(sizes) > LONGEST_PATH:
        raise Refused("壓縮檔裡的檔名{name}太長", name=quote(name))
    return "/".join(parts)


def _parts(name: str) -> tuple[str, ...]:
    return PurePosixPath(name.replace("\\", "/")).parts


def _members(name: str, file: IO[bytes], bounds: Bounds) -> Iterator[Member]:
    """Yield the files and folders of an archive, within bounds."""
    left = bounds
    head = os.pread(file.fileno(), _HEAD, 0)
    kind = next((kind for first, kind in _FIRST_BYTES.items() if head.startswith(first)), "")
    if not kind and head and not {*head} & {*range(9)}:
        raise Refused("{name}不是壓縮檔，其實是文字檔", name=quote(name))
    as_named = kind in ("", ending(name)) or (kind[:4] == ".tar" and ending(name)[:2] == ".t")
    kind = kind or ending(name)
    if kind in UNKNOWN:
        file, kind = _by_bsdtar(name if as_named else f"{name} ({kind})", file), ".tar"
    with _refusing(name if as_named else f"{name} ({kind})"):
        for member in _zip(file) if kind == ".zip" else _tar(file):
            size = 0 if is_large(member.name, member.size, bounds) else member.size
            left = Bounds(left.bytes - size, left.files - (not member.is_folder))
            if min(left) < 0:
                raise _bomb()
            yield member


def _by_bsdtar(name: str, file: IO[bytes]) -> IO[bytes]:
    """Return the tar that bsdtar makes of an archive, in the sandbox."""
    if shutil.which(_BSDTAR[0], path=installed().path) is None:
        raise MissingTool(
            "要有 bsdtar（apt-get install libarchive-tools）才能解開{name}", name=quote(name)
        )
    with TemporaryFile() as copy:  # bsdtar seeks in it
        shutil.copyfileobj(file, copy)
        copy.seek(0)
        ended, output = run(_BSDTAR, stdin=copy, limits=_CONVERTING, sandbox=Sandbox())
    if ended.exceeded is not None:
        raise _bomb()
    if ended.status != 0 or ended.stderr:
        raise Refused(_BROKEN, name=quote(name))
    tar = TemporaryFile()  # noqa: SIM115  (the caller reads it)
    tar.write(output)
    tar.seek(0)
    return tar


@contextmanager
def _refusing(name: str) -> Iterator[None]:
    """Turn the errors of a damaged archive into Refused."""
    try:
        yield
    except NotImplementedError:
        raise Refused("{name}的壓縮方式不支援，要重新壓縮", name=quote(name)) from None
    except _DAMAGED:
        raise Refused(_BROKEN, name=quote(name)) from None


def _zip(file: IO[bytes]) -> Iterator[Member]:
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            if (info.external_attr >> 16) & 0o170000 != _LINK:
                yield Member(_name(info), info.file_size, partial(_inflated, archive, info))


def _inflated(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    if info.flag_bits & _ENCRYPTED:
        raise Refused("壓縮檔有密碼")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        # Python unpacks other methods without a bound, and hardly any tool writes them.
        raise NotImplementedError(f"compression method {info.compress_type}")
    data = bytearray()
    with archive.open(info) as member:
        while chunk := member.read(_CHUNK):
            data += chunk
    if len(data) != info.file_size:
        raise EOFError
    return bytes(data)


def _name(info: zipfile.ZipInfo) -> str:
    """Return a member's name; old programs write it in the code page of their system."""
    if info.flag_bits & _UTF8_NAME:
        return info.filename
    return _from_big5(info.orig_filename.encode("cp437", errors="replace"))


def _tar(file: IO[bytes]) -> Iterator[Member]:
    seconds = os.fstat(file.fileno()).st_size * _SECONDS_PER_BYTE
    limits = _READING._replace(cpu=2 + seconds, wall=60 + 2 * seconds)
    command = [sys.executable, "-I", "-S", "-c", _UNTAR.replace("SPARSE", str(_SPARSE))]
    with Process(command, stdin=file, limits=limits, sandbox=Sandbox()) as process:
        assert process.stdout is not None
        process.watch_in_background()
        with open(process.stdout.fileno(), "rb", closefd=False) as stream:
            while head := stream.readline(_LONGEST_HEAD):
                size, length = map(int, head.split())
                if size < 0:
                    raise _bomb()
                name, unread = _exactly(stream, length), [size]
                read = lambda left=unread: _exactly(stream, left.pop())  # noqa: E731
                yield Member(_from_big5(name), size, read)
                for rest in unread:
                    for start in range(0, rest, _CHUNK):
                        _exactly(stream, min(_CHUNK, rest - start))
        ended = process.wait(_END) or process.end()
    if ended.exceeded is not None or ended.status == _SPARSE:
        raise _bomb()
    if ended.status != 0:
        raise EOFError


def _exactly(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _from_big5(raw: bytes) -> str:
    """Return a name decoded as UTF-8, else as Big5."""
    return utf8(raw)[0].decode(errors="backslashreplace")


def _bomb() -> Refused:
    return Refused("壓縮檔解開太大，或檔案太多")
