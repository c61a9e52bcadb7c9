"""The slips of newcomers, in both languages: the answer is the command that was meant."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from cardjudge.commands import slips
from cardjudge.stdio import encoding_hint
from tests.test_language import IDEOGRAPH

BIN = Path(sys.executable).parent
FILES = {
    "sample.in": "1\n",
    "my.cpp": "int main() {}",
    "main.c": "int main() {}",
    "main.rs": "fn main() {}",
    "my.py": "print(1)",
    "Main.java": "class Main {}",
    "tests/a.in": "1\n",
    "tests/a.out": "1\n",
}


class Slip(NamedTuple):
    """What is typed, and what is meant, which the error must name."""

    typed: str
    meant: str
    stdin: bytes = b""


TYPED = [
    Slip("big2 sample.in", "big2 < sample.in"),
    Slip("war sample.in", "war < sample.in"),
    Slip("take6 sample.in", "take6 < sample.in"),
    Slip("nim sample.in", "nim < sample.in"),
    Slip("nim 3 4 5", "echo 3 4 5 | nim"),
    Slip("blackjack-judge 42", "echo 42 | blackjack-judge"),
    Slip("blackjack-judge my.cpp", "blackjack-judge --player my.cpp"),
    Slip("judge tests -- my.py 7", "-- python3 my.py 7"),
    Slip("judge tests -- ./my.py", "-- python3 ./my.py"),
    Slip("judge tests -- Main.java", "-- java Main.java"),
    Slip("judge tests -- my.cpp", "g++ -O2 -o my my.cpp"),
    Slip("judge tests -- main.c", "-- ./main"),
    Slip("judge tests -- main.rs", "judge class"),
    Slip("judge tests -- 'python3 my.py'", "-- python3 my.py"),
    Slip("judge tests -- tool", "-- ./tool"),
    Slip("blackjack-judge -- 'python3 my.py'", "-- python3 my.py"),
    Slip("big2", "Out-File -Encoding utf8", "S[1]\n".encode("utf-16")),
    Slip("war", "iconv -f UTF-16 -t UTF-8", "1 2\n".encode("utf-16")),
    Slip("big2", "iconv -f BIG5 -t UTF-8", "王小明\n".encode("big5")),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("newcomer")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    (folder / "tool").write_text("#!/bin/sh\n")
    (folder / "tool").chmod(0o755)
    return folder


@pytest.mark.parametrize("language", ["zh_TW.UTF-8", "en_US.UTF-8"])
@pytest.mark.parametrize("slip", TYPED, ids=lambda slip: slip.typed)
def test_the_answer_is_the_command_that_was_meant(slip: Slip, language: str, folder: Path) -> None:
    run = subprocess.run(
        ["bash", "-c", slip.typed],
        cwd=folder,
        env={**os.environ, "LANG": language, "PATH": f"{BIN}:{os.environ['PATH']}"},
        input=slip.stdin,
        capture_output=True,
        check=False,
    )
    error = run.stderr.decode()
    assert run.returncode == 2
    assert run.stdout == b""
    assert slip.meant in error
    assert error.count("\n") == 1
    if language.startswith("zh"):
        assert error.startswith("錯誤：")
    else:
        assert error.startswith("error: ")
        assert not IDEOGRAPH.search(error)


def test_every_slip_of_the_table_is_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PATH", f"{BIN}:{os.environ['PATH']}")
    made = set()
    for typed, _, _ in TYPED:
        before, dashes, after = typed.partition(" -- ")
        command, *words = (f"x {after}" if dashes else before).split(" ", 1)
        given = words[0].strip("'") if words else ""
        table = slips.AFTER_DASHES if dashes else slips.BEFORE_DASHES
        error = slips.slip(table, command, [given] if "'" in typed else given.split())
        made.add(error.template if error else None)
    assert {each.answer for each in [*slips.BEFORE_DASHES, *slips.AFTER_DASHES]} <= made


@pytest.mark.parametrize(
    "line", ["牌".encode()[:2], b"1 2\xff", b"\xe7\x89d", "Zoë".encode("latin-1")]
)
def test_what_is_neither_has_no_hint(line: bytes) -> None:
    assert encoding_hint(line) == ""


def test_what_runs_is_no_slip(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for words in ["./tool"], ["python3", "my.py"], ["no-such-program"], ["no such program"], []:
        assert slips.slip(slips.AFTER_DASHES, "judge", words) is None
