"""A cause is named only if its change turns the line of the output into that of the answer."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.causes import CAUSES, Hint, cause
from judge.compare import exact
from judge.explain import difference
from tests.judge.test_hints import MISTAKES

TABLE = Path(__file__).with_name("near_misses.txt")
CHANGES: dict[Hint, list[tuple[str, str]]] = {
    hint: [
        (answer.decode()[:-1], output.decode(errors="surrogateescape").removesuffix("\n"))
        for answer, output, _, _, cause in MISTAKES.values()
        if cause is hint and answer.count(b"\n") == output.count(b"\n") == 1
    ]
    for hint, _ in CAUSES
} | {Hint.LONE_CR: [("ab", "a\rb"), ("7", "\r7")]}


def said(answer: str, output: str) -> Hint | None:
    ours, theirs = (text.encode(errors="surrogateescape") for text in (answer, output))
    where = exact(ours, theirs).at
    assert where is not None
    return difference(ours, theirs, where).hint


def test_every_cause_has_examples() -> None:
    assert [hint for hint, pairs in CHANGES.items() if not pairs] == []


@pytest.mark.parametrize("hint", CHANGES)
def test_the_named_change_gives_the_answer(hint: Hint) -> None:
    for wanted, came in CHANGES[hint]:
        assert said(f"{wanted}\n", f"{came}\n") is hint, (wanted, came)
        assert wanted in {change(came, wanted) for each, change in CAUSES if each is hint}


_ESCAPE = re.compile(r"\\(?:n|r|t|x[0-9a-f]{2}|u[0-9a-f]{4})")
_CODECS = {"cp950", "latin-1", "gbk", "shift_jis", "euc_jp", "euc_kr"}
_CODECS |= {"mojibake", "utf-16", "utf-16-le", "utf-16-be"}


def unescaped(found: re.Match[str]) -> bytes:
    return (
        found[0]
        .encode()
        .decode("unicode_escape")
        .encode("latin-1" if found[0][1] == "x" else "utf-8")
    )


def side(text: str) -> bytes:
    codec, _, rest = text.partition(":")
    if codec not in _CODECS:
        codec, rest = "utf-8", text
    pieces = [piece.encode() for piece in _ESCAPE.split(rest)]
    escapes = [*map(unescaped, _ESCAPE.finditer(rest)), b"\n"]
    data = b"".join(part for both in zip(pieces, escapes, strict=True) for part in both)
    if codec == "mojibake":
        return data.decode("latin-1").encode()
    return data if codec == "utf-8" else data.decode().encode(codec)


def near_misses() -> dict[Hint, list[str]]:
    """Return the rows of the table, grouped by the cause that they nearly have."""
    sections = re.split(r"^\[(\w+)\]\n", TABLE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return {
        Hint[name]: [row for row in rows.split("\n") if row]
        for name, rows in zip(sections[::2], sections[1::2], strict=True)
    }


@pytest.mark.parametrize(("hint", "rows"), near_misses().items())
def test_a_further_difference_rules_out_the_cause(hint: Hint, rows: list[str]) -> None:
    for row in rows:
        answer, output = map(side, row.split(" => "))
        where = exact(answer, output).at
        assert where is not None, row
        assert difference(answer, output, where).hint is not hint, row


def test_every_cause_of_a_line_has_near_misses() -> None:
    assert near_misses().keys() >= {each for each, _ in CAUSES}


@given(st.text(max_size=8), st.text(max_size=8))
def test_the_change_of_any_named_cause_gives_the_answer(wanted: str, came: str) -> None:
    found = cause(wanted, came)
    changed = [change(came, wanted) for each, change in CAUSES if each is found]
    assert found is None or wanted in changed


WORDS = """apple river stone window 42 1734 3.75 98.6 -58 straight flush 玩家 出牌
錯誤 輸入 新的回合
PASS Input error, type: triangle? (none) [x]
2024-01-05 café ♠K Sum = 0x1F 100% {a} 第三手 NaN 6,5""".split()


def test_unrelated_lines_have_no_cause() -> None:
    draw = random.Random(20261122)
    for _ in range(500):
        one, other = draw.sample(WORDS, 5), draw.sample(WORDS, 5)
        answer = " ".join(one) + "\n"
        output = " ".join(word for word in other if word not in one) + " end\n"
        assert said(answer, output) is None, (answer, output)


@pytest.mark.parametrize(
    ("answer", "output"),
    [
        ("3\n", "3\0"),
        ("even\n", "Input is even\n"),
        ("錯誤\n", "輸入錯誤\n"),
        ("5\n", "Input error\n"),
        ("triangle\n", "type 2 triangle\n"),
        ("5\n", "Enter 55\n"),
        ("3.5\n", "Enter -3.5\n"),
        ("新的回合\n", "\udcff\udc80\n"),
        ("1\n2\n3\n", "1 2 4\n"),
        ("1 2 3\n", "1\n2\n4\n"),
        ("3\n4\n", "None\n5\n4\n"),
        ("1\n2\n3\n", "1\r2\r4\n"),
        ("2.5\n", "1\n"),
        ("10 20\n", "11 21\n"),
        ("5\n", "4294967300\n"),
    ],
)
def test_a_misleading_difference_has_no_cause(answer: str, output: str) -> None:
    assert said(answer, output) in {None, *({Hint.NUL} if "\0" in output else ())}
