"""Packages of problems for other judges: written whole, or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from cardjudge.errors import UserError
from judge.problem import cms, dmoj, hydro, kattis, noj, qduoj
from judge.problem.files import File, zipped
from judge.problem.trial import Trial


class Format(NamedTuple):
    """What a package is made of, and whether its judge takes it as one zip."""

    files: Callable[[Trial], Iterator[File]]
    zipped: bool = False
    beside: tuple[File, ...] = ()
    """Files for the folder that all packages of the format are in."""


FORMATS = {
    "kattis": Format(kattis.files, beside=(File("languages.yaml", kattis.LANGUAGES),)),
    "dmoj": Format(dmoj.files),
    "cms": Format(cms.files),
    "noj": Format(noj.files),
    "qduoj": Format(qduoj.files, zipped=True),
    "hydro": Format(hydro.files, zipped=True),
}


def export(trial: Trial, form: str, folder: Path, force: bool = False) -> Path:
    """Write the package of a problem in a format into a folder, under its name, and return it.

    UserError, with nothing written, for what the format cannot say, and if there is something of
    that name already, unless it is to be replaced.
    """
    made = FORMATS[form]
    package = folder / (f"{trial.problem.name}.zip" if made.zipped else trial.problem.name)
    if package.exists() and not force:
        raise UserError("{package} 已經存在；--force 會換掉它", package=package)
    files = list(made.files(trial))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=folder) as fresh:
            whole = Path(fresh, package.name)
            if made.zipped:
                whole.write_bytes(zipped(files))
            else:
                _write(files, whole)
            _replace(package, whole)
        for file in made.beside:
            if not (folder / file.path).exists():
                _write([file], folder)
    except OSError as error:
        raise UserError(
            "無法寫 {package}：{reason}", package=package, reason=error.strerror
        ) from None
    return package


def _write(files: Iterable[File], folder: Path) -> None:
    for file in files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
        if file.executable:
            path.chmod(0o755)


def _replace(old: Path, new: Path) -> None:
    if old.is_dir() and not old.is_symlink():
        shutil.rmtree(old)
    os.replace(new, old)
