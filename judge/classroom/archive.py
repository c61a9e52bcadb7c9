"""Archives of strangers: read member by member, within bounds, and never written elsewhere.

Links and devices are left out: no homework needs them, and a link could lead anywhere. The kit
reads tar itself, because Python's reader spends minutes and gigabytes on crafted headers.
"""

import bz2
import gzip
import io
import lzma
import shutil
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.files import write
from cardjudge.programs.installed import installed
from cardjudge.programs.limits import MIB
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Sandbox

_OPENERS: dict[str, Callable[[Any], Any]] = {
    ".tar": lambda file: file,
    ".tar.gz": gzip.open,
    ".tgz": gzip.open,
    ".tar.bz2": bz2.open,
    ".tar.xz": lzma.open,
}
ENDINGS = (".zip", *_OPENERS)
UNKNOWN = (".rar", ".7z")
"""Archives that Python cannot read; bsdtar makes them tar."""
_BSDTAR = ("bsdtar", "-cf", "-", "--format=gnutar", "@-")
_CONVERTING = Limits(wall=20, cpu=2, memory=200 * MIB, output=80 * MIB)
_UTF8_NAME = 1 << 11
_LONGEST_END = (64 << 10) + 22
"""Most bytes of the record at the end of a zip."""
_ENCRYPTED = 1
_LINK = 0o120000
_LONGEST_NAME, LONGEST_PATH = 200, 1000
_DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError,
            OverflowError, ValueError, RuntimeError, LookupError, struct.error)  # fmt: skip
_BROKEN = "{name}打不開：檔案壞了，或不是它的名字說的格式"
_BLOCK = 512
_LONGEST_HEADER = 64 << 10
_CHUNK = 1 << 20
_FILE = (b"", b"0", b"7")
_FOLDER = b"5"
_WITHOUT_DATA = (b"1", b"2", b"3", b"4", b"5", b"6")


class Bounds(NamedTuple):
    """The most bytes and files that an archive may contain."""

    bytes: int
    files: int


OF_A_STUDENT = Bounds(64 << 20, 2000)
OF_A_CLASS = Bounds(8 << 30, 200_000)


class Refused(UserError):  # noqa: N818  (a hand-in may contain anything: no error of the judge)
    """The judge cannot or must not read a hand-in."""


def ending(name: str) -> str:
    """Return the ending of an archive's name; empty for other names."""
    return next((each for each in (*ENDINGS, *UNKNOWN) if name.lower().endswith(each)), "")


class Member(NamedTuple):
    """A file or folder in an archive; `read` returns its contents before the next is fetched."""

    name: str
    size: int
    read: Callable[[], bytes]

    @property
    def is_folder(self) -> bool:
        """Whether the member is a folder."""
        return self.name.endswith(("/", "\\"))


def unpack(name: str, data: bytes, bounds: Bounds = OF_A_STUDENT) -> dict[str, bytes]:
    """Return the files of a student's archive by their relative paths, with slashes.

    Refused if the archive is damaged, encrypted or of an unknown kind, if a path leads out of it,
    or as soon as it exceeds the bounds.
    """
    found, left = {}, bounds.bytes
    members = _members(name, io.BytesIO(data), bounds)
    for number, member in enumerate(each for each in members if not each.is_folder):
        left -= member.size
        if left < 0 or number >= bounds.files:
            raise _bomb()
        with _told(name):
            found[safe(member.name)] = member.read()
    return found


def unpack_class(path: Path, folder: Path) -> dict[str, Path | Refused]:
    """Write the files of a class into a folder; return for each its path or its error.

    The name of a folder in the archive ends with a slash, and its path is that of an empty file.
    The written files have numbers as names, so no name can be too long, clash or lead out.
    """
    kept: dict[str, Path | Refused] = {}
    used: Counter[str] = Counter()
    try:
        with path.open("rb") as file:
            for number, member in enumerate(_members(path.name, file, OF_A_CLASS)):
                parts = [part for part in _parts(member.name) if part not in ("..", "/")]
                top = "/".join(parts[: 2 if path.name.startswith(parts[0]) else 1]) if parts else ""
                used[top] += member.size
                if parts or not member.is_folder:
                    name = "/".join(parts) + "/" * member.is_folder
                    kept[name] = _kept(member, used[top], folder / str(number))
    except Refused as error:  # the archive ends early, and has an entry of its own for that
        if not kept:
            raise
        kept[path.name] = error
    return kept


def _kept(member: Member, used: int, target: Path) -> Path | Refused:
    """Write a file and return its path, or the reason why it is refused."""
    try:
        if used > OF_A_STUDENT.bytes:
            raise _bomb()
        safe(member.name, most=LONGEST_PATH)
        with _told(member.name):
            data = member.read()
    except Refused as error:
        return error
    write(target, data)
    return target


def safe(name: str, most: int = _LONGEST_NAME) -> str:
    r"""Return a name as a relative path; Refused if it leads out or is too long.

    >>> safe("hw1\\a.c")
    'hw1/a.c'
    """
    parts = _parts(name)
    if not parts or parts[0] == "/" or ".." in parts or ":" in parts[0] or "\0" in name:
        raise Refused("壓縮檔裡的檔名{name}指到外面去了", name=quote(name))
    sizes = [len(part.encode(errors="surrogateescape")) for part in parts]
    if max(sizes) > most or sum(sizes) + len(sizes) > LONGEST_PATH:
        raise Refused("壓縮檔裡的檔名{name}太長", name=quote(name))
    return "/".join(parts)


def _parts(name: str) -> tuple[str, ...]:
    return PurePosixPath(name.replace("\\", "/")).parts


def _members(name: str, file: IO[bytes], bounds: Bounds) -> Iterator[Member]:
    kind = ending(name)
    if kind in UNKNOWN:
        file, kind = _converted(name, file), ".tar"
    with _told(name):
        yield from _zip(file) if kind == ".zip" else _tar(_OPENERS[kind](file), bounds)


def _converted(name: str, file: IO[bytes]) -> IO[bytes]:
    """Return the tar that bsdtar makes of an archive, in the sandbox."""
    path = installed().path
    if shutil.which(_BSDTAR[0], path=path) is None:
        raise Refused(
            "要有 bsdtar（apt-get install libarchive-tools）才能解開{name}", name=quote(name)
        )
    with TemporaryFile() as copy:  # bsdtar seeks in it
        shutil.copyfileobj(file, copy)
        copy.seek(0)
        env = {"PATH": path, "LC_ALL": "C.UTF-8"}
        ended, output = run(_BSDTAR, stdin=copy, limits=_CONVERTING, env=env, sandbox=Sandbox())
    if ended.exceeded is not None:
        raise _bomb()
    if ended.status != 0 or ended.stderr:
        raise Refused(_BROKEN, name=quote(name))
    return io.BytesIO(output)


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Turn the errors of a damaged archive into Refused."""
    try:
        yield
    except UserError:
        raise
    except NotImplementedError:
        raise Refused("{name}的壓縮方式不支援，要重新壓縮", name=quote(name)) from None
    except _DAMAGED:
        raise Refused(_BROKEN, name=quote(name)) from None


def _zip(file: IO[bytes]) -> Iterator[Member]:
    try:
        opened = zipfile.ZipFile(file)
    except UnicodeDecodeError:
        opened = zipfile.ZipFile(_unflagged(file))
    with opened as archive:
        for info in archive.infolist():
            if (info.external_attr >> 16) & 0o170000 != _LINK:
                yield Member(_name(info), info.file_size, partial(_inflated, archive, info))


def _unflagged(file: IO[bytes]) -> IO[bytes]:
    """Return a copy of a zip without the flags for UTF-8 names, since some names are not UTF-8."""
    copy = TemporaryFile()  # noqa: SIM115  (the archive keeps it open)
    file.seek(0)
    shutil.copyfileobj(file, copy)
    last = max(copy.tell() - _LONGEST_END, 0)
    copy.seek(last)
    end = copy.read()
    at = end.rindex(b"PK\5\6")
    size = int.from_bytes(end[at + 12 : at + 16], "little")
    start = last + at - size
    copy.seek(start)
    names, at = bytearray(copy.read(size)), 0
    while names[at : at + 4] == b"PK\1\2":
        names[at + 9] &= ~(_UTF8_NAME >> 8)
        copy.seek(int.from_bytes(names[at + 42 : at + 46], "little") + 7)  # in its own header
        copy.write(names[at + 9 : at + 10])
        at += 46 + sum(struct.unpack_from("<3H", names, at + 28))
    copy.seek(start)
    copy.write(names)
    return copy


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


def _tar(stream: IO[bytes], bounds: Bounds) -> Iterator[Member]:
    left = bounds.bytes + (bounds.files << 11)

    def take(size: int, most: int) -> bytes:
        nonlocal left
        left -= size
        if not 0 <= size <= most or left < 0:
            raise _bomb()
        data = stream.read(size)
        if len(data) < size:
            raise EOFError
        return data

    def once(unread: list[int]) -> bytes:
        return take(unread.pop(), bounds.bytes)

    def skip(size: int) -> None:
        for start in range(0, size, _CHUNK):
            take(min(_CHUNK, size - start), _CHUNK)

    told: dict[bytes, bytes] = {}  # from the headers before a file's own
    while len(header := stream.read(_BLOCK)) == _BLOCK and header.strip(b"\0"):
        left -= 3 * _BLOCK  # reading a header takes longer than skipping a block
        if left < 0:
            raise _bomb()
        name, kind, size = _header(header)
        name = told.get(b"path", name)
        if kind in _FILE:
            size = int(told.get(b"size", size))
        if kind in (b"L", b"x"):
            data = take(size, _LONGEST_HEADER)
            left -= 31 * size  # reading records takes longer than skipping them
            told |= {b"path": data.rstrip(b"\0")} if kind == b"L" else _pax(data)
        elif kind in _FILE:
            unread = [size]
            yield Member(_from_big5(name), size, partial(once, unread))
            skip(sum(unread))
            told = {}
        elif kind == b"S":
            raise _bomb()  # a sparse file claims more bytes than it has
        else:
            if kind == _FOLDER:
                yield Member(_from_big5(name.rstrip(b"/") + b"/"), 0, bytes)
            size = 0 if kind in _WITHOUT_DATA else size
            skip(size)
            told = told if kind in (b"K", b"g") else {}
        skip(-size % _BLOCK)
    if len(header) < _BLOCK and left == bounds.bytes + (bounds.files << 11):
        raise EOFError


def _header(block: bytes) -> tuple[bytes, bytes, int]:
    """Return the name, the kind and the size in a tar header."""
    if sum(block) - sum(block[148:156]) + 8 * ord(" ") != _octal(block[148:156]):
        raise ValueError("not a tar")
    name, prefix = (field.partition(b"\0")[0] for field in (block[:100], block[345:500]))
    if block[257:263] == b"ustar\0" and prefix:
        name = prefix + b"/" + name
    large = block[124] & 0x80  # the size is binary
    size = int.from_bytes(block[125:136], "big") if large else _octal(block[124:136])
    return name, block[156:157].strip(b"\0"), size


def _octal(field: bytes) -> int:
    return int(field.strip(b"\0 ") or b"0", 8)


def _pax(data: bytes) -> dict[bytes, bytes]:
    """Return the path and the size in an extended header, if it has them."""
    at, found = 0, {}
    while at < len(data):
        blank = data.index(b" ", at, at + 8)
        end = at + int(data[at:blank])
        key, _, value = data[blank + 1 : end - 1].partition(b"=")
        if end <= blank + 1:
            raise ValueError("invalid header")
        if key in (b"path", b"size"):
            found[key] = value
        at = end
    return found


def _from_big5(raw: bytes) -> str:
    """Return a name decoded as UTF-8, else as Big5."""
    for encoding in "utf-8", "cp950":
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            pass
    return raw.decode(errors="backslashreplace")


def _bomb() -> Refused:
    return Refused("壓縮檔解開太大，或檔案太多")
