"""Mistakes of newcomers, in both languages: one line names the mistake or the remedy.

They stand in mistakes.txt, a row each: what is typed, and the whole line of the answer in Chinese
and in English, with tabs between them. ``<<<`` gives the word after it as standard input.
"""

import os
import shlex
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from cardjudge.commands import slips
from cardjudge.stdio import encoding_hint
from tests.processes import answered, forked

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
BIG2, TAKE6 = (
    (ROOT / f"testdata/{name}.in").read_text("utf-8")
    for name in ("big2/sample", "take6/four-players")
)
DECK, *NAMES = BIG2.splitlines()[:5]
CARDS = DECK.split()
NUMBERS, *ROUNDS = TAKE6.splitlines()[1:]


class Mistake(NamedTuple):
    """A typed command, and the line of its answer in Chinese and in English, without its start."""

    typed: str
    chinese: str
    english: str


def mistakes() -> Iterator[Mistake]:
    for line in (ROOT / "tests/mistakes.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield Mistake(*line.split("\t"))


TABLE = [*mistakes()]


def lines(*each: str) -> str:
    return "".join(f"{line}\n" for line in each)


FILES: dict[str, str | bytes] = {
    **tomllib.loads((ROOT / "tests/newcomer.toml").read_text("utf-8")),
    "sample.in": BIG2,
    "take6.in": TAKE6,
    "war.in": lines("1 2 3", "4 5 6"),
    "nim.in": lines("3", "3 4 5"),
    "seed.in": lines("6"),
    "empty.in": "",
    "utf16.in": BIG2.encode("utf-16"),
    "big5.in": BIG2.encode("big5"),
    "big2-51.in": lines(" ".join(CARDS[1:]), *NAMES),
    "big2-twice.in": lines(" ".join([*CARDS[:51], CARDS[0]]), *NAMES),
    "big2-nameless.in": lines(DECK),
    "big2-unplayed.in": lines(DECK, *NAMES),
    "take6-103.in": lines("4", NUMBERS[: NUMBERS.rindex(" ")], *ROUNDS),
    "take6-105.in": lines("4", " ".join([*NUMBERS.split()[:-1], "105"]), *ROUNDS),
    "take6-zero.in": lines("4 0", NUMBERS, *ROUNDS),
    "take6-short.in": lines("4", NUMBERS, *ROUNDS[:3]),
    "main.exe": b"MZ\x90\0",
    "main.o": b"\x7fELF",
    "Main.class": b"\xca\xfe\xba\xbe",
    "bin/Main.class": b"\xca\xfe\xba\xbe",
}


EXECUTABLES = {
    "tool": b"#!/bin/sh\ncat\n",
    "my tool": b"#!/bin/sh\ncat\n",
    "war": b"#!/bin/sh\ncat\n",
    "noshebang.py": b"print(1)\n",
    "crlf.py": b"#!/usr/bin/env python3\r\n",
    "foreign": b"\xcf\xfa\xed\xfe",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a user who has just begun."""
    folder = tmp_path_factory.mktemp("newcomer")
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    (folder / "empty").mkdir()
    for name, data in EXECUTABLES.items():
        (folder / name).write_bytes(data)
        (folder / name).chmod(0o755)
    return folder


Answer: TypeAlias = tuple[int, str]
"""The status of a command, and what it writes to standard error."""


def words_of(typed: str) -> list[str]:
    """Return the words of a command; a row shows a line end and ESC by their pictures."""
    return shlex.split(typed.replace("␊", "\n").replace("␛", "\x1b"))


def of_process(language: str, typed: str) -> Answer:
    words, given = words_of(typed), b""
    if "<" in typed:
        *words, mark, last = words
        given = f"{last}\n".encode() if mark == "<<<" else Path(last).read_bytes()
    ours = environment(language)
    _, err, status = forked(ours).run(words[0].replace("-", "_"), words[1:], given, ours)
    return status, err.decode()


def fault(mistake: Mistake, language: str, answer: Answer) -> str:
    """Return the fault of an answer, or an empty string."""
    if language.startswith("zh"):
        wanted = f"錯誤：{mistake.chinese}\n"
    else:
        wanted = f"error: {mistake.english}\n"
    return "" if answer == (2, wanted) else f"{mistake.typed}: {answer}\n not {wanted}"


def environment(language: str) -> dict[str, str]:
    path = f"{BIN}:{os.environ['PATH']}"
    return {**os.environ, "LANG": language, "PATH": path, "PYTHONPATH": str(ROOT)}


LANGUAGES = ("zh_TW.UTF-8", "en_US.UTF-8")


def by_processes(rows: Sequence[Mistake], language: str) -> list[str]:
    """Return the faults in the answers of real processes."""
    return [*filter(None, (fault(row, language, of_process(language, row.typed)) for row in rows))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mistake_is_answered_in_one_line(
    language: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    for name in "LANG", "PATH":
        monkeypatch.setenv(name, environment(language)[name])
    answers = ((row, answered(*words_of(row.typed))) for row in TABLE if "<" not in row.typed)
    wrong = [*filter(None, (fault(row, language, answer) for row, answer in answers))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("language", "start"), [*zip(LANGUAGES * 2, range(4), strict=True)])
def test_a_mistake_in_an_input_is_answered_in_one_line(
    language: str, start: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    rows = [row for row in TABLE if "<" in row.typed][start::4]
    assert not (wrong := by_processes(rows, language)), "\n".join(wrong)


@pytest.mark.parametrize(
    "line", ["牌".encode()[:2], b"1 2\xff", b"\xe7\x89d", "Zoë".encode("latin-1")]
)
def test_an_unknown_encoding_has_no_hint(line: bytes) -> None:
    assert encoding_hint(line) == ""


def test_a_working_command_is_no_slip(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for words in ["./tool"], ["python3", "my.py"], ["no-such-program"], ["no such program"], []:
        assert slips.in_command("--", words) is None
