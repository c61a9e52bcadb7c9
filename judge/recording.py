"""Records what a program makes of inputs that have no answer yet."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cardjudge.errors import UserError, quote
from cardjudge.programs.process import Ended, Limits, run
from judge.cases import Case
from judge.compare import Verdict
from judge.runner import verdict_of_end


class Recorded(NamedTuple):
    """What came of a case: the file that was written, or how the program ended instead."""

    case: Case
    path: Path
    size: int
    verdict: Verdict
    ended: Ended


def to_record(cases: Sequence[Case], rewrite: Collection[str]) -> list[Case]:
    """Return the cases without an answer, and those whose names say to write it anew.

    UserError for a name that is no case.
    """
    unknown = sorted(set(rewrite) - {case.name for case in cases})
    if unknown:
        raise UserError("沒有{name}這個測試", name=quote(unknown[0]))
    return [case for case in cases if case.answer is None or case.name in rewrite]


def record(cases: Sequence[Case], command: Sequence[str], limits: Limits) -> Iterator[Recorded]:
    """Run the program on each case, and write its output as the answer if it ended well."""
    for case in cases:
        with case.input.open("rb") as stdin:
            ended, output = run([*command, *case.arguments], stdin=stdin, limits=limits)
        path = case.answer or case.input.with_suffix(".out")
        verdict = verdict_of_end(ended, case.status)
        if verdict is Verdict.AC:
            _write(path, output, replace=case.answer is not None)
        yield Recorded(case, path, len(output), verdict, ended)


def _write(path: Path, data: bytes, replace: bool) -> None:
    """Write a whole file or none; one that has appeared in the meantime is not replaced."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_bytes(data)
        if replace:
            part.replace(path)
        else:
            path.hardlink_to(part)
    finally:
        part.unlink(missing_ok=True)
