"""Long texts of strangers: what the judge looks for in them takes time in proportion to them."""

import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from blackjack_judge.contestants.build import _INCLUDE
from cardjudge.errors import InputError
from cardjudge.programs.limits import Ended
from cardjudge.programs.signals import refusal
from cardjudge.programs.source import read
from judge.compare import floats
from judge.verdicts import Verdict
from take6.series.contest.build import _BODY
from war.verify.homework import _DECLARED, _PACKAGE

MANY = 1 << 19
MAIN = "class Main { public static void main(String[] a) { } }\n"
SOURCES = {
    "lines.java": "\n" * MANY + MAIN,
    "modifiers.java": MAIN + "final " * (MANY // 6),
    "words.java": "static " * (MANY // 7) + MAIN,
    "comments.java": MAIN + "/* " * (MANY // 3),
    "quotes.c": "int main(void) { }\n" + '\\"' * (MANY // 2),
    "lines.py": "\n" * MANY + "print(3)\n",
    "imports.py": "print(3)\n" + "import(\n" * (MANY // 8),
}


@pytest.fixture(autouse=True)
def _in_time() -> Iterator[None]:
    """A search is interrupted by the signal: the patterns of before took minutes or hours."""

    def late(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", SOURCES)
def test_a_long_source_is_read_in_time(name: str) -> None:
    source = read({name: SOURCES[name].encode()})
    assert source.main
    assert source.language.key != "java" or source.java_class == "Main"


@pytest.mark.parametrize("said", [b"e", b"\0", b"a:"])
def test_a_long_message_is_searched_in_time(said: bytes) -> None:
    for _ in range(5):
        assert refusal(Ended(1, None, 0.0, 0.0, None, said * (16384 // len(said)), held=True)) == ""


def test_a_long_number_is_compared_in_time() -> None:
    assert floats(b"3", b"1" * MANY + b"x", b"1e-6").verdict is Verdict.WA
    assert floats(b"3", b"3." + b"0" * MANY, b"1e-6").verdict is Verdict.AC


BIG2, TAKE6 = (
    (Path(__file__).parents[1] / f"testdata/{path}").read_text("utf-8")
    for path in ("big2/sample.in", "take6/four-players.in")
)
HANDS = " ".join(str(1 + at * at % 97) for at in range(1 << 12))
INPUTS = {
    "big2 indices": "\n".join([*BIG2.split("\n")[:5], "0 " * MANY]),
    "take6 cards": "\n".join([*TAKE6.split("\n")[:2], "1 " * MANY]),
    "war hands": f"{HANDS}\n{HANDS[::-1]}\n3\n",  # the whole game takes hours
    "war tie": "1 " * (MANY >> 4) + "\n" + "1 " * (MANY >> 4),
    "nim heaps": f"{MANY >> 6}\n" + "3 " * (MANY >> 6),
}


@pytest.mark.parametrize("name", INPUTS)
def test_a_long_input_is_explained_in_time(name: str) -> None:
    game = name.split()[0]
    module = import_module(f"{game}.explain")
    reasons = module.of_nim if game == "nim" else module.reasons
    told = ""
    with suppress(InputError):  # after 6 lines of Big-2 the next one is missing
        for reason in reasons(INPUTS[name].encode()):
            told += reason.text()
    assert told or game == "take6"


def test_long_sources_of_players_are_searched_in_time() -> None:
    assert not _INCLUDE.findall(b"\n" * MANY)
    assert not _BODY.search("a_pick(" * (MANY // 7))
    for pattern in _PACKAGE.pattern, _DECLARED % "Deck":
        assert not re.search(pattern, "\n" * MANY + "public\n" * (MANY // 7), re.MULTILINE)
