"""Packages of problems for other judges; a package is written as a whole or not at all."""

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from cardjudge.errors import UserError, quote, why
from cardjudge.files import demand_new, write, write_all
from cardjudge.language import listed
from judge.problem import kattis, noj, qduoj
from judge.problem.files import Files, zipped
from judge.problem.problem import Problem
from judge.problem.trial import Trial


class Format(NamedTuple):
    """A format: the function that yields its files, and whether its judge takes one zip."""

    files: Callable[[Trial], Files]
    zipped: bool = False
    compares: tuple[str, ...] = ()
    """Comparisons that the format supports; empty means any."""
    stubs: bool = False
    """Whether its judge joins programs to the files of ``stub/``."""
    notes: Callable[[Trial, Path], Iterator[str]] = lambda *_: iter(())
    """What the format changes in the points, a sentence each, and what to type after the export."""
    beside: tuple[tuple[str, bytes], ...] = ()
    """Files for the folder that contains all packages of the format."""


FORMATS = {
    "kattis": Format(kattis.files, stubs=True, beside=(("languages.yaml", kattis.LANGUAGES),)),
    "noj": Format(noj.files, compares=("exact", "lines"), notes=noj.requests),
    "qduoj": Format(
        qduoj.files,
        zipped=True,
        compares=("exact", "lines", "tokens", "float", "checker"),
        notes=qduoj.changes,
    ),
}


def destination(problem: Problem, form: str, folder: Path | None) -> Path:
    """Return the path of a package: a folder, and the name of the problem in it.

    UserError if something lies there, or if the format does not fit.
    """
    demand_fits(problem, form)
    folder = folder or Path("packages", form)
    if folder.exists() and not folder.is_dir():
        raise UserError("{folder}是檔案，不是資料夾", folder=quote(str(folder)))
    package = folder / f"{problem.described.id}{'.zip' if FORMATS[form].zipped else ''}"
    demand_new(package)
    return package


def export(trial: Trial, form: str, package: Path) -> Path:
    """Write the package of a problem in a format; return its path.

    UserError, with nothing written, if the format cannot represent the problem.
    """
    format_, folder = FORMATS[form], package.parent
    files = files_of(trial, form)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=folder) as fresh:
            whole = Path(fresh, package.name)
            if format_.zipped:
                whole.write_bytes(zipped(files.items()))
            else:
                write_all(whole, files)
                for path in whole.rglob("*"):
                    if path.is_file() and path.read_bytes().startswith(b"#!"):
                        path.chmod(0o755)
            os.replace(whole, os.path.realpath(package))  # of a folder, only an empty one
        for name, content in format_.beside:
            if not (folder / name).exists():
                write(folder / name, content)
    except OSError as error:
        raise UserError("無法寫 {package}：{reason}", package=package, reason=why(error)) from None
    return package


def demand_fits(problem: Problem, form: str) -> None:
    """Raise UserError if the format cannot represent the problem, whatever its tests are."""
    format_, described = FORMATS[form], problem.described
    if described.grader:
        raise UserError("{form} 不能用 grader 評分", form=form)
    rule = described.compare or ("checker" if described.checker else "interactor")
    if format_.compares and rule.partition(":")[0] not in format_.compares:
        parts = {"form": form, "rule": rule, "known": listed(format_.compares)}
        if rule == "interactor":
            raise UserError("{form} 不能用 {rule} 評分（能用的是：{known}）", **parts)

        template = (
            "{form} 不能用 {rule} 評分（能用的是：{known}）；最接近的是 {near}，答案只能有一種寫法"
        )
        raise UserError(template, near=format_.compares[-1], **parts)
    if problem.stubs and not format_.stubs:
        raise UserError("{form} 不會把 stub/ 和程式連在一起", form=form)


def files_of(trial: Trial, form: str) -> dict[str, bytes]:
    """Return a package's files by path; UserError if the format cannot represent the problem."""
    demand_fits(trial.problem, form)
    for test in trial.tests:
        if test.arguments:
            template = "{test} 有參數（.args），{form} 不會給程式參數"
            raise UserError(template, test=test.source, form=form)
    return dict(FORMATS[form].files(trial))
