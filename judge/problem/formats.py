"""The formats by their names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardjudge.errors import UserError
from judge.problem import cms, dmoj, kattis
from judge.problem.problem import Problem

FORMATS: dict[str, Callable[[Problem, Path], Path]] = {
    "kattis": kattis.export,
    "dmoj": dmoj.export,
    "cms": cms.export,
}


def export(problem: Problem, form: str, folder: Path) -> Path:
    """Write the package of a problem in a format into a folder of its name, and return that.

    UserError if there is something of that name already.
    """
    if (folder / problem.name).exists():
        raise UserError(f"{folder / problem.name} 已經存在")
    return FORMATS[form](problem, folder)
