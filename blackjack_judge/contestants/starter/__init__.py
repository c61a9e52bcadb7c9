"""The starter folder of a contestant: a program in C++ or Python, and what links it."""

from pathlib import Path

from blackjack_judge.contestants.build import CPP, STUB
from cardjudge.files import demand_new, write_all

_HERE = Path(__file__).parent


def files(language: str) -> dict[str, Path]:
    """Return the files by name: one program, so that the folder can be graded."""
    if language == "python":
        return {"Blackjack.py": _HERE / "twin.py"}
    own = {name: _HERE / name for name in ("Blackjack.cpp", "Makefile")}
    return own | {name: CPP / name for name in STUB}


def write(folder: Path, language: str = "cpp") -> list[Path]:
    """Write the files into a new folder and return their paths; UserError if it is not empty."""
    demand_new(folder)
    texts = {name: path.read_bytes() for name, path in files(language).items()}
    write_all(folder, texts)
    return sorted(folder / name for name in texts)
