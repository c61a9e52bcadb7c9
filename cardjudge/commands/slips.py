"""Common mistakes of newcomers, each answered with the correct command."""

import os
import shutil
from collections.abc import Callable, Container, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple, TypeAlias

from cardjudge.errors import UserError

Words: TypeAlias = Sequence[str]

_PLAYERS = {".cc", ".cpp", ".cxx", ".py"}
_COMPILERS = {".c": "gcc", ".cc": "g++", ".cpp": "g++", ".cxx": "g++"}
_INTERPRETERS = {".java": "java", ".js": "node", ".py": "python3"}
_OTHERS = {".go", ".hs", ".kt", ".rs"}


class Slip(NamedTuple):
    """A test of the words for one mistake, and the answer with placeholders.

    `fits` also gets the option of the command that takes a player's program; empty without one.
    """

    fits: Callable[[str, Words], bool]
    answer: str


BEFORE_DASHES = [
    Slip(
        lambda option, words: bool(option) and _is_source(words, _PLAYERS),
        "玩家的程式寫在 {option} 後面：{command} {option} {words}",
    ),
    Slip(lambda _, words: _is_file(words), "輸入從標準輸入讀：{command} < {words}"),
    Slip(
        lambda _, words: all(word.removeprefix("-").isdecimal() for word in _numbers(words)),
        "輸入從標準輸入讀：echo {numbers} | {command}",
    ),
]
"""Mistakes in place of a subcommand."""

AFTER_DASHES = [
    Slip(
        lambda _, words: " " in words[0].strip() and _runs(words[0].split()[0]),
        "-- 後面的指令不要加引號：-- {words}",
    ),
    Slip(
        lambda option, words: bool(option) and _is_source(words, _PLAYERS),
        "{file} 要寫成 {option} {file}",
    ),
    Slip(
        lambda _, words: _is_source(words, _INTERPRETERS),
        "{file} 要由直譯器執行：-- {interpreter} {words}",
    ),
    Slip(
        lambda _, words: _is_source(words, _COMPILERS),
        "{file} 是原始碼，要先編譯：{compiler} -O2 -o {program} {file}，再評測 -- ./{program}；"
        "也可以用 judge class",
    ),
    Slip(
        lambda _, words: _is_source(words, _OTHERS),
        "{file} 是原始碼，要先編譯，再評測編譯好的程式；也可以用 judge class",
    ),
    Slip(lambda _, words: Path(words[0]).is_dir(), "{file} 是資料夾，不是程式"),
    Slip(
        lambda _, words: _is_file(words) and not os.access(words[0], os.X_OK),
        "{file} 不能執行：chmod +x {file}",
    ),
    Slip(
        lambda _, words: _is_file(words),
        "這個資料夾裡的程式前面要寫 ./：-- ./{words}",
    ),
    Slip(
        lambda _, words: bool(_near(words[0])),
        "沒有 {name} 這個指令；是不是 {near}？",
    ),
]
"""Mistakes in the command of a program that cannot run."""

IN_AN_OPTION = [
    Slip(
        lambda _, words: _is_source(words, _INTERPRETERS),
        "{file} 要由直譯器執行：{command} '{interpreter} {words}'",
    ),
    Slip(lambda _, words: not Path(words[0]).exists(), "{command}：沒有 {name} 這個指令"),
    *AFTER_DASHES[5:7],
]
"""Mistakes in an option that takes a command; the answer has the option as `command`."""

SOURCES = AFTER_DASHES[2:5]
"""Mistakes in the file of a program."""

_KNOWN = ("bash", "g++", "gcc", "go", "java", "node", "perl", "php", "python3", "ruby", "sh")


def _near(word: str) -> str:
    """Return the interpreter or the executable file closest to a word; empty if none is close."""
    folder, slash, name = word.rpartition("/")
    paths = [path for path in Path(folder or ".").glob("*") if path.is_file()]
    known = {
        path.name: f"{folder or '.'}/{path.name}" for path in paths if os.access(path, os.X_OK)
    }
    known |= {} if slash else {each: each for each in _KNOWN}
    return "".join(known[each] for each in get_close_matches(name.lower(), known, 1, 0.7))


def _numbers(words: Words) -> list[str]:
    return " ".join(words).replace(",", " ").split()


def slip(table: Sequence[Slip], command: str, words: Words, option: str = "") -> UserError | None:
    """Return the answer to a mistake, or None; `option` is the option for a player's program."""
    for each in table:
        if "".join(words[:1]).strip() and not _runs(words[0]) and each.fits(option, words):
            file = Path(words[0])
            return UserError(
                each.answer,
                command=command,
                option=option,
                words=" ".join(words),
                numbers=" ".join(_numbers(words)),
                name=words[0],
                near=_near(words[0]),
                file=file,
                program=file.stem,
                interpreter=_INTERPRETERS.get(file.suffix),
                compiler=_COMPILERS.get(file.suffix),
            )
    return None


def _is_source(words: Words, endings: Container[str]) -> bool:
    return _is_file(words) and Path(words[0]).suffix in endings


def _is_file(words: Words) -> bool:
    return Path(words[0]).is_file()


def _runs(word: str) -> bool:
    return shutil.which(word) is not None
