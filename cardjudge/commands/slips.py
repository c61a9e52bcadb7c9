"""Common mistakes of newcomers, each answered with the correct command."""

import os
import shlex
import shutil
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

from cardjudge.errors import UserError, nearest, quote, unknown
from cardjudge.language import listed, say

Words: TypeAlias = Sequence[str]

_COMPILERS = {".c": "gcc", ".cc": "g++", ".cpp": "g++", ".cxx": "g++"}
_INTERPRETERS = {".java": "java", ".js": "node", ".py": "python3"}
_OTHERS = (".go", ".hs", ".kt", ".rs")
SOURCES = (*_COMPILERS, *_INTERPRETERS, *_OTHERS)
"""Endings of sources."""
_PLAYERS = (".cc", ".cpp", ".cxx", ".py")
_ONLY_COMPILE = "gcc g++ cc c++ clang clang++ ghc javac rustc".split()
RUNNERS = "bash g++ gcc go java node perl php python3 ruby sh".split()
COMPILED = (".class", ".exe", ".o", ".obj")
"""Endings of files that a compiler makes and that are no command."""


def blanks(command: str, words: Words) -> UserError | None:
    """Return the answer to a name with blanks, of which the shell has made several words."""
    for first, last in combinations(range(len(words) + 1), 2):
        path = " ".join(words[first:last])
        if os.path.exists(path) and not os.path.exists(words[first]):
            meant = shlex.join([*words[:first], path, *words[last:]])
            template = "名稱裡有空白，要加引號：{command} {meant}"
            return UserError(template, command=command, meant=meant)
    return None


def no_dashes(command: str, before: Words, program: Words) -> UserError:
    """Return the error for a program's command without ``--`` before it."""
    run = " ".join([command, *before, "--", *program])
    return UserError("要執行的程式寫在 -- 後面：{run}", run=run)


def no_subcommand(command: str, words: Words, option: str = "") -> UserError | None:
    """Return the answer to what stands in place of a subcommand, or of nothing.

    `option` takes a player's program.
    """
    parts = {"command": command, "option": option, "words": " ".join(words)}
    if option and words[0].endswith(_PLAYERS) and os.path.isfile(words[0]):
        return UserError("玩家的程式寫在 {option} 後面：{command} {option} {words}", **parts)
    if os.path.isfile(words[0]):
        if option and os.access(words[0], os.X_OK) and not os.path.splitext(words[0])[1]:
            return no_dashes(command, (), [os.path.join(".", words[0]), *words[1:]])
        return UserError("輸入從標準輸入讀：{command} < {words}", **parts)
    numbers = " ".join(words).replace(",", " ").split()
    if numbers and all(number.removeprefix("-").isdecimal() for number in numbers):
        template = "輸入從標準輸入讀：echo {meant} | {command}"
        return UserError(template, meant=" ".join(numbers), **parts)
    if os.path.isdir(words[0]):
        return UserError("{file}：{why}", file=words[0], why=say("這是資料夾"))
    of_file = not words[0] or "/" in words[0] or Path(words[0]).suffix[1:].isalpha()
    return _no_file(words[0]) if of_file else None


def hacked(words: Words, problems: Words) -> UserError | None:
    """Return the answer to a source in place of a command, for ``judge hack``."""
    found = [word for word in words if word.endswith(SOURCES)]
    if "--" in words or not found:
        return None
    file, ending = found[0], os.path.splitext(found[0])[1]
    others = [word for word in words if word not in found] or ["nim"]
    run = f"{_INTERPRETERS[ending]} {file}" if ending in _INTERPRETERS else "./a.out"
    template = "題目（{known}）寫在前面，程式的指令寫在 -- 後面：judge hack {meant}"
    meant = " ".join([*others, "--", run])
    return UserError(template, known=listed(problems), meant=meant)


def tests_last(words: Words) -> UserError | None:
    """Return the answer to a program that stands before its tests."""
    file = words[0] if "/" in words[0] else f"./{words[0]}"
    if not os.path.isfile(file):
        return None
    if not words[0].endswith(SOURCES):
        if not os.access(file, os.X_OK):
            return None
        file = f"-- {file}"
    template = "測試寫在前面，程式寫在後面：{command} {meant}"
    meant = " ".join([*words[1:], file.removeprefix("./") if words[0] == file[2:] else file])
    return UserError(template, command="judge", meant=meant)


def in_command(place: str, words: Words, option: str = "") -> UserError | None:
    """Return the answer to a mistake in the command of a program.

    `place` is ``--``, or an option that takes the command as one word; `option` takes a player's
    program.
    """
    if not "".join(words[:1]).strip():
        return None
    name, text, last = words[0], " ".join(words), place == "--"
    file, is_file, absent = Path(name), os.path.isfile(name), shutil.which(name) is None
    kind = file.suffix if is_file else ""
    source = kind if absent else ""
    script = f"{_INTERPRETERS[kind]} {text}" if kind in _INTERPRETERS and not _starts(name) else ""
    of_class = _of_class(words)
    here = f"./{text}" if absent and is_file else ""
    near = _near(name) if last and absent and not is_file else ""
    if last and absent and " " in name and shutil.which(name.split()[0]):
        return UserError("-- 後面的指令不要加引號：{command} {words}", command=place, words=text)
    if option and source in _PLAYERS:
        return UserError("{file} 要寫成 {option} {file}", file=file, option=option)
    if last and (error := blanks(place, words)):
        return error
    if last and (error := _missing_script(words)):
        return error
    answers = {
        "{file} 是原始碼，要先編譯：{compiler} -O2 -o {program} {file}，再寫 -- ./{program}；"
        "也可以用 judge class": last and source in _COMPILERS,
        "{name} 是編譯器：先編譯，再寫 {command} ./a.out；judge tests main.cpp 也會自己編譯": (
            name in _ONLY_COMPILE and any(map(os.path.isfile, words[1:]))
        ),
        "{file} 要由直譯器執行：{command} {meant}": script,
        "{file} 是原始碼，要先編譯：{compiler} -O2 -o {program} {file}，"
        "再寫 {command} ./{program}": source in _COMPILERS,
        "{file} 是原始碼，要先編譯，再寫編譯好的程式": source in _OTHERS,
        "類別由 java 執行，不寫 .class：{command} {meant}": of_class,
        "{file} 不是這台電腦能執行的程式：要編譯原始碼": source in COMPILED,
        "{file} 是資料夾，不是程式": absent and file.is_dir(),
        "{file} 不能執行：chmod +x {file}": here and not os.access(name, os.X_OK),
        "這個資料夾裡的程式前面要寫 ./：{command} {meant}": here,
        "{command}：沒有 {name} 這個指令": not last and absent and not file.exists(),
        "沒有 {name} 這個指令；是不是 {meant}？": near,
    }
    meant = script or of_class or here or near
    parts = {"name": name, "file": file, "program": file.stem, "compiler": _COMPILERS.get(kind)}
    parts |= {"command": place, "meant": meant if last else shlex.quote(meant)}
    return next((UserError(each, **parts) for each, holds in answers.items() if holds), None)


def _missing_script(words: Words) -> UserError | None:
    """Return the answer to an interpreter's script that does not exist."""
    name, script = (*words, "")[:2]
    is_script = _INTERPRETERS.get(Path(script).suffix) == name
    return _no_file(script) if is_script and not os.path.exists(script) else None


def _no_file(name: str) -> UserError:
    """Return the error for a file that does not exist, with those of its ending close to it."""
    path = Path(name)
    files = [str(file) for file in path.parent.glob("*") if file.suffix == path.suffix]
    return unknown("沒有{name}這個檔案或資料夾", quote(name), nearest(name, files), ())


def _starts(script: str) -> bool:
    """Return whether the first line of an executable script names a program that exists."""
    with open(script, "rb") as file:
        line = file.readline().decode(errors="replace")
    program = "".join(line[2:].split()[:1]) if line.startswith("#!") else ""
    return bool(program and shutil.which(script) and shutil.which(program)) and "\r" not in line


def _of_class(words: Words) -> str:
    """Return the command that runs a class of Java, from words with its file; or nothing."""
    name, *others = words[words[0] == "java" :] or [""]
    folder, file = os.path.split(os.path.normpath(name))
    command = ["java", *(["-cp", folder] if folder else []), file.removesuffix(".class"), *others]
    return shlex.join(command) if name.endswith(".class") and os.path.isfile(name) else ""


def _near(word: str) -> str:
    """Return the interpreter or the executable file closest to a word; empty if none is close."""
    folder, slash, name = word.rpartition("/")
    files = [path for path in Path(folder or ".").glob("*") if path.is_file()]
    known = {
        path.name: f"{folder or '.'}/{path.name}" for path in files if os.access(path, os.X_OK)
    }
    known |= {} if slash else {word: word for word in RUNNERS}
    return "".join(known[word] for word in get_close_matches(name.lower(), known, 1, 0.7))
