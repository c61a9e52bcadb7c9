"""Submissions: one entry per student, in any shape in which a platform offers them."""

import errno
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple, TypeAlias

from cardjudge.errors import UserError, quote
from cardjudge.files import MADE, below, is_of_kit
from cardjudge.language import listed, say
from cardjudge.programs.keeper import private
from cardjudge.programs.languages import of_file
from cardjudge.stdio import tell
from judge.cases import natural
from judge.classroom import archive, labels
from judge.classroom.archive import OF_A_STUDENT, Large, Refused
from judge.classroom.labels import Label

_AGAIN = re.compile(r"(.+)-(?:[1-9]\d*|[0-9a-f]{8}(?:-[0-9a-f]{4,12}){4})(\.[^.]+)?", re.DOTALL)
"""Matches the name of a file handed in again: Canvas appends 1 to 7, and then a UUID."""
_LEFTOVERS = re.compile(
    r"\..*|~\$.*|.*\.sw[op]|Thumbs\.db|desktop\.ini|__MACOSX|__pycache__"
    r"|CMakeFiles|cmake-build-.*|node_modules|venv|site-packages"
)
"""Folders and files that systems and tools leave beside a program."""
_BUILT = "target"
"""The folder of Maven and Cargo, which may also be a student's own."""
_OF_DATABASE = re.compile(r".*\.(db|sqlite)-(lock|wal|shm)", re.DOTALL)
"""Matches the names of files that lie beside a database."""
_DEEPEST = 2
"""Levels of archives: the platform's, and the student's own inside it."""
_GRADESCOPE = "submission_metadata.yml"
"""Gradescope's table of submissions: the students of each folder."""
_GITHUB = "-submissions"
"""The ending of the folder in which GitHub Classroom's own command puts the repositories."""


class Part(NamedTuple):
    """A file or a folder at the top of a class, and where its files are."""

    name: str
    where: Path | Mapping[str, Path | Large | Refused]
    """A path, or the files of an archive by their names; a single file has an empty name."""

    @property
    def is_file(self) -> bool:
        """Whether the part is a file."""
        return self.where.is_file() if isinstance(self.where, Path) else "" in self.where

    @property
    def text(self) -> str:
        """The text of a file; empty if it cannot be read."""
        where = self.where if isinstance(self.where, Path) else self.where.get("")
        return where.read_text("utf-8", "replace") if isinstance(where, Path) else ""


class Class(NamedTuple):
    """The submissions of a class, and the folder that contains them."""

    folder: Path
    parts: Sequence[Part]
    tables: Sequence[str] = ()
    """The names of sheets of others, which are no submissions."""
    name: str = ""
    """The name of the folder, which may be one in an archive."""
    submitters: Mapping[str, Sequence[Label]] = {}
    """The students of each part, where a table of the platform has them."""


class Entry(NamedTuple):
    """A student's submission: one part, or several if the platform stores files one by one."""

    student: str
    parts: tuple[tuple[Part, Label], ...] = ()
    name: str = ""
    """The student's name, if it stands beside the number."""
    user: str = ""
    """The platform's number for the student, if it gives one."""
    group: str = ""
    """The key of the group that has handed in for the student."""
    number: str = ""
    """The student number, if only the sheet has it."""

    @property
    def part_names(self) -> str:
        """The names of the parts, joined."""
        return "、".join(part.name for part, _ in self.parts)

    @property
    def late(self) -> bool:
        """Whether the platform marks a part as late."""
        return any(label.late for _, label in self.parts)


@contextmanager
def opened(where: Path, aside: Collection[str] = ()) -> Iterator[Class]:
    """Yield the submissions in a folder or an archive, without the real paths `aside`."""
    if where.is_dir():
        yield of_folder(where, aside)
        return
    where.stat()  # raises the error of a missing file
    if not where.is_file() or archive.ending(where.name) not in archive.ENDINGS:
        raise UserError("{path}不是資料夾，也不是 .zip 或 .tar.gz", path=quote(str(where)))
    with private() as folder:
        tops = _tops(archive.unpack_class(where, folder))
        name = where.name.removesuffix(archive.ending(where.name))
        if len(tops) == 1:  # some programs pack the folder, others its contents
            ((top, inside),) = tops.items()
            if "" not in inside and not labels.is_of_student(top):
                name, tops = top, _tops(inside)
        parts = [Part(name, files) for name, files in tops.items()]
        yield _class(folder, parts, name)


def of_folder(folder: Path, aside: Collection[str] = ()) -> Class:
    """Return the submissions in a folder, without the real paths `aside`."""
    paths = [
        path
        for path in sorted(folder.iterdir())
        if os.path.realpath(path) not in aside and not _LEFTOVERS.fullmatch(path.name)
    ]
    if len(paths) == 1 and (paths[0] / _GRADESCOPE).is_file():  # as its archive was unpacked
        return of_folder(paths[0], aside)
    return _class(folder, [Part(path.name, path) for path in paths], folder.resolve().name)


def _class(folder: Path, parts: Sequence[Part], name: str) -> Class:
    others = [part for part in parts if not _is_of_kit(part)]
    tables = [part.name for part in others if _is_table(part)]
    metadata = [part for part in others if part.name == _GRADESCOPE and part.is_file]
    aside = {*tables, *(part.name for part in metadata)}
    own = [part for part in others if part.name not in aside]
    submitters = labels.submitters_in(metadata[0].text) if metadata else {}
    return Class(folder, own, tables, name, submitters)


def _is_table(part: Part) -> bool:
    own = labels.MOODLE.fullmatch(part.name) or labels.CANVAS.fullmatch(part.name)
    return part.is_file and part.name.lower().endswith(".csv") and not own


def _is_of_kit(part: Part) -> bool:
    """Return whether the kit wrote a part; False if it cannot be read."""
    where = part.where
    if part.is_file:
        path = where if isinstance(where, Path) else where[""]
        beside = _OF_DATABASE.fullmatch(part.name)
        return bool(beside) or (isinstance(path, Path) and is_of_kit(path))
    if isinstance(where, Path):
        names = {*os.listdir(where)} if os.access(where, os.R_OK) else set()
        index: object = where / "index.html"
    else:
        names = {name.partition("/")[0] for name in where}
        index = where.get("index.html")
    is_pages = names == {"index.html", "students"} and isinstance(index, Path) and is_of_kit(index)
    return MADE in names or is_pages


def _tops(
    files: Mapping[str, Path | Large | Refused],
) -> dict[str, dict[str, Path | Large | Refused]]:
    """Return files by the first part of their paths."""
    tops: dict[str, dict[str, Path | Large | Refused]] = {}
    for name in sorted(files):
        top, _, rest = name.partition("/")
        if not _LEFTOVERS.fullmatch(top):
            own = tops.setdefault(top.replace("\0", "�"), {})
            if rest or not name.endswith("/"):
                own[rest] = files[name]
    return tops


def entries(class_: Class, student: re.Pattern[str] | None = None) -> list[Entry]:
    """Return one entry per student, in natural order; UserError if no name has a student.

    `student` finds the student in a name by its first group; other names are reported. Case does
    not matter.
    """
    students: dict[tuple[bool, str], list[tuple[Part, Label]]] = {}
    nobody: list[str] = []
    by_name = {
        part.name: labels.label_of(part.name, part.is_file, student) for part in class_.parts
    }
    owners = {
        label.stem: labels.owner_in(part.text)
        for part in class_.parts
        if (label := by_name[part.name]) and label.is_form
    }
    for part in class_.parts:
        if (label := by_name[part.name]) is None:
            nobody.append(part.name)
            continue
        if student is None:
            submitters = class_.submitters.get(part.name, ())
            label = submitters[0] if len(submitters) == 1 else label
            if owner := owners.get(label.stem):
                label = label._replace(student=owner.student, name=owner.name)
            if class_.name.endswith(_GITHUB):
                assignment = f"{class_.name.removesuffix(_GITHUB)}-"
                label = label._replace(student=label.student.removeprefix(assignment))
        own = label.user or (label.student or label.name).casefold()
        students.setdefault((bool(label.kind), own), []).append((part, label))
    if nobody:
        names = listed(map(quote, nobody))
        if not students:
            raise UserError("--student 在{names}裡找不到學生", names=names)
        tell(say("--student 在{names}裡找不到學生，沒有批改", names=names))
    if not students:
        raise UserError("{path}裡沒有繳交的東西", path=quote(class_.name))
    keyed = labels.named([parts[0][1] for parts in students.values()])
    entries = [
        Entry(key, _chosen(parts), name, parts[0][1].user)
        for (key, name), parts in zip(keyed, students.values(), strict=True)
    ]
    return sorted(entries, key=lambda entry: natural(entry.student))


Contents: TypeAlias = Mapping[str, bytes | Large]


def contents(entry: Entry) -> Contents:
    """Return the files of an entry, with archives unpacked; Refused if it has two submissions."""
    candidates = [(part, label) for part, label in entry.parts if not _is_beside(part)]
    alone = [part for part, label in candidates if not (label.file or of_file(part.name))]
    if alone and len(candidates) > 1:
        template = "有不只一份，不知道該用哪一份：{names}"
        raise Refused(template, names=listed(part.name for part, _ in entry.parts))
    same = Counter(label.file for _, label in entry.parts)
    apart = [
        (part, label if same[label.file] == 1 else label._replace(file=None))
        for part, label in entry.parts
    ]
    return _unpacked({name: data for own in apart for name, data in _read(*own).items()})


def _is_beside(part: Part) -> bool:
    """Return whether a loose file cannot be the homework: it is a report, a header, a picture."""
    return part.is_file and not of_file(part.name) and not archive.ending(part.name)


def name_of_feedback(entry: Entry) -> str:
    """Return the path where the platform expects an entry's feedback, as in its download."""
    part, label = entry.parts[0]
    moodle = labels.MOODLE.fullmatch(part.name)
    if entry.group and moodle:  # Moodle finds a participant by the number
        name = labels.of_moodle(entry.name)
        return f"{name}_{entry.user}_assignsubmission_{moodle['kind']}_feedback.html"
    if entry.group and entry.user not in ("", label.user):  # the representative has the group's
        return file_name(entry.student, ".html")
    if not part.is_file:
        return f"{part.name}/feedback.html"
    if (match := moodle or labels.CANVAS.fullmatch(part.name)) and match["file"]:
        return f"{part.name[: match.start('file')]}feedback.html"
    return f"{PurePosixPath(part.name).stem}.html"


def file_name(student: str, ending: str = "") -> str:
    """Return the name of a student's file or folder; a hash if the student's name cannot be one."""
    name = student.encode(errors="surrogateescape")
    fits = (
        len(name) <= archive.LONGEST_NAME and not {*b"/\0"} & {*name} and name not in (b".", b"..")
    )
    return f"{student if fits else sha256(name).hexdigest()}{ending}"


def _chosen(parts: Sequence[tuple[Part, Label]]) -> tuple[tuple[Part, Label], ...]:
    """Return the parts that count: without Moodle's text beside a file, and only the newest files.

    Canvas keeps older versions of a file and appends a number to newer ones.
    """
    beside = "onlinetext" if "file" in {label.kind for _, label in parts} else None
    last = max(label.attempt for _, label in parts)
    candidates = [
        (part, label) for part, label in parts if label.kind != beside and label.attempt == last
    ]
    candidates = [pair for pair in candidates if not pair[1].is_form] or candidates
    names = [label.file for _, label in candidates if label.attachment]
    firsts = Counter(_first(name) for name in names if name)
    newest: dict[str, tuple[Part, Label]] = {}
    for part, label in sorted(candidates, key=lambda pair: pair[1].attachment):
        if label.attachment and label.file:
            first = _first(label.file)
            is_newer = first in names or firsts[first] == 1  # else part-2 and part-3 are two files
            label = label._replace(file=first if is_newer else label.file)
        newest[label.file if label.attachment and label.file else f"/{part.name}"] = part, label
    return tuple(newest.values())


def _first(name: str) -> str:
    """Return the name of a file without the number that Canvas has appended."""
    again = _AGAIN.fullmatch(name)
    return again[1] + (again[2] or "") if again else name


def _read(part: Part, label: Label) -> Contents:
    """Return the files of a part without links."""
    if isinstance(part.where, Path):
        if part.where.is_dir() and not part.where.is_symlink():
            try:
                inside = sorted(path for path in below(part.where) if not path.is_symlink())
            except OSError as error:
                if error.errno != errno.ENAMETOOLONG:
                    raise
                raise _too_deep() from None
            kept = filter(Path.is_file, inside)
            return _bytes({path.relative_to(part.where).as_posix(): path for path in kept})
        if part.where.is_symlink() or not part.where.is_file():
            raise Refused("不是檔案")
        return _bytes({label.file or part.name: part.where})
    if "" in part.where and len(part.where) > 1:
        raise Refused("有不只一份，不知道該用哪一份：{names}", names=part.name)
    files: dict[str, Path | Large] = {}
    for name in _own(name for name in part.where if not name.endswith("/")):
        where = part.where[name]
        if isinstance(where, Refused):
            raise where
        files[archive.safe(f"./{name or label.file or part.name}")] = where
    return _bytes(files)


def _bytes(files: Mapping[str, Path | Large]) -> Contents:
    sizes = {
        name: where.size if isinstance(where, Large) else where.stat().st_size
        for name, where in files.items()
    }
    kept = [name for name, size in sizes.items() if not archive.is_large(name, size)]
    if sum(map(sizes.__getitem__, kept)) > OF_A_STUDENT.bytes or len(files) > OF_A_STUDENT.files:
        raise _too_much()
    if any(len(os.fsencode(name)) > archive.LONGEST_PATH for name in files):
        raise _too_deep()
    return {
        name: where.read_bytes() if name in kept and isinstance(where, Path) else Large(sizes[name])
        for name, where in files.items()
    }


def _too_much() -> Refused:
    return Refused("檔案太大或太多")


def _too_deep() -> Refused:
    return Refused("資料夾一層包一層，檔案的路徑太長")


def _own(names: Iterable[str]) -> list[str]:
    """Return the names of files that no tool or system has left.

    What lies in a folder called `target` is left by a tool if there is a source elsewhere.
    """
    parts = {name: PurePosixPath(name).parts for name in names}
    own = [name for name in parts if not any(map(_LEFTOVERS.fullmatch, parts[name]))]
    elsewhere = [name for name in own if _BUILT not in parts[name][:-1]]
    return elsewhere if any(of_file(name) or archive.ending(name) for name in elsewhere) else own


def _unpacked(files: Contents, deep: int = _DEEPEST) -> Contents:
    """Return the files without leftovers of tools; archives are unpacked if no source is beside.

    Each of several archives becomes a folder of its name.
    """
    own = {name: files[name] for name in _own(files)}
    packed = {name: data for name, data in own.items() if archive.ending(name)}
    if packed and deep and not any(map(of_file, own)):
        inside: dict[str, bytes | Large] = {}
        for name, data in packed.items():
            assert isinstance(data, bytes)
            folder = f"{name}/" if len(packed) > 1 else ""
            unpacked = _unpacked(archive.unpack(name, data), deep - 1)
            inside |= {f"{folder}{each}": content for each, content in unpacked.items()}
            size = sum(len(each) for each in inside.values() if isinstance(each, bytes))
            if size > OF_A_STUDENT.bytes or len(inside) > OF_A_STUDENT.files:
                raise _too_much()
        return inside
    # A file whose name is also a folder of others is left out: an archive may contain both.
    folders = {str(folder) for name in own for folder in PurePosixPath(name).parents}
    return {name: data for name, data in own.items() if name not in folders}
