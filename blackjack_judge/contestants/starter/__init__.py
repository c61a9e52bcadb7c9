"""The starter folder of a contestant: a program in C++ or Python, and what links it."""

from __future__ import annotations

from pathlib import Path

from blackjack_judge.contestants.build import CPP, STUB
from cardjudge.errors import UserError
from cardjudge.files import write as write_file

_HERE = Path(__file__).parent


def files(language: str) -> dict[str, Path]:
    """Return the files by name: one program, so that the folder can be graded."""
    if language == "python":
        return {"Blackjack.py": _HERE / "twin.py"}
    own = {name: _HERE / name for name in ("Blackjack.cpp", "Makefile")}
    return own | {name: CPP / name for name in STUB}


def write(folder: Path, language: str = "cpp", overwrite: bool = False) -> list[Path]:
    """Write the files into a folder and return their paths.

    UserError, before any file is written, if a file exists and may not be overwritten.
    """
    texts = {folder / name: path.read_text("utf-8") for name, path in files(language).items()}
    for path in texts:
        if path.exists() and not overwrite:
            raise UserError("{path} 已經存在；--force 會換掉它", path=str(path))
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        write_file(path, text)
    return sorted(texts)
