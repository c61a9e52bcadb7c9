"""The starter folder of a contestant: a program in each language, and what links the C++ one."""

from __future__ import annotations

from pathlib import Path

from blackjack_judge.contestants.build import CPP, STUB
from cardjudge.errors import UserError
from cardjudge.files import write as write_file

_HERE = Path(__file__).parent
_FILES = {
    "Blackjack.cpp": _HERE / "Blackjack.cpp",
    "Blackjack.py": _HERE / "twin.py",
    "Makefile": _HERE / "Makefile",
    **{name: CPP / name for name in STUB},
}


def write(folder: Path, overwrite: bool = False) -> list[Path]:
    """Write the files into a folder and return their paths.

    UserError, before any file is written, if a file exists and may not be overwritten.
    """
    texts = {folder / name: path.read_text("utf-8") for name, path in _FILES.items()}
    for path in texts:
        if path.exists() and not overwrite:
            raise UserError("{path} 已經存在；--force 會換掉它", path=str(path))
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        write_file(path, text)
    return sorted(texts)
