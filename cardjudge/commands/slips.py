"""Common mistakes of newcomers, each answered with the correct command."""

import os
import shlex
import shutil
from collections.abc import Callable, Container, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple, TypeAlias

from cardjudge.errors import UserError

Words: TypeAlias = Sequence[str]
Fits: TypeAlias = Callable[[str, Words], str | bool]

_PLAYERS = {".cc", ".cpp", ".cxx", ".py"}
_COMPILERS = {".c": "gcc", ".cc": "g++", ".cpp": "g++", ".cxx": "g++"}
_INTERPRETERS = {".java": "java", ".js": "node", ".py": "python3"}
_OTHERS = {".go", ".hs", ".kt", ".rs"}
_ONLY_COMPILE = {*_COMPILERS.values(), "cc", "c++", "clang", "clang++", "ghc", "javac", "rustc"}
_MOST_PARTS = 5
"""Most words that are one path."""
_KNOWN = ("bash", "g++", "gcc", "go", "java", "node", "perl", "php", "python3", "ruby", "sh")


class Slip(NamedTuple):
    """The answer to one mistake, with placeholders, and a test of the words for it.

    `fits` also gets the option of the command that takes a player's program, empty without one. It
    returns the words that the user means, or whether the words are the mistake.
    """

    answer: str
    fits: Fits
    starts: bool = False
    """Whether the first word may be a command that starts."""


def _is_file(_: str, words: Words) -> bool:
    return os.path.isfile(words[0])


def _ends(endings: Container[str]) -> Fits:
    return lambda _, words: _is_file("", words) and Path(words[0]).suffix in endings


def _is_player(option: str, words: Words) -> bool:
    return bool(option) and _is_file("", words) and Path(words[0]).suffix in _PLAYERS


def _numbers(_: str, words: Words) -> str | bool:
    numbers = " ".join(words).replace(",", " ").split()
    return all(word.removeprefix("-").isdecimal() for word in numbers) and " ".join(numbers)


def _interpreted(_: str, words: Words) -> str | bool:
    """Return the command for a script, unless its first line names a program that exists."""
    name = _INTERPRETERS.get(Path(words[0]).suffix)
    if name is None or not _is_file("", words):
        return False
    with open(words[0], "rb") as file:
        line = file.readline().decode(errors="replace")
    starts = line.startswith("#!") and not line.endswith("\r\n") and _runs(words[0])
    return not (starts and _runs("".join(line[2:].split()[:1]))) and " ".join([name, *words])


def _class_of_java(_: str, words: Words) -> str | bool:
    """Return the command that runs a class, from words with its file."""
    name, *others = words[words[0] == "java" :] or [""]
    folder, file = os.path.split(os.path.normpath(name))
    command = ["java", *(["-cp", folder] if folder else []), file.removesuffix(".class"), *others]
    return name.endswith(".class") and os.path.isfile(name) and shlex.join(command)


def _tests_first(_: str, words: Words) -> str | bool:
    """Return the words in the order of the command, from those with the program first."""
    if _ends({*_INTERPRETERS, *_COMPILERS, *_OTHERS})("", words):
        return " ".join(sorted(words, key=os.path.isfile))
    program = words[0] if "/" in words[0] else f"./{words[0]}"
    return (
        _is_file("", words)
        and os.access(program, os.X_OK)
        and " ".join([*words[1:], "--", program])
    )


def _one_path(_: str, words: Words) -> str | bool:
    """Return the words with those quoted that are one path with blanks."""
    for first, word in enumerate(words):
        for last in range(first + 2, min(first + _MOST_PARTS, len(words)) + 1):
            path = " ".join(words[first:last])
            if os.path.exists(path) and not os.path.exists(word):
                return shlex.join([*words[:first], path, *words[last:]])
    return False


def _near(_: str, words: Words) -> str:
    """Return the interpreter or the executable file closest to a word; empty if none is close."""
    folder, slash, name = words[0].rpartition("/")
    paths = [path for path in Path(folder or ".").glob("*") if path.is_file()]
    known = {
        path.name: f"{folder or '.'}/{path.name}" for path in paths if os.access(path, os.X_OK)
    }
    known |= {} if slash else {word: word for word in _KNOWN}
    return "".join(known[word] for word in get_close_matches(name.lower(), known, 1, 0.7))


def _runs(word: str) -> bool:
    return shutil.which(word) is not None


BLANK = Slip("名稱裡有空白，要加引號：{command} {meant}", _one_path, starts=True)
"""The name of a file or a folder has blanks, and the shell has made several words of it."""

BEFORE_DASHES = [
    Slip("玩家的程式寫在 {option} 後面：{command} {option} {words}", _is_player),
    Slip("輸入從標準輸入讀：{command} < {words}", _is_file),
    Slip("輸入從標準輸入讀：echo {meant} | {command}", _numbers),
]
"""Mistakes in place of a subcommand."""

BEFORE_TESTS = [
    Slip("測試寫在前面，程式寫在後面：{command} {meant}", _tests_first, starts=True),
]
"""Mistakes in the order of tests and program."""

SOURCES = [
    Slip("{file} 要由直譯器執行：{command} {meant}", _interpreted, starts=True),
    Slip(
        "{file} 是原始碼，要先編譯：{compiler} -O2 -o {program} {file}，再寫 {command} ./{program}",
        _ends(_COMPILERS),
    ),
    Slip("{file} 是原始碼，要先編譯，再寫編譯好的程式", _ends(_OTHERS)),
]
"""Mistakes in the file of a program."""

COMPILED = [
    Slip("類別由 java 執行，不寫 .class：{command} {meant}", _class_of_java, starts=True),
    Slip("{file} 不是這台電腦能執行的程式：要編譯原始碼", _ends({".exe", ".o", ".obj"})),
]
"""Mistakes in the file of a program where `judge` takes sources, too."""

IN_AN_OPTION = [
    Slip(
        "{name} 是編譯器：先編譯，再寫 {command} ./a.out；judge tests main.cpp 也會自己編譯",
        lambda _, words: words[0] in _ONLY_COMPILE and any(map(os.path.isfile, words[1:])),
        starts=True,
    ),
    *SOURCES,
    *COMPILED,
    Slip("{file} 是資料夾，不是程式", lambda _, words: Path(words[0]).is_dir()),
    Slip(
        "{file} 不能執行：chmod +x {file}",
        lambda _, words: _is_file("", words) and not os.access(words[0], os.X_OK),
    ),
    Slip(
        "這個資料夾裡的程式前面要寫 ./：{command} {meant}",
        lambda _, words: _is_file("", words) and " ".join([f"./{words[0]}", *words[1:]]),
    ),
    Slip("{command}：沒有 {name} 這個指令", lambda _, words: not Path(words[0]).exists()),
]
"""Mistakes in an option that takes a command; the answer has the option as `command`."""

AFTER_DASHES = [
    Slip(
        "-- 後面的指令不要加引號：{command} {words}",
        lambda _, words: " " in words[0].strip() and _runs(words[0].split()[0]),
    ),
    Slip("{file} 要寫成 {option} {file}", _is_player),
    BLANK,
    Slip(
        "{file} 是原始碼，要先編譯：{compiler} -O2 -o {program} {file}，再寫 -- ./{program}；"
        "也可以用 judge class",
        _ends(_COMPILERS),
    ),
    *IN_AN_OPTION[:-1],
    Slip("沒有 {name} 這個指令；是不是 {meant}？", _near),
]
"""Mistakes in the command of a program."""


def slip(table: Sequence[Slip], command: str, words: Words, option: str = "") -> UserError | None:
    """Return the answer to a mistake, or None; the words stand after `command`.

    `option` is the option for a player's program. An option takes a command as one word.
    """
    for row in table if "".join(words[:1]).strip() else ():
        if (row.starts or not _runs(words[0])) and (meant := row.fits(option, words)):
            file, meant = Path(words[0]), str(meant)
            return UserError(
                row.answer,
                command=command,
                option=option,
                words=" ".join(words),
                meant=shlex.quote(meant) if command[:2] == "--" != command else meant,
                name=words[0],
                file=file,
                program=file.stem,
                compiler=_COMPILERS.get(file.suffix),
            )
    return None
