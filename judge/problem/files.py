"""The files of packages, and the parts that several formats share."""

import io
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from judge.cases import Case
from judge.problem.problem import read_text
from judge.problem.trial import Trial

_MAIN = b"""\
import os
import runpy

HERE = os.path.dirname(os.path.abspath(__file__))
runpy.run_path(os.path.join(HERE, "modules.zip"), run_name="__main__")
"""
Files: TypeAlias = "Iterator[tuple[str, bytes]]"
"""Files of a package, by their paths in it; a script that begins with ``#!`` can be executed."""


def shared(points: int, count: int) -> list[int]:
    """Return points divided among tests as evenly as integers allow.

    >>> shared(40, 3)
    [14, 13, 13]
    """
    share, rest = divmod(points, count)
    return [share + (number < rest) for number in range(count)]


def samples(trial: Trial) -> list[tuple[str, str]]:
    """Return the inputs and answers of the samples as text; Fault for another encoding."""
    files = [(test.input, test.answers[0]) for test in trial.tests if test.sample]
    return [(read_text(a.parent, a.name), read_text(b.parent, b.name)) for a, b in files]


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
            entry = zipfile.ZipInfo(path)  # its time is fixed at 1980
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return data.getvalue()
