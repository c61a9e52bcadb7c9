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
from tests.tools import slow_after


class Mistake(NamedTuple):
    answer: str | bytes
    output: str | bytes
    chinese: str
    english: str


def at(line: int, column: int, chinese: str, english: str) -> tuple[str, str]:
    where = f"第 {line} 行第 {column} 欄：", f"line {line}, column {column}: "
    return where[0] + chinese, where[1] + english


def place(line: int, column: int) -> tuple[str, str]:
    return f"第 {line} 行第 {column} 欄", f"line {line}, column {column}"


BIG5 = "輸出的編碼是 Big5，應該是 UTF-8", "the output is in Big5 instead of UTF-8"
UTF16 = "輸出的編碼是 UTF-16，應該是 UTF-8", "the output is in UTF-16 instead of UTF-8"
NBSP = (
    "不換行空格（U+00A0 之類）和一般的空格不同",
    "a no-break space (such as U+00A0) differs from an ordinary blank",
)
ZERO = "有看不見的零寬字元", "an invisible zero-width character"
ALIKE = "看起來很像，卻是不同的字元", "different characters that look alike"
PROMPT = "多印了提示輸入的文字", "a prompt that was not asked for"
CASE = "大小寫不同", "upper and lower case differ"
DECIMALS = (
    "同一個數的寫法不同：小數位數、小數點、正負號或開頭的 0",
    "the same number, written differently: decimals, decimal point, sign or leading zeros",
)
ROUNDING = (
    "數字只差一點，可能是捨入或精確度",
    "a number is slightly off, perhaps by rounding or precision",
)
ORDER = "內容都有，順序不同", "the same contents in another order"
WIDTH = "全形與半形不同", "full width and half width differ"
BLANKS = "行裡空白的數量或位置不同", "different blanks within the line"
EXTRA = (
    "這裡多了整行，後面的又對得上",
    "extra lines here; the lines after them match again",
)
MISSING = (
    "這裡少了整行，後面的又對得上",
    "missing lines here; the lines after them match again",
)
EARLY = "輸出到這裡就結束了，後面還少了內容", "the output ends here, and more was expected"

LATIN1 = "輸出的編碼不是 UTF-8", "the output is not in UTF-8"
NOTHING = "程式沒有輸出任何東西", "the program printed nothing"
GOES_ON = "應該到這裡就結束，卻多了內容", "the output should end here"
BLANK = "這裡多了空行", "an extra empty line"
NO_BLANK = "這裡少了空行", "an empty line is missing"
MORE = (
    "小數位數太多，捨入到答案的位數就相同",
    "too many decimals; rounded, the number is the answer's",
)
FEWER = "小數位數太少，是答案捨入後的數", "too few decimals: the answer's number, rounded"
COMMAS = "分隔的逗號不同", "different commas between the values"
OFF_BY_ONE = "有一個數差了 1", "one number is off by one"
OVERFLOW = (
    "整數溢位：和答案差 2 的 32 或 64 次方的倍數",
    "integer overflow: off by a multiple of 2 to the 32 or 64",
)
CUT = (
    "只有答案的整數部分，可能用了整數除法",
    "only the integer part of the answer's number, perhaps from integer division",
)
WHOLE = "答案四捨五入成了整數", "the answer's number, rounded to an integer"
LABEL = "答案前面多印了說明的文字", "a label before the answer that was not asked for"
LIST = (
    "把串列照樣印出來，多了括號、引號或逗號",
    "a list printed as such, with brackets, quotation marks or commas",
)
THOUSANDS = "千位分隔的逗號不同", "different commas between thousands"
EXPONENT = "數字用科學記號寫（例如 1e+06）", "a number in scientific notation (such as 1e+06)"
NONE = (
    "多印了 None，是沒有 return 的函式傳回的值",
    "None was printed, the value of a function that has no return",
)
NUL = "輸出裡有看不見的 NUL（'\\0'）", "an invisible NUL ('\\0') in the output"
LONE_CR = "輸出裡有單獨的 CR（'\\r'）", "a CR ('\\r') on its own in the output"
COLOURS = (
    "輸出裡有終端機的顏色（ANSI 控制碼）",
    "terminal colours (ANSI escape codes) in the output",
)
FE0F = (
    "多了或少了看不見的 U+FE0F（表情符號的樣式）",
    "an extra or a missing U+FE0F, which is invisible (emoji style)",
)
MOJIBAKE = (
    "UTF-8 的文字被當成 Latin-1 讀進來，再輸出就成了亂碼",
    "UTF-8 text was read as Latin-1 and printed again",
)
SIMPLIFIED = "簡體字與繁體字不同", "simplified and traditional characters differ"
VARIANT = (
    "同一個字的不同寫法，例如「台」與「臺」",
    "variants of the same Chinese character, such as 台 and 臺",
)
ANSWER_BOM = (
    "答案檔開頭有看不見的 BOM，程式的輸出沒有",
    "the answer begins with an invisible BOM, the output does not",
)
ONE_LINE = "應該分成幾行的，印成了一行", "one line instead of several"
MANY_LINES = "應該在同一行的，分成了幾行", "several lines instead of one"

CRLF = "換行多了 CR，是 Windows 的 CRLF", "an extra CR before the line end, as on Windows (CRLF)"

MISTAKES = {
    "big5": Mistake("新的回合\n", b"\xb7\x73\xaa\xba\xa6\x5e\xa6\x58\n", *at(1, 1, *BIG5)),
    "big5-second-line": Mistake(
        "ok\n玩家甲贏了\n", b"ok\n\xaa\xb1\xaea\xa5\xd2\xc4\xb9\xa4F\n", *at(2, 1, *BIG5)
    ),
    "big5-after-ascii": Mistake("A 贏了\n", b"A \xc4\xb9\xa4\x46\n", *at(1, 3, *BIG5)),
    "big5-crlf": Mistake("新的回合\n", "新的回合\r\n".encode("cp950"), *at(1, 1, *BIG5)),
    "utf16-mark": Mistake("3 5\n", "3 5\n".encode("utf-16"), *at(1, 1, *UTF16)),
    "utf16-le": Mistake("3 5\n", b"3\0 \x005\0\n\0", *at(1, 2, *UTF16)),
    "utf16-be": Mistake("牌\n", b"\x72\x4c\0\n", *at(1, 1, *UTF16)),
    "latin-1": Mistake("café\n", b"caf\xe9\n", *at(1, 4, *LATIN1)),
    "bom": Mistake("3\n", b"\xef\xbb\xbf3\n", *at(1, 1, "多了看不見的 BOM", "an invisible BOM")),
    "nothing": Mistake("3\n", b"", *at(1, 1, *NOTHING)),
    "missing-last-line": Mistake("1\n2\n", b"1\n", *at(2, 1, *EARLY)),
    "missing-line": Mistake("1\n2\n3\n4\n", b"1\n3\n4\n", *at(2, 1, *MISSING)),
    "extra-line": Mistake("1\n2\n3\n", b"1\nx\n2\n3\n", *at(2, 1, *EXTRA)),
    "extra-last-line": Mistake(
        "1\n", b"1\n2\n", *at(2, 1, *GOES_ON)
    ),
    "blank-line": Mistake("1\n2\n", b"1\n\n2\n", *at(2, 1, *BLANK)),
    "no-blank-line": Mistake("1\n\n2\n", b"1\n2\n", *at(2, 1, *NO_BLANK)),
    "blank-line-at-end": Mistake(
        "1\n", b"1\n\n\n", *at(2, 1, "最後多了換行", "extra newlines at the end")
    ),
    "no-last-newline": Mistake(
        "1\n2\n", b"1\n2", *at(2, 2, "最後一行少了換行", "no newline at the end of the last line")
    ),
    "crlf": Mistake(
        "1\n2\n",
        b"1\r\n2\r\n",
        *at(1, 2, *CRLF),
    ),
    "answer-crlf": Mistake(
        b"1\r\n2\r\n",
        b"1\n2\n",
        *at(
            1,
            2,
            "答案檔的換行是 Windows 的 CRLF，程式的不是（--compare lines 不管行尾）",
            "the answer has Windows line ends (CRLF), the output has not"
            " (--compare lines ignores line ends)",
        ),
    ),
    "trailing-blank": Mistake(
        "1 2\n", b"1 2 \n", *at(1, 4, "行尾的空白不同", "different blanks at the end of the line")
    ),
    "tab": Mistake("1 2\n", b"1\t2\n", *at(1, 2, *BLANKS)),
    "nbsp": Mistake("1 2\n", b"1\xc2\xa02\n", *at(1, 2, *NBSP)),
    "nbsp-and-wrong": Mistake("1 2\n", b"1\xc2\xa03\n", *place(1, 2)),
    "nbsp-at-the-end": Mistake("ab\n", b"ab\xc2\xa0\n", *at(1, 3, *NBSP)),
    "nbsp-too-many": Mistake("ab\n", b"a\xc2\xa0b\n", *at(1, 2, *NBSP)),
    "nbsp-beside-a-blank": Mistake("a b\n", b"a \xc2\xa0b\n", *at(1, 3, *NBSP)),
    "zero-width": Mistake("12\n", b"1\xe2\x80\x8b2\n", *at(1, 2, *ZERO)),
    "soft-hyphen-and-wrong": Mistake("12\n", b"1\xc2\xad3\n", *place(1, 2)),
    "width": Mistake("贏了，好\n", "贏了,好\n", *at(1, 3, *WIDTH)),
    "wide-digits": Mistake("12\n", "１２\n", *at(1, 1, *WIDTH)),
    "wide-blank": Mistake("1 2\n", "1\u30002\n", *at(1, 2, *WIDTH)),
    "wide-blank-at-the-end": Mistake("ab\n", "ab\u3000\n", *at(1, 3, *WIDTH)),
    "cyrillic": Mistake("A\n", b"\xd0\x90\n", *at(1, 1, *ALIKE)),
    "letter-for-digit": Mistake("10\n", b"1O\n", *at(1, 2, *ALIKE)),
    "combined": Mistake(
        "café\n",
        b"cafe\xcc\x81\n",
        *at(
            1,
            4,
            "看起來一樣，組成的字元不同",
            "looks the same, but consists of different characters",
        ),
    ),
    "case-and-wrong": Mistake("Hello wrld\n", b"hello world\n", *place(1, 1)),
    "case": Mistake("Yes\n", b"YES\n", *at(1, 2, *CASE)),
    "prompt-before": Mistake("7\n", b"Enter a: Enter b: 7\n", *at(1, 1, *PROMPT)),
    "prompt-line": Mistake("7\n", "請輸入兩個整數：\n7\n", *at(1, 1, *PROMPT)),
    "decimals": Mistake("3.14\n", b"3.140\n", *at(1, 5, *DECIMALS)),
    "more-decimals": Mistake("3.14\n", b"3.14159\n", *at(1, 5, *MORE)),
    "plus-sign": Mistake("7\n", b"+7\n", *at(1, 1, *DECIMALS)),
    "commas-between": Mistake("1 2 3\n", b"1, 2, 3\n", *at(1, 2, *COMMAS)),
    "minus-zero": Mistake("0.0\n", b"-0.0\n", *at(1, 1, *DECIMALS)),
    "rounding": Mistake("0.333\n", b"0.334\n", *at(1, 5, *ROUNDING)),
    "precision": Mistake("123456.5\n", b"123456.4\n", *at(1, 8, *ROUNDING)),
    "order": Mistake("a\nb\nc\n", b"b\na\nc\n", *at(1, 1, *ORDER)),
    "order-of-words": Mistake("1 2 3\n", b"3 1 2\n", *at(1, 1, *ORDER)),
    "just-wrong": Mistake("5\n", b"7\n", *place(1, 1)),
    "other-answers": Mistake("YES\nNO\nNO\n", b"NO\nNO\nNO\n", *place(1, 1)),
    "other-integer": Mistake("12345678901234567890\n", b"12345678901234567891\n",
        *at(1, 20, *OFF_BY_ONE)),
    "another-count": Mistake("10\n", b"11\n", *at(1, 2, *OFF_BY_ONE)),
    "fewer-decimals": Mistake("0.25\n", b"0.3\n", *at(1, 3, *FEWER)),
    "integer-division": Mistake("2.5\n", b"2\n", *at(1, 2, *CUT)),
    "to-integer": Mistake("99.5\n", b"100\n", *at(1, 1, *WHOLE)),
    "overflow-32": Mistake("3000000000\n", b"-1294967296\n", *at(1, 1, *OVERFLOW)),
    "label": Mistake("3\n", b"Sum: 3\n", *at(1, 1, *LABEL)),
    "list": Mistake("1 2 3\n", b"[1, 2, 3]\n", *at(1, 1, *LIST)),
    "thousands": Mistake("1234567\n", b"1,234,567\n", *at(1, 2, *THOUSANDS)),
    "exponent": Mistake("1000000\n", b"1e+06\n", *at(1, 2, *EXPONENT)),
    "none-line": Mistake("1\n2\n", b"1\nNone\n2\nNone\n", *at(2, 1, *NONE)),
    "none-at-the-end": Mistake("7\n", b"7\nNone\n", *at(2, 1, *NONE)),
    "nul": Mistake("3\n", b"3\0\n", *at(1, 2, *NUL)),
    "lone-cr": Mistake("1\n2\n", b"1\r2\n", *at(1, 2, *LONE_CR)),
    "line-ends-cr": Mistake("1\n2\n", b"1\r2\r", *at(1, 2, *LONE_CR)),
    "colours": Mistake("ok\n", b"\x1b[32mok\x1b[0m\n", *at(1, 1, *COLOURS)),
    "fe0f": Mistake("♥5\n", "♥\ufe0f5\n", *at(1, 2, *FE0F)),
    "mojibake": Mistake("贏\n", "贏\n".encode().decode("latin-1"), *at(1, 1, *MOJIBAKE)),
    "simplified": Mistake("玩家贏了\n", "玩家赢了\n", *at(1, 3, *SIMPLIFIED)),
    "variant": Mistake("臺北\n", "台北\n", *at(1, 1, *VARIANT)),
    "already": Mistake("已經\n", "己經\n", *at(1, 1, *ALIKE)),
    "pattern": Mistake("答案\n", "答桉\n", *at(1, 2, *ALIKE)),
    "wide-comma": Mistake("1,2\n", "1，2\n", *at(1, 2, *WIDTH)),
    "answer-bom": Mistake("\ufeff3\n", b"3\n", *at(1, 1, *ANSWER_BOM)),
    "one-line": Mistake("1\n2\n3\n", b"1 2 3\n", *at(1, 2, *ONE_LINE)),
    "many-lines": Mistake("1 2 3\n", b"1\n2\n3\n", *at(1, 2, *MANY_LINES)),
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
    chinese = language.startswith("zh")
    assert said == {
        name: mistake.chinese if chinese else mistake.english for name, mistake in MISTAKES.items()
    }


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
