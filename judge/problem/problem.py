"""The one source of a problem, from which every format is made.

A problem is a package, named by an entry point of the group ``judge.problems``, with these files:

- ``problem.toml``: title, limits, samples;
- ``statement.md``: the statement, in the Markdown that `judge.problem.statement` knows;
- ``testdata/``: cases as `judge` runs them; of these the ones that the input validator accepts;
- ``generate.py``: ``cases(rng)`` yields names and inputs of further cases;
- ``input_validator.py``: reads an input and exits with 42 if it is valid;
- ``output_validator.py`` or ``interactor.py``, where outputs are not compared to the byte:
  ``judge``, a `Check` or an `Interact` of `judge.problem.conventions`;
- ``submissions/VERDICT/``: programs and the verdict that each must get. A switch
  ``VERDICT_NAME`` in a C++ program (``#ifdef`` or ``#ifndef``) is a mistake of that kind, and makes
  a further submission.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from cardjudge.errors import UserError, quote
from judge.problem.bundle import bundle

GROUP = "judge.problems"
VERDICTS = ("accepted", "wrong_answer", "run_time_error", "time_limit_exceeded")
VALID = 42
_MISTAKE = re.compile(
    rf"^#ifn?def ({'|'.join(verdict.upper() for verdict in VERDICTS[1:])})_(\w+)$", re.MULTILINE
)


@dataclass(frozen=True)
class Case:
    """An input and its answer; both end with a line end."""

    name: str
    input: bytes
    answer: bytes
    sample: bool

    @property
    def file(self) -> str:
        """Where packages keep it, without a suffix."""
        return f"{'sample' if self.sample else 'secret'}/{self.name}"


@dataclass(frozen=True)
class Submission:
    """A program in one file, and the verdict that it must get."""

    file: str
    verdict: str
    source: str

    @property
    def language(self) -> str:
        """The end of the file's name: ``py`` or ``cpp``."""
        return self.file.rpartition(".")[2]


@dataclass(frozen=True)
class Problem:
    """A problem; `name` has small letters and digits only, as Kattis wants it."""

    name: str
    folder: Path
    package: str
    title: str
    uuid: str
    seed: int
    seconds: int
    memory: int
    """In MiB."""
    command: str | None = None
    """The module that answers the inputs, without which there are no answers: it is a dialogue."""
    samples: tuple[str, ...] = ()
    includes: tuple[Path, ...] = ()
    """What C++ submissions are compiled with: the header first, the stub with ``main`` last."""

    @staticmethod
    def names() -> list[str]:
        """Return the names of all problems that are installed."""
        return sorted(entry.name for entry in entry_points(group=GROUP))

    @classmethod
    def load(cls, name: str) -> Problem:
        """Find a problem by its name; UserError if none has it."""
        found = {entry.name: entry for entry in entry_points(group=GROUP)}
        if name not in found:
            known = "、".join(cls.names()) or "一個也沒有"
            raise UserError(f"沒有{quote(name)}這個題目（有的是：{known}）")
        module = import_module(found[name].value)
        assert module.__file__ is not None
        folder = Path(module.__file__).parent
        described = tomllib.loads((folder / "problem.toml").read_text(encoding="utf-8"))
        described["samples"] = tuple(described["samples"])
        described["includes"] = tuple(folder / file for file in described.get("includes", ()))
        return cls(name, folder, module.__name__, **described)

    @property
    def interactive(self) -> bool:
        """Whether an interactor talks with the program."""
        return (self.folder / "interactor.py").exists()

    @property
    def checked(self) -> bool:
        """Whether a validator judges the output, since there may be several right ones."""
        return (self.folder / "output_validator.py").exists()

    @property
    def statement(self) -> str:
        """The statement in Markdown, without its title."""
        return self.text("statement.md")

    def text(self, file: str) -> str:
        """Return the content of one of the files."""
        return (self.folder / file).read_text(encoding="utf-8")

    def script(self, convention: str) -> str:
        """Return the checker or interactor as one script that keeps a convention."""
        if self.interactive:
            what = self.text("interactor.py")
        elif self.checked:
            what = self.text("output_validator.py")
        else:
            what = "from judge.problem.conventions import exact as judge\n"
        call = f"from judge.problem.conventions import {convention}\n\n{convention}(judge)\n"
        return self._bundled(f"{what}\n{call}")

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """All cases: the samples, those of testdata, the generated ones; no input comes twice."""
        inputs = dict(self._of_testdata())
        generate = import_module(f"{self.package}.generate")
        inputs.update(
            (name, text.encode()) for name, text in generate.cases(random.Random(self.seed))
        )
        distinct: dict[bytes, str] = {}
        for name in sorted(inputs, key=lambda name: name not in self.samples):
            distinct.setdefault(inputs[name], name)
        cases = [self._case(name, data) for data, name in distinct.items()]
        assert sum(case.sample for case in cases) == len(self.samples), "a sample is missing"
        return tuple(cases)

    @cached_property
    def submissions(self) -> tuple[Submission, ...]:
        """All submissions, the accepted ones first."""
        found = []
        for verdict in VERDICTS:
            for path in sorted((self.folder / "submissions" / verdict).glob("*.*")):
                source = path.read_text(encoding="utf-8")
                if path.suffix == ".py":
                    source = self._bundled(source)
                found.append(Submission(path.name, verdict, source))
        mistakes = [mistake for program in found for mistake in _mistakes(program)]
        return tuple(found + sorted(mistakes, key=lambda program: VERDICTS.index(program.verdict)))

    def accepts(self, data: bytes) -> bool:
        """Whether the input validator accepts an input."""
        validator = [sys.executable, str(self.folder / "input_validator.py")]
        return subprocess.run(validator, input=data, check=False).returncode == VALID

    def _bundled(self, script: str) -> str:
        return bundle(script, {"cardjudge", "judge", self.package.partition(".")[0]})

    def _of_testdata(self) -> Iterator[tuple[str, bytes]]:
        """Yield inputs that the strict form allows, without arguments and without an error."""
        for path in sorted((self.folder / "testdata").glob("*.in")):
            data = path.read_bytes()
            special = any(path.with_suffix(suffix).exists() for suffix in (".args", ".status"))
            if not special and self.accepts(data):
                yield path.stem, data

    def _case(self, name: str, data: bytes) -> Case:
        if not self.accepts(data):
            raise AssertionError(f"the input validator of {self.name} rejects case {name}")
        return Case(name, data, self._answer(data), name in self.samples)

    def _answer(self, data: bytes) -> bytes:
        if self.command is None:
            return b""
        run = subprocess.run(
            [sys.executable, "-m", self.command], input=data, stdout=subprocess.PIPE, check=True
        )
        if not self.checked:
            return run.stdout
        answer: bytes = import_module(f"{self.package}.output_validator").answer(run.stdout)
        return answer


def _mistakes(program: Submission) -> Iterator[Submission]:
    stem = program.file.removesuffix(".cpp")
    for verdict, name in dict.fromkeys(_MISTAKE.findall(program.source)):
        switch = f"#define {verdict}_{name}\n"
        file = f"{stem}_{name.lower()}.cpp"
        yield Submission(file, verdict.lower(), switch + program.source)
