"""The database of a class: every run becomes a row as soon as it ends, so a crash loses nothing.

The key of a row is a hash of all that decides its result, so a second call finds the row, and a
change makes a new one. Rows are only added or replaced; each is one transaction of a write-ahead
log, which the end of a process cannot damage.
"""

import errno
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from enum import Enum
from functools import cache
from pathlib import Path
from secrets import randbits
from typing import Any, NamedTuple

from cardjudge.errors import UserError, quote, why
from cardjudge.programs.process import Ended
from judge.cases import Case
from judge.causes import Hint
from judge.explain import Difference, Side
from judge.interactive import ALONE
from judge.runner import Result
from judge.verdicts import Verdict

_VERSION = 1
_TABLES = """
CREATE TABLE IF NOT EXISTS programs (
    program TEXT PRIMARY KEY, compiled INTEGER, system INTEGER, told TEXT
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (
    program TEXT, test TEXT, verdict TEXT, cpu REAL, wall REAL, memory INTEGER, told TEXT,
    PRIMARY KEY (program, test)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS grades (
    student TEXT PRIMARY KEY, program TEXT, verdict TEXT, points REAL, max REAL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""
_LEAST_ROOM = 1 << 16
"""Bytes that SQLite may need at once; with less free, any error is reported as a full disk."""
_NO_DATABASE = (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT)
_DAMAGE = ValueError, KeyError, TypeError, AttributeError
"""Errors of reading a row of another shape, which is then made anew."""
_UNWRITTEN = "不能寫成績的資料庫{path}：{why}；--results 可以放在別的資料夾"
_PATIENCE = 60.0
"""Seconds that SQLite waits for other writers."""


class Compilation(NamedTuple):
    """The result of a compilation."""

    program: str
    """Key of the program."""
    error: str = ""
    """The compiler's first error; empty if the program compiles."""
    messages: str = ""
    system: bool = False
    """Whether the system caused the error."""


class Run(NamedTuple):
    """A run as a row: keys of program and test, figures for queries, and the result as JSON."""

    program: str
    test: str
    verdict: str
    cpu: float
    wall: float
    memory: int | None
    result: str


class Graded(NamedTuple):
    """A grade as a row."""

    student: str
    program: str
    verdict: str
    points: float
    most: float


def encode(result: Result) -> str:
    """Return a result without its case as JSON; bytes become text of one character each."""
    fields = vars(result) | {"ended": result.ended._asdict()}
    if difference := result.difference:
        sides = {"expected": difference.expected._asdict(), "came": difference.came._asdict()}
        fields["difference"] = difference._asdict() | sides
    del fields["case"]
    return _json(fields)


def decode(text: str, case: Case) -> Result:
    """Return the result in a JSON text that `encode` made."""
    fields = json.loads(text)
    ended, parts = fields["ended"], fields["difference"]
    ended |= {"stderr": ended["stderr"].encode("latin-1"), "refused": tuple(ended["refused"])}
    if parts:
        parts |= {side: Side(**parts[side]) for side in ("expected", "came")}
        parts |= {"context": tuple(parts["context"]), "hint": parts["hint"] and Hint[parts["hint"]]}
    fields |= {
        "verdict": Verdict(fields["verdict"]),
        "ended": Ended(**ended),
        "difference": parts and Difference(**parts),
        "transcript": tuple(fields["transcript"]),
        "output": fields["output"].encode("latin-1"),
    }
    return Result(case, **fields)


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_as_text)


def _as_text(value: Enum | bytes) -> str:
    return value.name if isinstance(value, Enum) else value.decode("latin-1")


def _storable(row: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(storable(value) if isinstance(value, str) else value for value in row)


def storable(words: str) -> str:
    """Return a text with escapes, as JSON has them, for all that UTF-8 cannot encode."""
    return words.encode(errors="backslashreplace").decode()


class Store:
    """An open database; UserError if the file is none."""

    def __init__(self, path: Path) -> None:
        try:
            self._rows = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None)
            version = self._rows.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, _VERSION):
                raise UserError("{path}是另一版的資料庫", path=quote(str(path)))
            if not version and self._rows.execute("SELECT * FROM sqlite_master").fetchone():
                raise UserError("{path}不是成績的資料庫", path=quote(str(path)))
            self._rows.execute("PRAGMA journal_mode = WAL")
            self._rows.execute("PRAGMA synchronous = NORMAL")
            self._rows.executescript(_TABLES)
            self._rows.execute(f"PRAGMA user_version = {_VERSION}")
        except sqlite3.Error as error:
            raise _wrong(path, error) from None

    def close(self) -> None:
        """Close the database."""
        self._rows.close()

    def compilations(self) -> dict[str, Compilation]:
        """Return the compilations by program key, without damaged rows."""
        compilations = {}
        for program, told in self._rows.execute("SELECT program, told FROM programs"):
            with suppress(*_DAMAGE):
                row = Compilation(**json.loads(told))
                if row.program == program and isinstance(row.error, str):
                    compilations[program] = row
        return compilations

    def add(self, row: Compilation | Run) -> None:
        """Add a compilation or a run."""
        table, values = "runs", _storable(row)
        if isinstance(row, Compilation):
            result = _json(row._asdict())
            table, values = "programs", _storable((row.program, not row.error, row.system, result))
        marks = ", ".join("?" * len(values))
        self._rows.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", values)

    def has_run(self) -> set[tuple[str, str]]:
        """Return the keys of program and test of all runs, without damaged rows."""
        done = set()
        for program, test, verdict, told in self._rows.execute(
            "SELECT program, test, verdict, told FROM runs"
        ):
            with suppress(*_DAMAGE):
                if decode(told, ALONE).verdict == verdict:
                    done.add((program, test))
        return done

    def runs(self, program: str) -> dict[str, str]:
        """Return the runs of a program as JSON, by test key."""
        return dict(self._rows.execute("SELECT test, told FROM runs WHERE program = ?", (program,)))

    def forget(self, programs: Iterable[str]) -> None:
        """Remove all rows of programs, and those of system errors, which may not recur."""
        keys = [(program,) for program in programs]
        with self._rows:
            self._rows.execute("BEGIN IMMEDIATE")
            for table, failed in ("programs", "system"), ("runs", "verdict = 'SE'"):
                self._rows.execute(f"DELETE FROM {table} WHERE {failed}")
                self._rows.executemany(f"DELETE FROM {table} WHERE program = ?", keys)

    def seed(self, given: int | None = None) -> int:
        """Return the seed of this class: the one given last, or else drawn by the first call."""
        if given is None:
            known = self._rows.execute("SELECT value FROM settings WHERE name = 'seed'").fetchone()
            with suppress(*_DAMAGE):
                return int(known[0])
        seed = randbits(48) if given is None else given
        self._rows.execute("INSERT OR REPLACE INTO settings VALUES ('seed', ?)", (str(seed),))
        return seed

    def set_grades(self, rows: Sequence[Graded], some: bool) -> dict[str, Graded]:
        """Replace the grades, those of other students only unless there are `some`.

        Return the grades of earlier calls by student.
        """
        with self._rows:
            self._rows.execute("BEGIN IMMEDIATE")
            grades = {row[0]: Graded(*row) for row in self._rows.execute("SELECT * FROM grades")}
            if not some:
                self._rows.execute("DELETE FROM grades")
            self._rows.executemany(
                "INSERT OR REPLACE INTO grades VALUES (?, ?, ?, ?, ?)", map(_storable, rows)
            )
        return grades


@contextmanager
def opened(path: Path, wait: Callable[[], Any]) -> Iterator[Store]:
    """Open the database for one judge at a time; call `wait` if another judge has it open."""
    import fcntl  # Windows lacks it

    try:
        lock = path.with_name(f"{path.name}-lock").open("a")
    except OSError as error:
        raise UserError(_UNWRITTEN, path=quote(str(path)), why=why(error)) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            wait()
            fcntl.flock(lock, fcntl.LOCK_EX)
        with closing(Store(path)) as store:
            try:
                yield store
            except sqlite3.Error as error:  # also from a worker
                raise _wrong(path, error) from None


@cache
def of_worker(path: Path) -> Store:
    """Return the database, opened once in each worker process."""
    return Store(path)


def _wrong(path: Path, error: sqlite3.Error) -> UserError:
    """Return the error of a database: a wrong file, or the reason why it cannot be written."""
    name, reason = quote(str(path)), str(error)
    if getattr(error, "sqlite_errorcode", None) in _NO_DATABASE:
        return UserError("{path}不是成績的資料庫", path=name)
    try:
        path.open("ab").close()  # SQLite gives no reason why it cannot open a file
        if shutil.disk_usage(path.parent).free < _LEAST_ROOM:
            reason = why(OSError(errno.ENOSPC, ""))
    except OSError as failure:
        reason = why(failure)
    return UserError(_UNWRITTEN, path=name, why=reason)
