"""The classes of a student, in Java or Python, in a process of their own."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from cardjudge.commands.programs import ProgramOptions
from cardjudge.errors import UserError, quote
from cardjudge.language import listed
from cardjudge.programs.compiler import Built, CompileError, build
from cardjudge.programs.languages import interpreter, languages
from cardjudge.programs.process import Process
from cardjudge.programs.project import code_of
from cardjudge.programs.sandbox import grants
from cardjudge.programs.signals import ending
from cardjudge.programs.source import Source, utf8
from war.verify import observe
from war.verify.exam import Fault, Late

_OPENS = "--add-opens=java.base/java.lang=ALL-UNNAMED"
"""The option of Java that lets the harness seed Math.random."""
_PACKAGE = re.compile(r"^[^\S\n]*package\s+([\w.]+)\s*;", re.MULTILINE)
_TYPE = re.compile(r"\b(?:class|enum|interface|record)\s+(\w+)")
_DECLARED = r"^[^\S\n]*(?:(?:public|final|abstract|static|strictfp)\s+){0,5}class\s+%s\b"
_CLASSES = ("Deck", "Battle")
_TEST = re.compile(r"Test\w*\.java|\w*Tests?\.java")
_HARNESS = "Observe.java"
_HEAP = "-Xmx256m"
_LONGEST = 100
"""Longest duration of a request, in time limits.

A correct homework in Python takes 300 s to shuffle a million decks. The first request, for ten
thousand decks, detects a homework that hangs.
"""
_CHUNK = 1 << 16


class Student:
    """The classes of a homework: `games` is the number of games of a kind, `readable` its files.

    Each test has a process of its own, so a crash does not affect the next test.
    """

    def __init__(
        self,
        command: list[str],
        program: ProgramOptions,
        readable: Iterable[str | Path],
        games: int,
    ) -> None:
        self._command, self._program, self._readable = command, program, readable
        self.games = games

    @contextmanager
    def sit(self) -> Iterator[None]:
        """Run the process of the homework during a test."""
        sandbox = self._program.sandbox(readable=self._readable)
        with Process(
            self._command, limits=self._program.limits(_LONGEST), sandbox=sandbox
        ) as process:
            self._process = process
            process.watch_in_background()
            self._lines = self._read()
            yield

    def answer(self, request: str, longer: int = 1) -> Iterator[str]:
        """Yield the lines of an answer; Fault if the process ends instead."""
        self._process.limits = self._program.limits(longer)
        assert self._process.stdin is not None
        with suppress(BrokenPipeError, ValueError):  # the loop below reports its end
            self._process.stdin.write(f"{request}\n".encode())
        for line in self._lines:
            if line == ".":
                return
            yield line
        raise self._end()

    def _read(self) -> Iterator[str]:
        """Yield the lines that the process writes."""
        assert self._process.stdout is not None
        rest = b""
        while chunk := self._process.stdout.read(_CHUNK):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield line.decode(errors="replace")

    def _end(self) -> Fault:
        ended = self._process.end()
        if ended.exceeded in ("cpu", "wall"):
            seconds = ended.cpu if ended.exceeded == "cpu" else ended.wall
            return Late("超過時間限制：用了 {seconds:.0f} 秒", seconds=seconds)
        if ended.exceeded is not None:
            return Fault("超過限制：{what}", what=ended.exceeded)
        told = [line for line in ended.last_lines() if not line[0].isspace()]
        why = quote(told[-1]) if told else ending(ended.status)
        return Fault("程式結束了：{why}", why=why)


def java(place: Path, program: ProgramOptions) -> Student:
    """Compile the files that declare `Deck` and `Battle`, all that they use, and the harness.

    Each file goes to the folder of its package. CompileError if the files do not compile;
    UserError if a class is missing or defined twice.
    """
    found = {file: utf8(file.read_bytes())[0] for file in _files(place, "*.java")}
    codes = {file: code_of(text.decode(errors="replace")) for file, text in found.items()}
    named = {name: _declaring(name, place, codes) for name in _CLASSES}
    texts = {_HARNESS: Path(observe.__file__).with_name(_HARNESS).read_bytes()}
    for file in [*named.values(), *codes]:
        texts.setdefault(_in_package(file, codes[file]), found[file])
    theirs = {_in_package(file, codes[file]): None for file in named.values()}
    built = _compiled(texts, [*theirs, _HARNESS])
    first, *others = built.command
    names = (f"{name}={','.join(_names(name, codes[file]))}" for name, file in named.items())
    return Student([first, _OPENS, _HEAP, *others, *names], program, [built.folder], 1000)


def _compiled(texts: Mapping[str, bytes], needed: list[str]) -> Built:
    """Compile the needed files and the files they name; the fallback is all files but tests."""
    language = languages()["java"]
    language = language._replace(compile=(*language.compile, "-sourcepath", "{folder}"))
    try:
        return build(Source(language, texts, tuple(needed), _HARNESS))
    except CompileError:
        others = [name for name in texts if not _TEST.fullmatch(PurePosixPath(name).name)]
        if {*others} <= {*needed}:
            raise
        with_others = Source(language, texts, tuple(dict.fromkeys([*needed, *others])), _HARNESS)
        with suppress(CompileError):  # the errors of the needed files are more useful
            return build(with_others)
        raise


def _in_package(file: Path, text: str) -> str:
    package = _PACKAGE.search(text)
    return str(PurePosixPath(*(package[1].split(".") if package else ()), file.name))


def _names(name: str, text: str) -> list[str]:
    """Return the possible names of a class in Java: in its package, or nested in another class."""
    package = _PACKAGE.search(text)
    prefix = f"{package[1]}." if package else ""
    return [prefix + name, *(f"{prefix}{outer}${name}" for outer in _TYPE.findall(text))]


def python(place: Path, program: ProgramOptions) -> Student:
    """Return the classes `Deck` and `Battle` of a file, or of the files in a folder.

    UserError if a class is missing.
    """
    if not place.exists():
        raise UserError("沒有{name}這個檔案", name=quote(str(place)))
    files = [place]
    if place.is_dir():
        texts = {file: utf8(file.read_bytes())[0].decode() for file in _files(place, "*.py")}
        files = [_declaring(name, place, texts) for name in reversed(_CLASSES)]
    names = [str(file.absolute()) for file in dict.fromkeys(files)]
    harness = Path(observe.__file__).read_text(encoding="utf-8")  # the sandbox hides its folder
    command = [interpreter(), "-E", "-s", "-B", "-c", harness, *names]
    return Student(command, program, [*grants.beside(place)], 200)


def _files(place: Path, pattern: str) -> list[Path]:
    """Return the files of a homework, outer folders first, without the files of macOS."""
    if not place.exists():
        raise UserError("沒有{name}這個檔案或資料夾", name=quote(str(place)))
    found = sorted(place.rglob(pattern)) if place.is_dir() else [place]
    inside = ((file.relative_to(place).parts, file) for file in found)
    seen = [file for parts, file in inside if not any(part[0] in "._" for part in parts)]
    return sorted(seen, key=lambda file: len(file.parts))


def _declaring(name: str, place: Path, texts: Mapping[Path, str]) -> Path:
    """Return the file that declares a class; the tests of the course do not count."""
    pattern = re.compile(_DECLARED % name, re.MULTILINE)
    files = [
        file
        for file, text in texts.items()
        if pattern.search(text) and not _TEST.fullmatch(file.name)
    ]
    if not files:
        raise UserError("{place}裡沒有 {name} 這個類別", place=quote(str(place)), name=name)
    if len(files) > 1:
        which = listed(str(file.relative_to(place)) for file in files)
        raise UserError("{name} 這個類別有不只一個：{which}", name=name, which=which)
    return files[0]
