"""Archives of strangers: read member by member, within bounds, never out to where they want.

Links and devices are left out: no homework needs them, and nothing is ever written through one.
"""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import IO, Any, NamedTuple

from cardjudge.errors import UserError, quote

_OPENERS: dict[str, Callable[[Any], Any]] = {
    ".tar": lambda file: file,
    ".tar.gz": gzip.open,
    ".tgz": gzip.open,
    ".tar.bz2": bz2.open,
    ".tar.xz": lzma.open,
}
ENDINGS = (".zip", *_OPENERS)
UNKNOWN = (".rar", ".7z")
"""Archives that Python cannot read."""
_UTF8_NAME = 1 << 11
_ENCRYPTED = 1
_LINK = 0o120000
_LONGEST_NAME = 200
_DAMAGED = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError,
            NotImplementedError, OverflowError, ValueError, RuntimeError)  # fmt: skip


class Bounds(NamedTuple):
    """How much may be in an archive."""

    bytes: int
    files: int


OF_A_STUDENT = Bounds(64 << 20, 2000)
OF_A_CLASS = Bounds(8 << 30, 200_000)


class Refused(UserError):  # noqa: N818  (what is handed in may be anything: not an error of ours)
    """What is handed in cannot be read, or should not be."""


def ending(name: str) -> str:
    """Return the ending by which an archive is known, or nothing."""
    return next((each for each in (*ENDINGS, *UNKNOWN) if name.lower().endswith(each)), "")


def members(
    name: str, file: IO[bytes], bounds: Bounds = OF_A_STUDENT
) -> Iterator[tuple[str, bytes]]:
    """Yield the names, relative and with slashes, and the contents of the files in an archive.

    Refused for what is damaged, encrypted or of a kind that is not known, for a name that leads
    out, and as soon as there is more than the bounds allow.
    """
    kind = ending(name)
    if kind in UNKNOWN:
        raise Refused("{name}不是 zip 或 tar，要先解開", name=quote(name))
    files = _zip(file, bounds) if kind == ".zip" else _tar(_OPENERS[kind](file), bounds)
    try:
        left = bounds.bytes
        for number, (member, data) in enumerate(files):
            left -= len(data)
            if left < 0 or number >= bounds.files:
                raise _bomb()
            yield safe(member), data
    except UserError:
        raise
    except _DAMAGED as error:
        raise Refused(
            "{name}打不開：{error}", name=quote(name), error=str(error) or type(error).__name__
        ) from None


def unpack(name: str, data: bytes) -> dict[str, bytes]:
    """Return the files of a student's archive."""
    return dict(members(name, io.BytesIO(data)))


def unpack_class(path: Path, folder: Path) -> None:
    """Write the files of a whole class into a folder."""
    with path.open("rb") as file:
        for name, data in members(path.name, file, OF_A_CLASS):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def safe(name: str) -> str:
    r"""Return a name as a relative path; Refused if it leads out.

    >>> safe("hw1\\a.c")
    'hw1/a.c'
    """
    path = PurePosixPath(name.replace("\\", "/"))
    out = path.is_absolute() or ".." in path.parts or ":" in (path.parts or ("",))[0]
    if out or not path.parts or "\0" in name:
        raise Refused("壓縮檔裡的檔名{name}指到外面去了", name=quote(name))
    if max(len(part.encode(errors="surrogateescape")) for part in path.parts) > _LONGEST_NAME:
        raise Refused("壓縮檔裡的檔名{name}太長", name=quote(name))
    return str(path)


def _zip(file: IO[bytes], bounds: Bounds) -> Iterator[tuple[str, bytes]]:
    left = bounds.bytes
    with zipfile.ZipFile(file) as archive:
        for info in archive.infolist():
            if info.is_dir() or (info.external_attr >> 16) & 0o170000 == _LINK:
                continue
            if info.flag_bits & _ENCRYPTED:
                raise Refused("壓縮檔有密碼")
            with archive.open(info) as member:
                data = member.read(left + 1)
            left -= len(data)
            yield _name(info), data


def _name(info: zipfile.ZipInfo) -> str:
    """Return the name of a member, which old programs wrote in the code page of their system."""
    if info.flag_bits & _UTF8_NAME:
        return info.filename
    raw = info.filename.encode("cp437", errors="replace")
    for encoding in "utf-8", "cp950":
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            pass
    return info.filename


def _tar(stream: Any, bounds: Bounds) -> Iterator[tuple[str, bytes]]:
    left = bounds.bytes
    bounded: Any = _Bounded(stream, 2 * bounds.bytes)
    with tarfile.open(
        fileobj=bounded, mode="r|", errors="surrogateescape", tarinfo=_Header
    ) as archive:
        for member in archive:
            if not member.isreg():
                continue
            left -= member.size  # a sparse one says more than it has
            file = archive.extractfile(member)
            if left < 0 or file is None:
                raise _bomb()
            yield _from_big5(member.name), file.read()


def _from_big5(name: str) -> str:
    raw = name.encode(errors="surrogateescape")
    try:
        return raw.decode() if name.isprintable() else raw.decode("cp950")
    except UnicodeDecodeError:
        return raw.decode(errors="backslashreplace")


class _Header(tarfile.TarInfo):
    """A header whose size makes sense: of others, Python may read for ever what is not there."""

    def _block(self, count: int) -> int:
        if not 0 <= count <= OF_A_CLASS.bytes:
            raise tarfile.ReadError("invalid header")
        return int(super()._block(count))  # type: ignore[misc]


class _Bounded:
    """A stream that ends in a refusal where it has given enough: headers may be bombs, too."""

    def __init__(self, stream: Any, most: int) -> None:
        self._stream = stream
        self._left = most

    def read(self, size: int) -> bytes:
        data: bytes = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise _bomb()
        return data


def _bomb() -> Refused:
    return Refused("壓縮檔解開太大，或檔案太多")
