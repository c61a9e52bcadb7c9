"""The files that packages are made of."""

from __future__ import annotations

from pathlib import Path

from judge.problem.problem import Problem


def write(path: Path, content: str | bytes, *, executable: bool = False) -> None:
    """Write a file, text as UTF-8, with the folders it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    if executable:
        path.chmod(0o755)


def write_cases(problem: Problem, folder: Path, answer: str) -> None:
    """Write inputs and answers, with that suffix, into ``sample/`` and ``secret/``."""
    for case in problem.cases:
        write(folder / f"{case.file}.in", case.input)
        write(folder / f"{case.file}{answer}", case.answer)
