"""The classes of a student, in Java or Python, in a process of their own."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile
from typing import NamedTuple

from cardjudge.commands.programs import ProgramOptions
from cardjudge.errors import UserError, quote
from cardjudge.language import listed
from cardjudge.programs.compiler import Built, CompileError, build
from cardjudge.programs.languages import interpreter, languages
from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.project import code_of
from cardjudge.programs.sandbox import grants
from cardjudge.programs.signals import ending, overrun
from cardjudge.programs.source import Source, utf8
from war.verify import Fault, Late, tests

_PACKAGE = re.compile(r"^[^\S\n]*package\s+([\w.]+)\s*;", re.MULTILINE)
_TYPE = re.compile(r"\b(?:class|enum|interface|record)\s+(\w+)")
_DECLARED = r"^[^\S\n]*(?:(?:public|final|abstract|static|strictfp)\s+){0,5}class\s+%s\b"
_CLASSES = ("Deck", "Battle")
_TEST = re.compile(r"Test\w*\.java|\w*Tests?\.java")
_TESTS = "Tests.java"
_HEAP = "-Xmx256m"


class Student(NamedTuple):
    """The classes of a homework; each answer has a process of its own."""

    command: list[str]
    options: ProgramOptions
    readable: list[str | Path]
    """Files that the process may read."""
    games: int
    """Number of games for each kind of statistics."""

    def answer(self, lines: Sequence[str], longer: int = 1) -> Iterator[str]:
        """Yield the lines of the answers; Fault if the process ends before the last."""
        limits = self.options.limits(longer)
        with TemporaryFile() as calls:
            calls.write("".join(f"{line}\n" for line in lines).encode())
            calls.seek(0)
            sandbox = self.options.sandbox(readable=self.readable)
            ended, output = run(self.command, stdin=calls, limits=limits, sandbox=sandbox)
        answers = output.decode(errors="replace").splitlines()
        yield from answers
        if answers.count(".") < len(lines):
            raise _fault(ended, limits)


def _fault(ended: Ended, limits: Limits) -> Fault:
    """Return why a process ended too early."""
    if reason := overrun(ended, limits):
        return (Late if ended.exceeded in ("cpu", "wall") else Fault)(reason)
    errors = [line for line in ended.last_lines() if not line[0].isspace()]
    why = quote(errors[-1]) if errors else ending(ended.status)
    return Fault("程式結束了：{why}", why=why)


def java(place: Path, options: ProgramOptions) -> Student:
    """Compile the files that declare `Deck` and `Battle`, all that they use, and the tests.

    Each file goes to the folder of its package, the tests to that of `Battle`. CompileError if the
    files do not compile; UserError if a class is missing or defined twice.
    """
    sources = {file: utf8(file.read_bytes())[0] for file in _files(place, "*.java")}
    codes = {file: code_of(text.decode(errors="replace")) for file, text in sources.items()}
    files = {name: _declaring(name, place, codes) for name in _CLASSES}
    own: dict[str, bytes] = {}
    for file in [*files.values(), *codes]:
        own.setdefault(_in_package(file, codes[file]), sources[file])
    paths = [*dict.fromkeys(_in_package(file, codes[file]) for file in files.values())]
    texts = {path: _opened(source) for path, source in own.items()}
    if texts != own:
        _compiled(own, paths)  # a class may use what another one keeps private
    package = _PACKAGE.search(codes[files["Battle"]])
    calls = Path(tests.__file__).with_name(_TESTS).read_text("utf-8")
    for name, file in files.items():
        calls = re.sub(rf"\b{name}\b", _full_name(name, codes[file]), calls)
    if package:
        calls = f"{package[0].strip()} {calls}"
    tests_path = str(PurePosixPath(paths[-1]).with_name(_TESTS))
    try:
        built = _compiled({**texts, tests_path: calls.encode()}, [*paths, tests_path])
    except CompileError as error:
        calls = _without_missing(calls, error.messages)
        built = _compiled({**texts, tests_path: calls.encode()}, [*paths, tests_path])
    first, *others = built.command
    return Student([first, _HEAP, *others], options, [built.folder], 1000)


def _compiled(texts: Mapping[str, bytes], needed: list[str]) -> Built:
    """Compile the needed files and the files they name; the fallback is all files but tests."""
    language = languages()["java"]
    quiet = [word for word in language.compile if not word.startswith("-Xlint")]
    options = "-Xlint:none", "-XDsuppressNotes", "-sourcepath", "{folder}"
    language = language._replace(compile=(*quiet, *options))
    try:
        return build(Source(language, texts, tuple(needed), needed[-1]))
    except CompileError:
        tests = [name for name in texts if _TEST.fullmatch(PurePosixPath(name).name)]
        others = [name for name in texts if name not in tests]
        if {*others} <= {*needed}:
            raise
        with_others = tuple(dict.fromkeys([*needed, *others]))
        with suppress(CompileError):  # the errors of the needed files are more useful
            return build(Source(language, texts, with_others, needed[-1]))
        raise


def _without_missing(calls: str, messages: str) -> str:
    """Return the tests, where those that javac refuses only name the missing method.

    A homework that lacks a method can so take the other tests.
    """
    lines = calls.splitlines()
    for number, error in re.findall(r"\bTests\.java:(\d+): error: (.+(?:\n(?!\S).*)*)", messages):
        symbol = re.search(r"symbol: +\w+ (\S+)", error)
        message = symbol[1] if symbol else error.splitlines()[0]
        kind = "NoSuchMethodError" if symbol else "IllegalAccessError"
        start = max(i for i in range(int(number)) if lines[i].startswith("    static"))
        end = lines.index("    }", start)
        body = [f"        throw new {kind}({json.dumps(message)});"]
        lines[start + 1 : end] = body + [""] * (end - start - 2)
    return "\n".join(lines) + "\n"


def _opened(source: bytes) -> bytes:
    """Return a source whose fields and classes the tests can read; its methods stay private."""
    source = re.sub(rb"(?m)^(\s*)private\b(?=[^(;={]*[;={])", rb"\1public ", source)
    return re.sub(rb"(?m)^(\s*)protected\b", rb"\1public   ", source)


def _in_package(file: Path, text: str) -> str:
    package = _PACKAGE.search(text)
    return str(PurePosixPath(*(package[1].split(".") if package else ()), file.name))


def _full_name(name: str, text: str) -> str:
    """Return the name of a class in Java with its package, and its outer class if it is nested."""
    package = _PACKAGE.search(text)
    [before, *_] = re.split(_DECLARED % name, text, maxsplit=1, flags=re.MULTILINE)
    depth = before.count("{") - before.count("}")
    outer = [_TYPE.findall(before)[0]] if depth else []
    return ".".join([*([package[1]] if package else []), *outer, name])


def python(place: Path, options: ProgramOptions) -> Student:
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
    calls = Path(tests.__file__).read_text(encoding="utf-8")  # the sandbox hides its folder
    command = [interpreter(), "-E", "-s", "-B", "-c", calls, *names]
    return Student(command, options, [*grants.beside(place)], 200)


def _files(place: Path, pattern: str) -> list[Path]:
    """Return the files of a homework, outer folders first, without the files of macOS."""
    if not place.exists():
        raise UserError("沒有{name}這個檔案或資料夾", name=quote(str(place)))
    files = sorted(place.rglob(pattern)) if place.is_dir() else [place]
    inside = ((file.relative_to(place).parts, file) for file in files)
    own = [file for parts, file in inside if not any(part[0] in "._" for part in parts)]
    return sorted(own, key=lambda file: len(file.parts))


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
