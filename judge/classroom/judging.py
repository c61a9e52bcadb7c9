"""Compiles submissions and runs them on the tests, but only where the result is not known yet.

A worker gets the source and the test themselves, so any machine can do the work. Workers on this
machine write each row into the database as soon as they know it.
"""

import hashlib
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, TypeVar

from cardjudge.errors import UserError, why
from cardjudge.files import begin, toml, write_all
from cardjudge.language import listed, say
from cardjudge.programs.compiler import CompileError, key
from cardjudge.programs.installed import installed
from cardjudge.programs.languages import MissingTool, of_file, own_file
from cardjudge.programs.project import ADVICE, NoProgram, SeveralPrograms
from cardjudge.programs.source import Note, Source
from cardjudge.series.workers import spread
from cardjudge.stdio import tell
from judge.assignment import Building
from judge.cases import Case
from judge.classroom import intake
from judge.classroom.archive import Large, Refused
from judge.classroom.intake import Entry
from judge.classroom.store import Compilation, Run, Store, encode, of_worker
from judge.runner import NOT_RUN, Result
from judge.verdicts import Verdict

Row = TypeVar("Row", Compilation, Run)

_SECONDS_OF_SILENCE = 10.0
_FOREIGN = frozenset(toml(__file__, "foreign.toml")["endings"])
"""Endings of sources in languages that the kit has no row for."""
_KEPT_OUTPUT = 16 << 10
_KEPT_LINES = 60
"""Bytes of an output, and lines of a conversation, that are kept for the pages."""


@dataclass(frozen=True)
class Judging:
    """How to judge programs; the methods are the work of workers, so they pickle."""

    building: Building
    record: Path | None
    """The database; None if workers cannot write to it."""
    main: str | None = None
    """The pattern of the folder or file to judge, for submissions with several programs."""
    mains: Mapping[str, str | None] = field(default_factory=dict)
    """The patterns of single students, by their keys in lower case."""

    def compile(self, item: tuple[str, Source]) -> Compilation:
        """Compile a program, given with its key."""
        known_by, program = item
        try:
            row = Compilation(known_by, messages=self.building.built(program, known_by))
        except CompileError as error:
            row = Compilation(known_by, str(error), error.messages)
        except (UserError, OSError) as error:
            row = Compilation(known_by, why(error), system=True)
        return self._recorded(row)

    def run(self, item: tuple[str, Source, Case]) -> Run:
        """Run a program, given with its key, on a test."""
        known_by, program, test = item
        try:
            result = self.building.runner(program, known_by)(test)
        except (UserError, OSError) as error:
            result = Result(test, Verdict.SE, NOT_RUN, comment=why(error))
        output = b"" if result.verdict is Verdict.AC else result.output[:_KEPT_OUTPUT]
        kept = replace(result, output=output, transcript=result.transcript[-_KEPT_LINES:])
        figures = result.ended.cpu, result.ended.wall, result.ended.memory
        return self._recorded(Run(known_by, test.key, result.verdict, *figures, encode(kept)))

    def _recorded(self, row: Row) -> Row:
        if self.record is not None:
            of_worker(self.record).add(row)
        return row

    def of_entry(self, entry: Entry) -> Source:
        """Return an entry's program; NoProgram without one, MissingTool without its language."""
        contents = intake.contents(entry)
        files = {name: data for name, data in contents.items() if isinstance(data, bytes)}
        foreign = {end for name in files if (end := PurePosixPath(name).suffix.lower()) in _FOREIGN}
        if foreign and not any(map(of_file, files)):
            template = "這裡沒有 {endings} 的編譯器；要先安裝，再寫進 {path}"
            raise MissingTool(template, endings=listed(sorted(foreign)), path=own_file())
        main = self.mains.get(entry.student.casefold())
        program = self.building.read(files, main=main or self.main)
        if not any(program.files[name].strip() for name in program.sources):
            raise NoProgram("{names} 是空的", names=listed(program.sources))
        for name in program.language.missing(installed().path):
            template = "這裡沒有安裝 {language}（{name}），要先安裝：{install}"
            language, install = program.language.name, program.language.install or name
            raise MissingTool(template, language=language, name=name, install=install)
        large = [(name, data.size) for name, data in contents.items() if isinstance(data, Large)]
        template = "{name}（{size} MiB）"
        notes = (Note(say(template, name=name, size=size >> 20), "large") for name, size in large)
        return program._replace(notes=(*program.notes, *notes))


class HandedIn(NamedTuple):
    """The facts about an entry before its program runs."""

    entry: Entry
    program: str = ""
    """Key of the program; empty if there is none."""
    language: str = ""
    notes: tuple[Note, ...] = ()
    reason: str = ""
    """The reason why there is no program."""
    system: bool = False
    """Whether the system caused that."""
    contents: str = ""
    """Hash of the contents of the files, whatever their names; empty without a program."""


def read(entry: Entry, judging: Judging) -> HandedIn:
    """Return the facts about a student's submission."""
    try:
        program = judging.of_entry(entry)
    except SeveralPrograms as error:
        return HandedIn(entry, reason=say(ADVICE, reason=error))
    except (NoProgram, Refused) as error:
        return HandedIn(entry, reason=str(error))
    except (MissingTool, OSError) as error:
        return HandedIn(entry, reason=why(error), system=True)
    digests = sorted(hashlib.sha256(data).digest() for data in program.files.values())
    contents = hashlib.sha256(b"".join(digests)).hexdigest()
    return HandedIn(entry, key(program), program.language.name, program.notes, contents=contents)


def judge_all(
    judging: Judging,
    handed_in: Sequence[HandedIn],
    tests: Sequence[Case],
    store: Store,
    workers: Any,
) -> None:
    """Compile and run all that the database lacks; each result enters it at once."""
    programs = {hand_in.program: hand_in.entry for hand_in in handed_in if hand_in.program}
    compilations = store.compilations()
    read = lru_cache(1)(lambda program: judging.of_entry(programs[program]))
    new = [(program,) for program in programs if program not in compilations]
    for row in _spread(judging.compile, _Lazy(new, read), workers, say("編譯")):
        compilations[row.program] = row
        if judging.record is None:
            store.add(row)
    done = store.has_run()
    runs = [
        (program, test)
        for program in programs
        if not compilations[program].error
        for test in tests
        if (program, test.key) not in done
    ]
    for run in _spread(judging.run, _Lazy(runs, read), workers, say("評測")):
        if judging.record is None:
            store.add(run)


def unpack(
    handed_in: Sequence[HandedIn], judging: Judging, folder: Path, added: Collection[str]
) -> None:
    """Write the sources of each program into a folder of the student, without those `added`."""
    begin(folder)
    groups: set[str] = set()
    for hand_in in handed_in:
        folder_of = hand_in.entry.group or hand_in.entry.student
        if hand_in.program and folder_of not in groups:
            groups.add(folder_of)
            program = judging.of_entry(hand_in.entry)
            endings = program.language.headers
            names = {name for name in program.files if name.lower().endswith(endings)}
            own = {name: program.files[name] for name in {*names, *program.sources} - {*added}}
            write_all(folder / intake.file_name(folder_of), own)


class _Lazy(Sequence[Any]):
    """Work with its program, read on access, so that memory need not hold all programs."""

    def __init__(self, work: Sequence[Any], read: Callable[[str], Source]) -> None:
        self._work, self._read = work, read

    def __len__(self) -> int:
        return len(self._work)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(len(self))[index]]
        program, *rest = self._work[index]
        return program, self._read(program), *rest


def key_of_test(case: Case, how: str) -> str:
    """Return a test's key: a hash of its files and of how it is judged."""
    digest = hashlib.sha256(repr((how, case.arguments, case.status)).encode())
    for path in case.input, case.answer, case.stderr:
        data = b"" if path is None else path.read_bytes()
        digest.update(b"%d:" % len(data) + data)
    return digest.hexdigest()


def _spread(
    work: Callable[[Any], Row], items: Sequence[Any], workers: int | str, label: str
) -> Iterator[Row]:
    if not items:
        return
    last = time.monotonic()
    with closing(spread(work, items, workers, label)) as rows:
        try:
            for done, row in enumerate(rows, 1):
                yield row
                if not sys.stderr.isatty() and time.monotonic() - last > _SECONDS_OF_SILENCE:
                    tell(say("{label}：{done} / {total}", label=label, done=done, total=len(items)))
                    last = time.monotonic()
        except (KeyboardInterrupt, SystemExit):
            tell(say("停下來了；再執行一次，不加 --again，就從這裡接著做"))
            raise
