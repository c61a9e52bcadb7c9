"""A problem: a folder with a description, statements, tests, programs, and their checks.

docs/judges.md lists its files. A generator that is not a Python function gets the seed as its
argument, and writes inputs into its current folder. A checker is a `Check` and an interactor an
`Interact` of `judge.problem.conventions`.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Self

from cardjudge.errors import UserError, quote, unlisted
from cardjudge.files import below, demand_new, write_all
from cardjudge.kit import KIT, packages_of_games
from cardjudge.programs import languages, source
from cardjudge.programs.installed import kit
from cardjudge.programs.limits import MIB, Limits
from cardjudge.programs.project import NoProgram
from cardjudge.programs.sandbox import Mode, Sandbox, grants
from judge import layouts
from judge.cases import PARTS, Case
from judge.grader import Grading
from judge.problem import description
from judge.problem.description import Description, Fault, Group
from judge.problem.modules import modules, with_includes
from judge.runner import Program

VERDICTS = ("accepted", "wrong_answer", "run_time_error", "time_limit_exceeded")
_NAME = re.compile(r'^id *= *"([^"]+)"', re.MULTILINE)
INVALID = "invalid"
"""The folder, beside those of the tests, of inputs that validators must refuse."""
SKELETON = Path(__file__).parent / "skeleton"
_TESTLIB = re.compile(r'^\s*#\s*include\s*["<](?:.*/)?testlib\.h[">]', re.MULTILINE)


@dataclass(frozen=True)
class Submission:
    """A program in a file or in a folder, and the verdict that it must get."""

    file: str
    verdict: str
    path: Path

    @property
    def place(self) -> str:
        """Its path within the problem."""
        return f"submissions/{self.verdict}/{self.file}"

    @property
    def language(self) -> languages.Language:
        """Its row of the table of languages; Fault if there is none."""
        if self.path.is_file():
            return language_of(self.file, self.place)
        try:
            return source.read(self.files()).language
        except NoProgram as error:
            raise Fault(self.place, None, "不是程式：{reason}", reason=error) from None

    def files(self) -> dict[str, bytes]:
        """Return the files of a folder by relative path."""
        return {
            path.relative_to(self.path).as_posix(): path.read_bytes()
            for path in sorted(self.path.rglob("*"))
            if path.is_file() and not any(map(_is_aside, path.relative_to(self.path).parts))
        }


@dataclass(frozen=True)
class Problem:
    """A problem in a folder; `mode` is the mode of the sandbox for its author's programs."""

    folder: Path
    described: Description
    mode: Mode = "auto"

    @staticmethod
    def names() -> list[str]:
        """Return the names of the problems installed with the kit."""
        return sorted(_installed() | _installed(of_games=True))

    @staticmethod
    def of_name(name: str) -> Path | None:
        """Return the folder of an installed problem; the kit's come first, for speed."""
        return _installed().get(name) or _installed(of_games=True).get(name)

    @staticmethod
    def owner(tests: Path) -> Path | None:
        """Return the folder of the problem that owns a folder of tests, after links; or None.

        In a clone of the kit, the problem beside ``testdata`` owns the tests, also if the installed
        kit is another copy.
        """
        real = tests.resolve()
        beside = real.parent.parent / real.name / "problem"
        for folder in (*_installed().values(), *real.parents[:3], beside):
            if _has_tests(folder, real):
                return folder
        return None

    def own_files(self) -> Iterator[Path]:
        """Yield the files of the problem, without results that lie beside its description."""
        for path in below(self.folder, skips=True):
            if path.parent != self.folder or path.suffix in (".in", ".txt"):
                yield path

    @classmethod
    def load(cls, where: str | Path, mode: Mode = "auto", given: Sequence[Path] = ()) -> Self:
        """Return the problem of a name or a folder; UserError if it is missing or faulty.

        Its links may lead to folders that the user has `given`.
        """
        folder = Path(where)
        if not (folder / description.FILE).is_file():
            folder = _resolve(str(where), folder)
        _demand_own_files(folder, given)
        described, faults = description.read(read_text(folder, description.FILE))
        if described is None:
            raise faults[0]
        return cls(folder, described, mode)

    def box(self, *readable: Path, writable: tuple[Path, ...] = ()) -> Sandbox:
        """Return the sandbox of its author's programs.

        They read its folder (and the package in which it lies, such as that of a game), the kit and
        `readable` paths, and write only their private folder and `writable` ones. They read the
        project of an editable installation, and the folder of another one, as Python has to list
        the folder of a package.
        """
        place = self.folder.absolute()
        if (place.parent / "__init__.py").exists():
            place = place.parent
            if (place.parent / "pyproject.toml").exists() or str(place.parent) in sys.path:
                place = place.parent
        own = grants.folder(str(place))
        return Sandbox(self.mode, (*own, *kit(), *readable), writable=writable)

    @property
    def author_limits(self) -> Limits:
        """The limits of its author's programs."""
        seconds = self.described.author_time
        return Limits(3 * seconds, seconds, memory=2048 * MIB, output=256 * MIB)

    @property
    def answered(self) -> bool:
        """Whether tests need answers; interactors and graders do not."""
        return not (self.described.interactor or self.described.grader)

    @property
    def grader(self) -> tuple[str, ...]:
        """The command that grades homework other than programs, with absolute paths of files."""
        words = self.described.grader
        files = {word: str((self.folder / word).absolute()) for word in words}
        words = tuple(files[word] if Path(files[word]).is_file() else word for word in words)
        return (sys.executable, *words[1:]) if words[:1] == ("python3",) else words

    def grading(self, limits: Limits, mode: Mode) -> Grading:
        """Return how the grader judges homework; one of the kit confines the homework itself."""
        of_kit = grants.within(str(self.folder.resolve()), kit())
        program = Program(self.grader, limits, self.box()._replace(mode=mode))
        return Grading(program, self.described.languages, confined=not of_kit)

    @cached_property
    def stubs(self) -> dict[str, dict[str, bytes]]:
        """By language, the files of ``stub/`` that call functions of programs; headers first."""
        headers: dict[str, bytes] = {}
        stubs: dict[str, dict[str, bytes]] = {}
        for path in sorted(self._stub, key=lambda path: path.suffix != ".h"):
            place = f"stub/{path.name}"
            if path.suffix == ".h":
                headers[path.name] = self._included(path)
            else:
                key = language_of(path.name, place).key
                begun = dict(headers) if key in {"c", "cpp"} else {}
                stubs.setdefault(key, begun).update(self._files(path, place))
        return stubs

    @property
    def _stub(self) -> list[Path]:
        return [path for path in sorted((self.folder / "stub").glob("[!._]*")) if path.is_file()]

    def limits(self, times: float = 1) -> Limits:
        """Return the limits of a run, with the time multiplied by `times`."""
        seconds = self.described.time * times
        # The wall time leaves room for the checker, which is another process.
        return Limits(4 * seconds + 5, seconds, self.described.memory << 20, 64 << 20)

    def group(self, test: Case) -> Group | None:
        """Return the first group that contains a secret test; None for a sample."""
        for group in () if test.sample else self.described.groups:
            if group.has(test.name.removeprefix(f"{PARTS[1]}/")):
                return group
        return None

    def grouped(self, tests: Sequence[Case]) -> list[tuple[Group, list[Case]]]:
        """Return each group with its tests."""
        groups = self.described.groups
        return [(group, [test for test in tests if self.group(test) == group]) for group in groups]

    @cached_property
    def written(self) -> tuple[Case, ...]:
        """The tests that are files, the samples first.

        A secret test with the name and the input of a sample counts as that sample.
        """
        tests: dict[tuple[str, bytes], Case] = {}
        for folder in self.folders:
            for case in layouts.find([folder]):
                place = case.input.relative_to(self.folder).as_posix()
                case = case._replace(sample=folder.name == PARTS[0], source=place)
                tests.setdefault((case.name, case.input.read_bytes()), case)
        return tuple(tests.values())

    @property
    def folders(self) -> list[Path]:
        """The folders of samples and of secret tests that exist; their subfolders are groups."""
        folders = [self.folder / "tests" / part for part in PARTS]
        return [folder for folder in folders if folder.is_dir() and any(layouts.within(folder))]

    @property
    def samples(self) -> dict[str, str]:
        """The contents of the samples' files by name."""
        return {
            f"{test.name}.{ending}": data.decode(errors="replace")
            for test in self.written
            if test.sample and test.answers
            for ending, data in (("in", test.input.read_bytes()), ("out", test.expected()))
        }

    @cached_property
    def submissions(self) -> tuple[Submission, ...]:
        """All submissions, the accepted ones first."""
        return tuple(
            Submission(path.name, verdict, path)
            for verdict in VERDICTS
            for path in sorted((self.folder / "submissions" / verdict).glob("*"))
            if not _is_aside(path.name)
        )

    def source(self, submission: Submission) -> dict[str, bytes]:
        """Return the files of a submission, the first one first, with the modules that it needs."""
        if submission.path.is_dir():
            return submission.files()
        return self._files(submission.path, submission.place)

    def program(self, stem: str) -> Path | None:
        """Return the file with a stem in any language: ``generate.py``, ``validate.cpp``."""
        paths = [path for path in sorted(self.folder.glob(f"{stem}.*")) if path.is_file()]
        if len(paths) > 1:
            raise Fault(paths[1].name, None, "已經有 {other} 了", other=paths[0].name)
        return paths[0] if paths else None

    def helper(self, name: str) -> dict[str, bytes]:
        """Return the files of a program, the first one first, by its file or its stem; or none."""
        path = self.folder / name if Path(name).suffix else self.program(name)
        return {} if path is None else self._files(path, path.name)

    @property
    def uses_testlib(self) -> bool:
        """Whether the checker or interactor has the convention of testlib instead of Kattis's."""
        name = self.described.interactor or self.described.checker
        return bool(name) and _TESTLIB.search(read_text(self.folder, name)) is not None

    @property
    def referee(self) -> dict[str, bytes]:
        """The files of the checker or interactor, the first one first.

        One in Python is a function `judge`, and becomes a script in Kattis's convention.
        """
        name = self.described.interactor or self.described.checker
        if language_of(name, name).key != "python":
            return self.helper(name)
        convention = "kattis_interactor" if self.described.interactor else "kattis_validator"
        text = read_text(self.folder, name)
        call = f"from judge.problem.conventions import {convention}\n\n{convention}(judge)\n"
        script = f"{text}\n{call}"
        return {name: script.encode(), **modules(text, self.folder), **modules(call, self.folder)}

    def in_toml(self, key: str, template: str, **parts: object) -> Fault:
        """Return a fault in the line of problem.toml that sets a key."""
        line = description.line_of(key, read_text(self.folder, description.FILE))
        return Fault(description.FILE, line, template, **parts)

    def _files(self, path: Path, place: str) -> dict[str, bytes]:
        text = read_text(path.parent, path.name, place)
        if path.suffix == ".py":
            return {path.name: text.encode(), **modules(text, self.folder)}
        is_c = language_of(path.name, place).key in {"c", "cpp"}
        return {path.name: self._included(path) if is_c else text.encode()}

    def _included(self, path: Path) -> bytes:
        keep = {other.name for other in self._stub} - {path.name}
        return with_includes(path, self.box().readable, keep).encode(errors="surrogateescape")


def _is_aside(name: str) -> bool:
    return name.startswith((".", "__pycache__"))


def language_of(name: str, place: str) -> languages.Language:
    """Return the language of a file by its ending; Fault if it is unknown."""
    language = languages.of_file(name)
    if language is None:
        known = " ".join(ending for row in languages.languages().values() for ending in row.endings)
        raise Fault(place, None, "不認得這種程式語言的副檔名（有的是：{known}）", known=known)
    return language


def read_text(folder: Path, name: str, place: str = "") -> str:
    """Return the text of a problem's file; Fault if it is missing or not UTF-8."""
    place = place or name
    try:
        return (folder / name).read_bytes().decode("utf-8-sig")
    except OSError:
        raise Fault(place, None, "沒有這個檔案") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise Fault(place, line, "這不是 UTF-8") from None


def _resolve(name: str, folder: Path) -> Path:
    if installed := Problem.of_name(name):
        return installed
    if folder.is_dir():
        raise UserError("{folder} 裡沒有 problem.toml", folder=folder)
    if folder.is_file() and (folder.parent / description.FILE).is_file():
        template = "{file}是檔案，要給的是題目的資料夾 {folder}"
        raise UserError(template, file=quote(name), folder=folder.parent)
    raise unlisted("沒有{name}這個題目", name, Problem.names())


def _demand_own_files(folder: Path, given: Sequence[Path]) -> None:
    """Raise Fault for a link that leads out of a problem: a package would get what it names.

    The kit's own problems may have their tests elsewhere in the kit. Nothing reads hidden folders.
    """
    inside = [*map(os.path.realpath, (folder, *given))]
    if grants.within(inside[0], kit()):
        return
    for path in below(folder, skips=True):
        if path.is_symlink() and not grants.within(os.path.realpath(path), inside):
            place = path.relative_to(folder)
            if not any(part.startswith(".") for part in place.parts[:-1]):
                to = quote(os.readlink(path))
                raise Fault(str(place), None, "這個連結指到題目的資料夾外面：{to}", to=to)


def _has_tests(folder: Path, tests: Path) -> bool:
    """Return whether a folder is a problem that owns a real folder of tests.

    Parsing a description takes 5 ms, so it is skipped unless its text contains the folder's name.
    """
    path = folder / description.FILE
    if not path.is_file():
        return False
    parts = [folder / "tests" / part for part in PARTS]
    text = path.read_text(encoding="utf-8", errors="replace")
    if tests.name in text:
        described, _ = description.read(text)
        parts += [folder / name for name in (described.cases if described else ())]
    return tests in {part.resolve() for part in parts}


@cache
def _installed(of_games: bool = False) -> dict[str, Path]:
    """Return the folders of the kit's problems, or of installed games' problems, by name.

    A regular expression finds the name: parsing six descriptions would add 30 ms to every start.
    """
    packages = packages_of_games() if of_games else [*KIT.iterdir()]
    paths = sorted(path for root in packages for path in root.glob(f"problem*/{description.FILE}"))
    texts = ((path.read_text("utf-8", "replace"), path.parent) for path in paths)
    return {name[1]: folder for text, folder in texts if (name := _NAME.search(text))}


def new(folder: Path, kind: str = "plain") -> None:
    """Copy a skeleton (plain, checker, interactive) into a folder; UserError if it is taken."""
    demand_new(folder)
    files: dict[str, bytes] = {}
    for part in SKELETON / "common", SKELETON / kind:
        sources = (path for path in below(part) if path.suffix != ".pyc")
        files |= {str(path.relative_to(part)): path.read_bytes() for path in sources}
    name = re.sub("[^a-z0-9]", "", folder.resolve().name.lower()).lstrip("0123456789")[:32] or "sum"
    described = files[description.FILE]
    files[description.FILE] = described.replace(b'id = "sum"', f'id = "{name}"'.encode(), 1)
    write_all(folder, files)
