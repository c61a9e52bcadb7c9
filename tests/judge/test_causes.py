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

TABLE = Path(__file__).with_name("near_misses.txt")


def said(answer: str, output: str) -> Hint | None:
    ours, theirs = (text.encode(errors="surrogateescape") for text in (answer, output))
    where = exact(ours, theirs).at
    assert where is not None
    return difference(ours, theirs, where).hint


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
