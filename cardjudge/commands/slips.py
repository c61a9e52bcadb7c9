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

_PLAYERS = {".cc", ".cpp", ".cxx", ".py"}
_COMPILERS = {".c": "gcc", ".cc": "g++", ".cpp": "g++", ".cxx": "g++"}
_INTERPRETERS = {".java": "java", ".js": "node", ".py": "python3"}
_OTHERS = {".go", ".hs", ".kt", ".rs"}
_ONLY_COMPILE = {*_COMPILERS.values(), "cc", "c++", "clang", "clang++", "ghc", "javac", "rustc"}
_MOST_BLANKS = 4


class Slip(NamedTuple):
    """A test of the words for one mistake, and the answer with placeholders.

    `fits` also gets the option of the command that takes a player's program; empty without one.
    """

    fits: Callable[[str, Words], bool]
    answer: str
    meant: Callable[[Words], str] = " ".join
    """Returns the words that the user means."""
    starts: bool = False
    """Whether the first word may be a command that starts."""


def _run_class(words: Words) -> str:
    """Return the command that runs a class of Java, from words with its file."""
    command = [] if words[0] == "java" else ["java"]
    for word in words:
        path = Path(word)
        if path.suffix == ".class":
            command += [*([] if path.parent == Path() else ["-cp", str(path.parent)]), path.stem]
        else:
            command.append(word)
    return shlex.join(command)


def _one_path(words: Words) -> str:
    """Return the words with those quoted that are one path with blanks; empty if none are."""
    for first, word in enumerate(words):
        for last in range(first + 2, min(first + 2 + _MOST_BLANKS, len(words) + 1)):
            path = " ".join(words[first:last])
            if os.path.exists(path) and not os.path.exists(word):
                return shlex.join([*words[:first], path, *words[last:]])
    return ""


BLANK = Slip(
    lambda _, words: bool(_one_path(words)),
    "名稱裡有空白，要加引號：{command} {meant}",
    _one_path,
    starts=True,
)
"""The name of a file or a folder has blanks, and the shell has made several words of it."""

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

SOURCES = [
    Slip(
        lambda _, words: _is_source(words, _INTERPRETERS) and not _has_interpreter(words[0]),
        "{file} 要由直譯器執行：{command} {meant}",
        lambda words: " ".join([_INTERPRETERS[Path(words[0]).suffix], *words]),
        starts=True,
    ),
    Slip(
        lambda _, words: _is_source(words, _COMPILERS),
        "{file} 是原始碼，要先編譯：{compiler} -O2 -o {program} {file}，再寫 {command} {meant}",
        lambda words: f"./{Path(words[0]).stem}",
    ),
    Slip(
        lambda _, words: _is_source(words, _OTHERS),
        "{file} 是原始碼，要先編譯，再寫編譯好的程式",
    ),
]
"""Mistakes in the file of a program."""

IN_JUDGE = [
    Slip(
        lambda _, words: any(
            word.endswith(".class") and _is_file([word])
            for word in (words[1:2] if words[0] == "java" else words[:1])
        ),
        "類別由 java 執行，不寫 .class：{command} {meant}",
        _run_class,
        starts=True,
    ),
    Slip(
        lambda _, words: _is_file(words) and _begins(words[0], b"MZ"),
        "{file} 是 Windows 的程式，這台電腦不能執行：要重新編譯原始碼",
        starts=True,
    ),
    Slip(
        lambda _, words: _is_file(words) and Path(words[0]).suffix in (".o", ".obj"),
        "{file} 還沒有連結成程式：要評測的是原始碼，或編譯器用 -o 寫的程式",
    ),
]
"""Mistakes in the file of a program where `judge` takes sources, too."""

_FILES = [
    Slip(
        lambda _, words: words[0] in _ONLY_COMPILE and any(map(os.path.isfile, words[1:])),
        "{name} 是編譯器：先編譯，再寫 {command} ./a.out；judge tests main.cpp 也會自己編譯",
        starts=True,
    ),
    *SOURCES,
    *IN_JUDGE,
    Slip(lambda _, words: Path(words[0]).is_dir(), "{file} 是資料夾，不是程式"),
    Slip(
        lambda _, words: _is_file(words) and not os.access(words[0], os.X_OK),
        "{file} 不能執行：chmod +x {file}",
    ),
    Slip(
        lambda _, words: _is_file(words),
        "這個資料夾裡的程式前面要寫 ./：{command} {meant}",
        lambda words: " ".join([f"./{words[0]}", *words[1:]]),
    ),
]

AFTER_DASHES = [
    Slip(
        lambda _, words: " " in words[0].strip() and _runs(words[0].split()[0]),
        "-- 後面的指令不要加引號：{command} {meant}",
    ),
    Slip(
        lambda option, words: bool(option) and _is_source(words, _PLAYERS),
        "{file} 要寫成 {option} {file}",
    ),
    BLANK,
    SOURCES[1]._replace(
        answer="{file} 是原始碼，要先編譯：{compiler} -O2 -o {program} {file}，再寫 {command} {meant}；"
        "也可以用 judge class"
    ),
    *_FILES,
    Slip(
        lambda _, words: bool(_near(words[0])),
        "沒有 {name} 這個指令；是不是 {near}？",
    ),
]
"""Mistakes in the command of a program."""

IN_AN_OPTION = [
    *_FILES,
    Slip(lambda _, words: not Path(words[0]).exists(), "{command}：沒有 {name} 這個指令"),
]
"""Mistakes in an option that takes a command; the answer has the option as `command`."""

BEFORE_TESTS = [
    Slip(
        lambda _, words: _is_source(words, {*_INTERPRETERS, *_COMPILERS, *_OTHERS}),
        "測試寫在前面，原始碼寫在後面：{command} {meant}",
        lambda words: " ".join(sorted(words, key=os.path.isfile)),
        starts=True,
    ),
    Slip(
        lambda _, words: _is_file(words) and os.access(words[0], os.X_OK),
        "測試寫在前面，程式寫在 -- 後面：{command} {meant}",
        lambda words: " ".join([*words[1:], "--", f"./{words[0].removeprefix('./')}"]),
        starts=True,
    ),
]
"""Mistakes in the order of tests and program."""

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
    """Return the answer to a mistake, or None; the words stand after `command`.

    `option` is the option for a player's program. An option takes a command as one word.
    """
    if not "".join(words[:1]).strip():
        return None
    for each in table:
        if (each.starts or not _runs(words[0])) and each.fits(option, words):
            file, meant = Path(words[0]), each.meant(words)
            return UserError(
                each.answer,
                command=command,
                option=option,
                words=" ".join(words),
                meant=shlex.quote(meant) if command[:2] == "--" != command else meant,
                numbers=" ".join(_numbers(words)),
                name=words[0],
                near=_near(words[0]),
                file=file,
                program=file.stem,
                compiler=_COMPILERS.get(file.suffix),
            )
    return None


def _has_interpreter(word: str) -> bool:
    """Return whether a script starts by itself: its first line names a program that exists."""
    with open(word, "rb") as file:
        line = file.readline().decode(errors="replace")
    program = "".join(line[2:].split()[:1])
    named = line.startswith("#!") and not line.endswith("\r\n") and _runs(program)
    return named and _runs(word)


def _begins(path: str, start: bytes) -> bool:
    with open(path, "rb") as file:
        return file.read(len(start)) == start


def _is_source(words: Words, endings: Container[str]) -> bool:
    return _is_file(words) and Path(words[0]).suffix in endings


def _is_file(words: Words) -> bool:
    return Path(words[0]).is_file()


def _runs(word: str) -> bool:
    return shutil.which(word) is not None
