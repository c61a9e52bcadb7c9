"""The hints about mistakes of programs: real bytes, through the real command."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.causes import Hint
from judge.compare import exact
from judge.explain import difference
from judge.hints import of_input
from tests.processes import kit
from tests.test_language import known_english
from tests.tools import slow_after


class Mistake(NamedTuple):
    answer: str | bytes
    output: str | bytes
    line: int
    column: int
    hint: Hint | None

    def sentence(self, language: str) -> str:
        chinese, known = language.startswith("zh"), known_english()
        parts = {"line": self.line, "column": self.column}
        place = "第 {line} 行第 {column} 欄" if chinese else "line {line}, column {column}"
        if self.hint is None:
            return place.format(**parts)
        template = self.hint.value
        said = f"：{template}" if chinese else f": {known[template]}"
        return place.format(**parts) + said


MISTAKES = {
    "big5": Mistake("新的回合\n", b"\xb7\x73\xaa\xba\xa6\x5e\xa6\x58\n", 1, 1, Hint.BIG5),
    "big5-second-line": Mistake(
        "ok\n玩家甲贏了\n", b"ok\n\xaa\xb1\xaea\xa5\xd2\xc4\xb9\xa4F\n", 2, 1, Hint.BIG5
    ),
    "big5-after-ascii": Mistake("A 贏了\n", b"A \xc4\xb9\xa4\x46\n", 1, 3, Hint.BIG5),
    "big5-crlf": Mistake("新的回合\n", "新的回合\r\n".encode("cp950"), 1, 1, Hint.BIG5),
    "utf16-mark": Mistake("3 5\n", "3 5\n".encode("utf-16"), 1, 1, Hint.UTF16),
    "utf16-le": Mistake("3 5\n", b"3\0 \x005\0\n\0", 1, 2, Hint.UTF16),
    "utf16-be": Mistake("牌\n", b"\x72\x4c\0\n", 1, 1, Hint.UTF16),
    "latin-1": Mistake("café\n", b"caf\xe9\n", 1, 4, Hint.NOT_UTF8),
    "bom": Mistake("3\n", b"\xef\xbb\xbf3\n", 1, 1, Hint.BYTE_ORDER_MARK),
    "nothing": Mistake("3\n", b"", 1, 1, Hint.NO_OUTPUT),
    "missing-last-line": Mistake("1\n2\n", b"1\n", 2, 1, Hint.ENDS_EARLY),
    "missing-line": Mistake("1\n2\n3\n4\n", b"1\n3\n4\n", 2, 1, Hint.MISSING_LINES),
    "extra-line": Mistake("1\n2\n3\n", b"1\nx\n2\n3\n", 2, 1, Hint.EXTRA_LINES),
    "extra-last-line": Mistake("1\n", b"1\n2\n", 2, 1, Hint.GOES_ON),
    "blank-line": Mistake("1\n2\n", b"1\n\n2\n", 2, 1, Hint.EXTRA_BLANK_LINE),
    "no-blank-line": Mistake("1\n\n2\n", b"1\n2\n", 2, 1, Hint.MISSING_BLANK_LINE),
    "blank-line-at-end": Mistake("1\n", b"1\n\n\n", 2, 1, Hint.EXTRA_NEWLINE),
    "no-last-newline": Mistake("1\n2\n", b"1\n2", 2, 2, Hint.MISSING_NEWLINE),
    "crlf": Mistake("1\n2\n", b"1\r\n2\r\n", 1, 2, Hint.CARRIAGE_RETURN),
    "answer-crlf": Mistake(b"1\r\n2\r\n", b"1\n2\n", 1, 2, Hint.ANSWER_CARRIAGE_RETURN),
    "trailing-blank": Mistake("1 2\n", b"1 2 \n", 1, 4, Hint.TRAILING_BLANKS),
    "tab": Mistake("1 2\n", b"1\t2\n", 1, 2, Hint.BLANKS),
    "nbsp": Mistake("1 2\n", b"1\xc2\xa02\n", 1, 2, Hint.NO_BREAK_SPACE),
    "nbsp-and-wrong": Mistake("1 2\n", b"1\xc2\xa03\n", 1, 2, None),
    "nbsp-at-the-end": Mistake("ab\n", b"ab\xc2\xa0\n", 1, 3, Hint.NO_BREAK_SPACE),
    "nbsp-too-many": Mistake("ab\n", b"a\xc2\xa0b\n", 1, 2, Hint.NO_BREAK_SPACE),
    "nbsp-beside-a-blank": Mistake("a b\n", b"a \xc2\xa0b\n", 1, 3, Hint.NO_BREAK_SPACE),
    "zero-width": Mistake("12\n", b"1\xe2\x80\x8b2\n", 1, 2, Hint.ZERO_WIDTH),
    "soft-hyphen-and-wrong": Mistake("12\n", b"1\xc2\xad3\n", 1, 2, None),
    "width": Mistake("贏了，好\n", "贏了,好\n", 1, 3, Hint.WIDTH),
    "wide-digits": Mistake("12\n", "１２\n", 1, 1, Hint.WIDTH),
    "wide-blank": Mistake("1 2\n", "1\u30002\n", 1, 2, Hint.WIDTH),
    "wide-blank-at-the-end": Mistake("ab\n", "ab\u3000\n", 1, 3, Hint.WIDTH),
    "cyrillic": Mistake("A\n", b"\xd0\x90\n", 1, 1, Hint.LOOKALIKE),
    "letter-for-digit": Mistake("10\n", b"1O\n", 1, 2, Hint.LOOKALIKE),
    "combined": Mistake("café\n", b"cafe\xcc\x81\n", 1, 4, Hint.NORMALIZATION),
    "case-and-wrong": Mistake("Hello wrld\n", b"hello world\n", 1, 1, None),
    "case": Mistake("Yes\n", b"YES\n", 1, 2, Hint.CASE),
    "prompt-before": Mistake("7\n", b"Enter a: Enter b: 7\n", 1, 1, Hint.PROMPT),
    "prompt-line": Mistake("7\n", "請輸入兩個整數：\n7\n", 1, 1, Hint.PROMPT),
    "decimals": Mistake("3.14\n", b"3.140\n", 1, 5, Hint.DECIMALS),
    "more-decimals": Mistake("3.14\n", b"3.14159\n", 1, 5, Hint.MORE_DECIMALS),
    "plus-sign": Mistake("7\n", b"+7\n", 1, 1, Hint.DECIMALS),
    "commas-between": Mistake("1 2 3\n", b"1, 2, 3\n", 1, 2, Hint.COMMAS),
    "minus-zero": Mistake("0.0\n", b"-0.0\n", 1, 1, Hint.DECIMALS),
    "rounding": Mistake("0.333\n", b"0.334\n", 1, 5, Hint.ROUNDING),
    "precision": Mistake("123456.5\n", b"123456.4\n", 1, 8, Hint.ROUNDING),
    "order": Mistake("a\nb\nc\n", b"b\na\nc\n", 1, 1, Hint.ORDER),
    "order-of-words": Mistake("1 2 3\n", b"3 1 2\n", 1, 1, Hint.ORDER),
    "just-wrong": Mistake("5\n", b"7\n", 1, 1, None),
    "other-answers": Mistake("YES\nNO\nNO\n", b"NO\nNO\nNO\n", 1, 1, None),
    "other-integer": Mistake(
        "12345678901234567890\n", b"12345678901234567891\n", 1, 20, Hint.OFF_BY_ONE
    ),
    "another-count": Mistake("10\n", b"11\n", 1, 2, Hint.OFF_BY_ONE),
    "fewer-decimals": Mistake("0.25\n", b"0.3\n", 1, 3, Hint.FEWER_DECIMALS),
    "integer-division": Mistake("2.5\n", b"2\n", 1, 2, Hint.CUT_OFF),
    "to-integer": Mistake("99.5\n", b"100\n", 1, 1, Hint.TO_INTEGER),
    "overflow-32": Mistake("3000000000\n", b"-1294967296\n", 1, 1, Hint.OVERFLOW),
    "double": Mistake("999999999999999999\n", b"1000000000000000000\n", 1, 1, Hint.DOUBLE),
    "failed-read": Mistake("3000000000\n", b"2147483647\n", 1, 1, Hint.GREATEST),
    "words-before-one-apart": Mistake("A：2 1\n", "A：1 2\n".encode(), 1, 3, Hint.ORDER),
    "lines-before-one-apart": Mistake("2\n1\n", b"1\n2\n", 1, 1, Hint.ORDER),
    "one-apart-only-first": Mistake("4\n9\n", b"3\n1\n", 1, 1, None),
    "other-decimal-mark": Mistake("1,000\n", b"1.000\n", 1, 2, None),
    "label": Mistake("3\n", b"Sum: 3\n", 1, 1, Hint.LABEL),
    "list": Mistake("1 2 3\n", b"[1, 2, 3]\n", 1, 1, Hint.LIST),
    "thousands": Mistake("1234567\n", b"1,234,567\n", 1, 2, Hint.THOUSANDS),
    "exponent": Mistake("1000000\n", b"1e+06\n", 1, 2, Hint.EXPONENT),
    "none-line": Mistake("1\n2\n", b"1\nNone\n2\nNone\n", 2, 1, Hint.NONE_LINES),
    "none-at-the-end": Mistake("7\n", b"7\nNone\n", 2, 1, Hint.NONE_LINES),
    "nul": Mistake("3\n", b"3\0\n", 1, 2, Hint.NUL),
    "lone-cr": Mistake("1\n2\n", b"1\r2\n", 1, 2, Hint.LONE_CR),
    "line-ends-cr": Mistake("1\n2\n", b"1\r2\r", 1, 2, Hint.LONE_CR),
    "colours": Mistake("ok\n", b"\x1b[32mok\x1b[0m\n", 1, 1, Hint.COLOURS),
    "fe0f": Mistake("♥5\n", "♥\ufe0f5\n", 1, 2, Hint.VARIATION_SELECTOR),
    "mojibake": Mistake("贏\n", "贏\n".encode().decode("latin-1"), 1, 1, Hint.MOJIBAKE),
    "simplified": Mistake("玩家贏了\n", "玩家赢了\n", 1, 3, Hint.SIMPLIFIED),
    "variant": Mistake("臺北\n", "台北\n", 1, 1, Hint.VARIANT),
    "already": Mistake("已經\n", "己經\n", 1, 1, Hint.LOOKALIKE),
    "pattern": Mistake("答案\n", "答桉\n", 1, 2, Hint.LOOKALIKE),
    "wide-comma": Mistake("1,2\n", "1，2\n", 1, 2, Hint.WIDTH),
    "answer-bom": Mistake("\ufeff3\n", b"3\n", 1, 1, Hint.ANSWER_BYTE_ORDER_MARK),
    "one-line": Mistake("1\n2\n3\n", b"1 2 3\n", 1, 2, Hint.ONE_LINE),
    "many-lines": Mistake("1 2 3\n", b"1\n2\n3\n", 1, 2, Hint.MANY_LINES),
}  # fmt: skip


NO_LINE = b"""Exception in thread "main" java.util.NoSuchElementException: No line found
\tat java.base/java.util.Scanner.nextLine(Scanner.java:1660)
\tat Main.main(Main.java:7)
"""
INPUTS: list[tuple[bytes, bytes, Hint | None]] = [
    (b"1\n2\n", NO_LINE, Hint.SEVERAL_READERS),
    (b"1\n2\n", NO_LINE.replace(b": No line found", b"").replace(b"java.base/", b""),
     Hint.SEVERAL_READERS),
    (b"1 2\n", NO_LINE, None),
    (b"", NO_LINE, None),
    (b"1\n2\n", b"", None),
    (b"1\n2\n", NO_LINE.replace(b"NoSuchElement", b"InputMismatch"), None),
    (b"1\n2\n", NO_LINE.replace(b"Scanner", b"StringTokenizer"), None),
    (b"1\n2\n", NO_LINE.replace(b"No line found", b"No value present"), None),
    (b"1\n2\n", b"I saw java.util.NoSuchElementException\n\tat java.util.Scanner.x\n", None),
    (b"\xef\xbb\xbf1\n", b"", Hint.INPUT_BYTE_ORDER_MARK),
    (b"1\n\xef\xbb\xbf2\n", b"", None),
    ("12\n".encode("utf-16"), b"", Hint.INPUT_UTF16),
    ("12\n".encode("utf-16-le"), b"", Hint.INPUT_UTF16),
    ("12\n".encode("utf-16-be"), b"", Hint.INPUT_UTF16),
    (b"1\0\n", b"", None),
    (b"3", b"", None),
    ("玩家 3\n".encode("cp950"), b"", Hint.INPUT_BIG5),
    ("玩家 3\n".encode("cp950")[:1], b"", None),
    ("牌".encode()[:2], b"", None),
    ("玩家 3\n".encode(), b"", None),
    ("café\n".encode("latin-1"), b"", None),
    ("安全\n".encode("gbk"), b"", None),
    (b"\xff\xff\n", b"", None),
]  # fmt: skip


def as_bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


@pytest.mark.parametrize("language", slow_after(1, ["zh_TW.UTF-8", "en_US.UTF-8"]))
def test_each_mistake_has_its_sentence_in_each_language(tmp_path: Path, language: str) -> None:
    for name, mistake in MISTAKES.items():
        (tmp_path / f"{name}.in").write_bytes(as_bytes(mistake.output))
        (tmp_path / f"{name}.out").write_bytes(as_bytes(mistake.answer))
    run = kit("judge", tmp_path, "--json", "-", "--", "cat", LC_ALL=language)
    assert run.returncode == 1
    said = {case["name"]: case["reason"] for case in json.loads(run.stdout)["cases"]}
    assert said == {name: mistake.sentence(language) for name, mistake in MISTAKES.items()}


@pytest.mark.parametrize(("data", "stderr", "hint"), INPUTS)
def test_an_odd_input_has_its_hint(data: bytes, stderr: bytes, hint: Hint | None) -> None:
    assert of_input(data, stderr) is hint


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("zh_TW.UTF-8", "輸入檔開頭有看不見的 BOM"),
        ("en_US.UTF-8", "the input begins with an invisible BOM"),
    ],
)
def test_an_odd_input_is_mentioned_only_if_its_failure_is_unexplained(
    tmp_path: Path, language: str, sentence: str
) -> None:
    for name, answer in ("bad", "4"), ("good", "3"):
        (tmp_path / f"{name}.in").write_bytes(b"\xef\xbb\xbf3\n")
        (tmp_path / f"{name}.out").write_text(f"{answer}\n")
    words = tmp_path, "--compare", "tokens", "--", "echo", "3"
    run = kit("judge", *words, LC_ALL=language)
    assert run.stdout.count(sentence) == 0  # the difference of one is already an explanation
    (tmp_path / "bad.out").write_text("yes\n")
    run = kit("judge", *words, LC_ALL=language)
    assert run.stdout.count(sentence) == 1


def test_every_hint_is_given_to_some_mistake() -> None:
    given_to = {
        found.hint
        for mistake in MISTAKES.values()
        for answer, output in [(as_bytes(mistake.answer), as_bytes(mistake.output))]
        for found in [difference(answer, output, exact(answer, output).at or (0, 0))]
    }
    assert given_to | {hint for _, _, hint in INPUTS} == {*Hint, None}


parts = st.lists(
    st.sampled_from([*"aA1l0.,:- \n\r\t牌，", "\xa0", "\u200b", "\ufeff", "3.14", "請輸入", "1e9"])
).map("".join)


@settings(max_examples=30)
@given(parts, parts, st.sampled_from(["utf-8", "cp950", "utf-16", "utf-16-le"]))
def test_any_difference_can_be_explained(answer: str, output: str, encoding: str) -> None:
    ours, theirs = answer.encode(), output.encode(encoding, "replace")
    if (where := exact(ours, theirs).at) is not None:
        difference(ours, theirs, where)


@given(st.lists(st.text("ab", min_size=1), min_size=2, max_size=9, unique=True), st.data())
def test_an_extra_or_missing_line_is_recognised(rows: list[str], data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(rows) - 2))
    whole = "".join(f"{row}\n" for row in rows).encode()
    less = "".join(f"{row}\n" for row in rows[:cut] + rows[cut + 1 :]).encode()
    for answer, output, hint in (whole, less, Hint.MISSING_LINES), (less, whole, Hint.EXTRA_LINES):
        where = exact(answer, output).at
        assert where is not None
        assert difference(answer, output, where).hint is hint


def test_another_word_is_not_taken_for_another_case() -> None:
    assert difference(b"Hello world\n", b"hi\n", (0, 0)).hint is None
