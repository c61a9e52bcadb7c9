"""The classes of a student, in Java or in Python, observed in a process of its own."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from cardjudge.commands.programs import ProgramOptions
from cardjudge.errors import UserError, quote
from cardjudge.programs.compiler import build
from cardjudge.programs.languages import interpreter, languages
from cardjudge.programs.process import Limits, Process
from cardjudge.programs.sandbox import grants
from cardjudge.programs.signals import ending
from cardjudge.programs.source import Source, utf8
from war.verify import observe
from war.verify.assignment import Fault

_OPENS = "--add-opens=java.base/java.lang=ALL-UNNAMED"
"""What lets the harness seed Math.random."""
_PACKAGE = re.compile(rb"^\s*package\s+[\w.]+\s*;", re.MULTILINE)
_CLASSES = ("Deck.java", "Battle.java")
_HARNESS = "Observe.java"
_HEAP = "-Xmx256m"
_LONG = {"rise": 3, "shuffle": 100, "stats": 30}
"""How many times as much time there is until these requests are answered.

A right homework in Python takes 300 s to shuffle a million decks; one that hangs is found out by
the ten thousand of `rise`, which is asked first.
"""
_CHUNK = 1 << 16


class Student:
    """Classes of a homework: `games` is how many of a kind are asked for, `readable` its files.

    A test has a process of its own, so what one breaks is no matter for the next.
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
        """Run for a test."""
        sandbox = self._program.sandbox(readable=self._readable)
        limits = self._limits(max(_LONG.values()))
        with Process(self._command, limits=limits, sandbox=sandbox) as self._process:
            self._process.watch_in_background()
            yield

    def answer(self, request: str) -> str:
        """Return the answer to a request; Fault where the process ends instead."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.limits = self._limits(_LONG.get(request.partition(" ")[0], 1))
        answer = bytearray()
        try:
            self._process.stdin.write(f"{request}\n".encode())
            while not answer.endswith(b"\n"):
                chunk = self._process.stdout.read(_CHUNK)
                if not chunk:
                    raise BrokenPipeError
                answer += chunk
        except BrokenPipeError:
            raise self._end() from None
        return answer.decode(errors="replace")

    def _limits(self, longer: int) -> Limits:
        return self._program.limits(longer)

    def _end(self) -> Fault:
        ended = self._process.end()
        if ended.exceeded in ("cpu", "wall"):
            seconds = ended.cpu if ended.exceeded == "cpu" else ended.wall
            return Fault("超過時間限制：用了 {seconds:.0f} 秒", seconds=seconds)
        if ended.exceeded is not None:
            return Fault("超過限制：{what}", what=ended.exceeded)
        told = [line for line in ended.last_lines() if not line[0].isspace()]
        why = quote(told[-1]) if told else ending(ended.status)
        return Fault("程式結束了：{why}", why=why)


def java(folder: Path, program: ProgramOptions) -> Student:
    """Compile `Deck.java` and `Battle.java`, with whatever they use beside them, and the harness.

    CompileError if they do not compile; UserError where one of them is missing.
    """
    files = {path.name: utf8(path.read_bytes())[0] for path in sorted(folder.glob("*.java"))}
    for name in _CLASSES:
        if name not in files:
            raise UserError("{folder}裡沒有 {name}", folder=quote(str(folder)), name=name)
    texts = {name: _PACKAGE.sub(b"", text) for name, text in files.items()}
    texts[_HARNESS] = Path(observe.__file__).with_name(_HARNESS).read_bytes()
    built = build(Source(languages()["java"], texts, (*_CLASSES, _HARNESS), _HARNESS))
    first, *others = built.command
    return Student([first, _OPENS, _HEAP, *others], program, [built.folder], 1000)


def python(file: Path, program: ProgramOptions) -> Student:
    """Observe the classes `Deck` and `Battle` of a file; UserError where there is none."""
    if not file.is_file():
        raise UserError("沒有{name}這個檔案", name=quote(str(file)))
    harness = Path(observe.__file__)
    command = [interpreter(), "-E", "-s", str(harness), str(file.absolute())]
    readable: list[str | Path] = [harness.parent, *grants.beside(file)]
    return Student(command, program, readable, 200)
