"""What students have handed in: an entry a student, in whatever shape it was downloaded."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.programs.folder import private
from cardjudge.programs.languages import of_file
from judge.cases import natural
from judge.classroom import archive
from judge.classroom.archive import OF_A_STUDENT, Refused

_MOODLE = re.compile(r"_(\d+)_assignsubmission_(file|onlinetext)_?(?:_.*)?$")
_CANVAS = re.compile(r"([A-Za-z]?\d{5,10})_.*?_(?:LATE_)?\d+_\d+_(.+)$")
"""NTU COOL's: number, name, maybe how late, two numbers of its own, the name of the file."""
_NUMBER = re.compile(r"([A-Za-z]\d{8})(?![A-Za-z0-9])")
_NOT_THEIRS = re.compile(r"\..*|__MACOSX|__pycache__|CMakeFiles|cmake-build-.*|node_modules|target")
"""Folders and files that systems and tools put beside a program."""
_DEEPEST = 2
"""How many archives may be one in the other: a platform's, and the student's own."""


class Entry(NamedTuple):
    """What one student has handed in: a path, or several where it was taken apart."""

    student: str
    paths: tuple[Path, ...]

    @property
    def name(self) -> str:
        """What it was called."""
        return "、".join(path.name for path in self.paths)


@contextmanager
def opened(where: Path) -> Iterator[Path]:
    """Give the folder of the entries, for a while also of those in an archive."""
    if where.is_dir():
        yield where
        return
    where.stat()  # of a file that is not there, the error says so
    if not where.is_file() or archive.ending(where.name) not in archive.ENDINGS:
        raise UserError("{path}不是資料夾，也不是 .zip 或 .tar.gz", path=quote(str(where)))
    with private() as folder:
        archive.unpack_class(where, folder)
        inside = list(_theirs(folder))
        stem = where.name.removesuffix(archive.ending(where.name))
        # Some programs pack the folder, some what is in it.
        yield inside[0] if [each.name for each in inside] == [stem] else folder


def entries(folder: Path, student: re.Pattern[str] | None = None) -> list[Entry]:
    """Return the entries by student, in natural order; UserError for a name that tells no student.

    `student` finds the student in a name by its first group.
    """
    found: dict[str, list[Path]] = {}
    spelled: dict[str, str] = {}  # B10902000 and b10902000 are one student
    for path in sorted(_theirs(folder)):
        name = _student(path, student)
        found.setdefault(spelled.setdefault(name.casefold(), name), []).append(path)
    if not found:
        raise UserError("{path}裡沒有繳交的東西", path=quote(str(folder)))
    return [Entry(name, _chosen(found[name])) for name in sorted(found, key=natural)]


def files(entry: Entry) -> dict[str, bytes]:
    """Return the files of an entry, archives unpacked; Refused also for two entries."""
    if len(entry.paths) > 1:
        names = {path: match[2] for path in entry.paths if (match := _CANVAS.match(path.name))}
        if len(names) < len(entry.paths) or not all(map(_is_code, names.values())):
            raise Refused("有不只一份，不知道該用哪一份：{names}", names=entry.name)
        return {name: _bytes(path) for path, name in names.items()}
    path = entry.paths[0]
    if path.is_dir() and not path.is_symlink():
        return _unpacked(_read(path))
    part = _CANVAS.match(path.name)
    return _unpacked({part[2] if part else path.name: _bytes(path)})


def _is_code(name: str) -> bool:
    return of_file(name) is not None or PurePosixPath(name).suffix.lower() in (".h", ".hpp", ".hh")


def _student(path: Path, pattern: re.Pattern[str] | None) -> str:
    """Return the student whom the name of an entry tells."""
    kind = archive.ending(path.name) or (path.suffix if path.is_file() else "")
    name = path.name[: len(path.name) - len(kind)]
    if pattern is not None:
        found = pattern.search(path.name)
        if found is None or not found[1]:
            raise UserError("--student 在{name}裡找不到學生", name=quote(path.name))
        return found[1]
    if moodle := _MOODLE.search(name):
        number = _NUMBER.search(name)
        return number[1] if number else moodle[1]
    canvas = _CANVAS.match(path.name) or re.match(rf"{_NUMBER.pattern}_", name)
    return canvas[1] if canvas else name


def _chosen(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Leave out the text that Moodle puts beside a file, where there is a file."""
    kinds = {path: match[2] for path in paths if (match := _MOODLE.search(path.stem))}
    beside = "onlinetext" if "file" in kinds.values() else ""
    return tuple(path for path in paths if kinds.get(path) != beside)


def _theirs(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if not _NOT_THEIRS.fullmatch(path.name))


def _read(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder; links are left out."""
    found: dict[str, bytes] = {}
    left = OF_A_STUDENT.bytes
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        left -= path.stat().st_size
        if left < 0 or len(found) >= OF_A_STUDENT.files:
            raise Refused("檔案太大或太多")
        found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


def _bytes(path: Path) -> bytes:
    if path.is_symlink() or not path.is_file():
        raise Refused("不是檔案")
    if path.stat().st_size > OF_A_STUDENT.bytes:
        raise Refused("檔案太大或太多")
    return path.read_bytes()


def _unpacked(found: Mapping[str, bytes], deep: int = _DEEPEST) -> dict[str, bytes]:
    """Return the files without what tools leave; an archive is opened where it is all there is."""
    theirs = {
        name: data
        for name, data in found.items()
        if not any(map(_NOT_THEIRS.fullmatch, PurePosixPath(name).parts))
    }
    packed = [name for name in theirs if archive.ending(name)]
    if len(packed) != 1 or any(map(of_file, theirs)) or not deep:
        return _without_conflicts(theirs)
    return _unpacked(archive.unpack(packed[0], theirs[packed[0]]), deep - 1)


def _without_conflicts(found: Mapping[str, bytes]) -> dict[str, bytes]:
    """Leave out a file where others have its name as a folder: an archive may have both."""
    folders = {str(folder) for name in found for folder in PurePosixPath(name).parents}
    return {name: data for name, data in found.items() if name not in folders}
