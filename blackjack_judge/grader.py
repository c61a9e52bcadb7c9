"""The grader of the course: one binary with the contestant, for practice."""

from __future__ import annotations

from pathlib import Path

from blackjack_judge.compiler import CPP
from cardjudge.errors import UserError

FILES = ("Blackjack.h", "grader.cpp", "hands.h", "seat.h", "table.h")


def write(directory: Path, overwrite: bool = False) -> list[Path]:
    """Write the grader's files into a directory and return their paths.

    UserError, before anything is written, if one is there already and may not be overwritten.
    """
    paths = [directory / name for name in FILES]
    for path in paths:
        if path.exists() and not overwrite:
            raise UserError(f"{path} 已經存在；要覆寫請加上 --force")
    directory.mkdir(parents=True, exist_ok=True)
    for path in paths:
        path.write_bytes((CPP / path.name).read_bytes())
    return paths
