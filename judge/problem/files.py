"""The files of packages, and the parts that several formats share."""

import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from judge.cases import Case
from judge.problem.problem import Problem, read_text
from judge.problem.statement import Statement
from judge.problem.trial import Trial

_LIMITS = {
    "zh": "時間：{time:g} 秒；記憶體：{memory} MiB；作者：{author}；授權：{licence}",
    "en": "Time: {time:g} s; memory: {memory} MiB; author: {author}; licence: {licence}",
}
_MAIN = b"""\
import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "modules.zip"), run_name="__main__")
"""
_SOURCE = {"zh": "；出處：{source}", "en": "; source: {source}"}
Files: TypeAlias = "Iterator[tuple[str, bytes]]"
"""Files of a package, by their paths in it; a script that begins with ``#!`` can be executed."""


def statement(problem: Problem, tag: str, footer: bool = True) -> Statement:
    """Return the statement in a language, with limits, author and licence at its end.

    Fault if it is missing.
    """
    file = f"statement.{tag}.md"
    text = read_text(problem.folder, file)
    if footer:
        text = f"{text.rstrip()}\n\n---\n\n{credits(problem, tag)}\n"
    title = problem.described.names[tag]
    return Statement(text, file, problem.folder, problem.samples, title)


def credits(problem: Problem, tag: str) -> str:
    """Return limits, author and licence in one line, for judges without fields for them."""
    described, spoken = problem.described, tag[:2] if tag[:2] in _LIMITS else "en"
    row = _LIMITS[spoken] + (_SOURCE[spoken] if described.source else "")
    return row.format(**vars(described))


def by_group(trial: Trial) -> list[tuple[int, list[Case]]]:
    """Return the samples, worth 0 points, then each group's points and tests."""
    groups = [(0, [test for test in trial.tests if test.sample])]
    for group in trial.problem.described.groups:
        tests = [test for test in trial.tests if trial.problem.group(test) == group]
        groups.append((group.points, tests))
    return groups


def by_test(trial: Trial) -> list[tuple[int, list[Case]]]:
    """Return `by_group`, with each test of an ``each`` group as a group of its own."""
    first, *groups = by_group(trial)
    units = [first]
    for group, (points, tests) in zip(trial.problem.described.groups, groups, strict=True):
        if group.rule == "each":
            shares = zip(shared(points, len(tests)), tests, strict=True)
            units += [(share, [test]) for share, test in shares]
        else:
            units.append((points, tests))
    return units


def shared(points: int, count: int) -> list[int]:
    """Return points divided among tests as evenly as integers allow.

    >>> shared(40, 3)
    [14, 13, 13]
    """
    share, rest = divmod(points, count)
    return [share + (number < rest) for number in range(count)]


def samples(trial: Trial) -> list[tuple[str, str]]:
    """Return the inputs and answers of the samples as text."""
    pairs = (test.contents() for test in trial.tests if test.sample)
    return [(data.decode(), answer.decode()) for data, answer in pairs]


def submissions(trial: Trial) -> Files:
    """Yield the submissions, in the folders of their verdicts."""
    for submission in trial.problem.submissions:
        files, place = trial.problem.source(submission), submission.place
        if submission.path.is_dir():
            yield from ((f"{place}/{name}", data) for name, data in files.items())
        elif len(files) == 1:
            yield place, files[submission.file]
        else:
            yield from started(files, place.rpartition(".")[0])


def started(files: Mapping[str, bytes], folder: str) -> Files:
    """Yield a program in Python as two files of a folder; it begins in the first file.

    DOMjudge drops the folders below a folder, so the modules are an archive, which Python runs.
    """
    (_, main), *modules = files.items()
    yield f"{folder}/main.py", _MAIN
    yield f"{folder}/modules.zip", zipped([("__main__.py", main), *modules])


def pictures(trial: Trial) -> dict[str, str]:
    """Return the names of the statements' pictures in packages; judges accept only ASCII."""
    tags = trial.problem.described.names
    names = dict.fromkeys(name for tag in tags for name in statement(trial.problem, tag).pictures)
    return {name: f"picture{n}{Path(name).suffix}" for n, name in enumerate(names, start=1)}


def pictured(trial: Trial) -> Files:
    """Yield the pictures, in the folder of the statements."""
    for name, path in pictures(trial).items():
        yield f"statement/{path}", (trial.problem.folder / name).read_bytes()


def pair(test: Case, path: str, answer: str = "out") -> Files:
    """Yield the input and the answer of a test."""
    for ending, data in zip(("in", answer), test.contents(), strict=True):
        yield f"{path}.{ending}", data


def yaml(settings: Mapping[str, object]) -> bytes:
    """Return settings as YAML, one JSON value per line; JSON is valid YAML."""
    rows = (f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in settings.items())
    return "".join(rows).encode()


def as_json(body: object) -> bytes:
    """Return a document as indented JSON."""
    return f"{json.dumps(body, ensure_ascii=False, indent=2)}\n".encode()


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return files as a zip archive with reproducible bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in sorted(files):
            entry = zipfile.ZipInfo(path)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return data.getvalue()
