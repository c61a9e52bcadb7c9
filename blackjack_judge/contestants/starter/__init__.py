"""The starter folder of a contestant: a program in each language, the header and a grader."""

from __future__ import annotations

import re
from pathlib import Path

from blackjack_judge.contestants.build import CPP
from cardjudge.errors import UserError
from cardjudge.files import write as write_file

_HERE = Path(__file__).parent
_INCLUDE = re.compile(r'#include "((?:hands|seat|table)\.h)"\n')


def files() -> dict[str, str]:
    """Return the text of each file by its name."""
    return {
        "Blackjack.cpp": (_HERE / "Blackjack.cpp").read_text("utf-8"),
        "Blackjack.h": (CPP / "Blackjack.h").read_text("utf-8"),
        "Blackjack.py": (_HERE / "twin.py").read_text("utf-8"),
        "Makefile": (_HERE / "Makefile").read_text("utf-8"),
        "grader.cpp": _in_one_file("grader.cpp"),
    }


def write(folder: Path, overwrite: bool = False) -> list[Path]:
    """Write the files into a folder and return their paths.

    UserError, before any file is written, if a file exists and may not be overwritten.
    """
    texts = {folder / name: text for name, text in files().items()}
    for path in texts:
        if path.exists() and not overwrite:
            raise UserError("{path} 已經存在；--force 會換掉它", path=str(path))
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        write_file(path, text)
    return list(texts)


def _in_one_file(name: str) -> str:
    """Return a C++ file with its includes of the kit inlined; their guards prevent repetition."""
    text = (CPP / name).read_text("utf-8")
    return _INCLUDE.sub(lambda match: _in_one_file(match[1]), text)
