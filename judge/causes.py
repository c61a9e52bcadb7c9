"""The causes of a wrong line: changes that turn the program's line into the answer's line.

`CAUSES` lists them, the most special first. A change takes the program's line and the answer's,
and returns the program's line without the mistake; from the answer it takes only details such as
the number of decimals. A change is the cause if and only if it returns the answer's line.
"""

import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Self, TypeAlias

from cardjudge.files import toml

Change: TypeAlias = Callable[[str, str], str]
_LAYOUT = True


class _Number:
    """A number of a line; a comma in it is the decimal mark."""

    def __init__(self, word: str) -> None:
        number = Decimal(word.replace(",", "."))
        self.word, self.value = word, Fraction(number)
        self.decimals = max(0, -int(number.as_tuple().exponent))


_Numbers: TypeAlias = Callable[[_Number, _Number], bool]
"""Returns whether the answer's number and the program's have a certain relation."""


class Hint(Enum):
    """The cause of a difference, with its sentence for the user."""

    is_layout: bool
    """Whether no rule of a game is behind it, only blanks, characters or a prompt."""

    def __new__(cls, sentence: str, is_layout: bool = False) -> Self:
        """Return the member whose value is the sentence alone."""
        hint = object.__new__(cls)
        hint._value_, hint.is_layout = sentence, is_layout
        return hint

    NO_OUTPUT = "程式沒有輸出任何東西"
    ENDS_EARLY = "輸出到這裡就結束了，後面還少了內容"
    GOES_ON = "應該到這裡就結束，卻多了內容"
    MISSING_NEWLINE = "最後一行少了換行", _LAYOUT
    EXTRA_NEWLINE = "最後多了換行", _LAYOUT
    TRAILING_BLANKS = "行尾的空白不同", _LAYOUT
    CARRIAGE_RETURN = "換行多了 CR，是 Windows 的 CRLF", _LAYOUT
    ANSWER_CARRIAGE_RETURN = (
        "答案檔的換行是 Windows 的 CRLF，程式的不是（--compare lines 不管行尾）",
        _LAYOUT,
    )
    BYTE_ORDER_MARK = "多了看不見的 BOM", _LAYOUT
    ANSWER_BYTE_ORDER_MARK = "答案檔開頭有看不見的 BOM，程式的輸出沒有", _LAYOUT
    UTF16 = "輸出的編碼是 UTF-16，應該是 UTF-8；PowerShell 的 > 會這樣存", _LAYOUT
    NONE_LINES = "多印了 None，是沒有 return 的函式傳回的值", _LAYOUT
    NUL = "輸出裡有看不見的 NUL（'\\0'）", _LAYOUT
    LONE_CR = "輸出裡有單獨的 CR（'\\r'）", _LAYOUT
    WIDTH = "全形與半形不同", _LAYOUT
    CASE = "大小寫不同", _LAYOUT
    SIMPLIFIED = "簡體字與繁體字不同"
    LOOKALIKE = "看起來很像，卻是不同的字元"
    BLANKS = "行裡空白的數量或位置不同", _LAYOUT
    MOJIBAKE = "UTF-8 的文字被當成 Latin-1 讀進來，再輸出就成了亂碼", _LAYOUT
    BIG5 = "輸出的編碼是 Big5，應該是 UTF-8", _LAYOUT
    QUESTION_MARKS = "輸出的編碼沒有這些字，印成了問號；請用 UTF-8 輸出", _LAYOUT
    DECIMALS = "同一個數的寫法不同：小數位數、小數點、正負號、開頭的 0 或科學記號"
    TO_INTEGER = "答案的小數被截掉或捨入成整數，可能用了整數除法"
    PLACES = "小數位數不同，捨入到較少的位數就相同"
    GREATEST = "印出的是 int 或 long long 的極值；cin 讀不下的數會變成它"
    OFF_BY_ONE = "有一個數差了 1"
    OVERFLOW = "整數溢位：和答案差 2 的 32 或 64 次方的倍數"
    ROUNDING = "數字只差一點，可能是捨入或精確度"
    LIST = "把串列照樣印出來，多了括號、引號或逗號"
    COMMAS = "分隔的逗號不同", _LAYOUT
    PROMPT = "答案前面多印了文字，例如提示輸入的話", _LAYOUT
    ORDER = "內容都有，順序不同"
    EXTRA_BLANK_LINE = "這裡多了空行", _LAYOUT
    MISSING_BLANK_LINE = "這裡少了空行", _LAYOUT
    ONE_LINE = "應該分成幾行的，印成了一行"
    MANY_LINES = "應該在同一行的，分成了幾行"
    EXTRA_LINES = "這裡多了整行，後面的又對得上"
    MISSING_LINES = "這裡少了整行，後面的又對得上"
    INPUT_BYTE_ORDER_MARK = "輸入檔開頭有看不見的 BOM，程式讀到的第一個字元就是它"
    INPUT_UTF16 = "輸入檔的編碼是 UTF-16，不是 UTF-8"
    INPUT_BIG5 = "輸入檔不是 UTF-8，用 Big5 才讀得出文字"
    SEVERAL_READERS = "程式要讀的比輸入的還多；若建立了好幾個 Scanner(System.in)，第一個會讀走全部"
    EMPTY_TEXT = (
        "程式用到了空字串；若在 nextInt() 或 next() 之後用 nextLine()，它只讀到那一行剩下的換行"
    )
    TOO_LARGE = "讀進來的數超出程式的整數型別；Java 用 long，C++ 用 long long"
    NO_FILE = "程式要開的檔案不存在；測試的輸入在標準輸入，不在檔案裡"
    KIT_IS_HIDDEN = (
        "程式引入了這套工具的套件，沙箱不讓程式讀它；要評測裁判本身，請在 -- 之後寫它的指令"
    )


def cause(answer: str, output: str) -> Hint | None:
    """Return the cause of a wrong line; None if no change gives the answer's line."""
    if answer == output:
        return None
    return next((hint for hint, change in CAUSES if change(output, answer) == answer), None)


def look_alike(one: str, other: str) -> bool:
    """Return whether two texts look the same, or nearly."""
    return _looks(one) == _looks(other)


def is_prompt(words: str) -> bool:
    """Return whether words ask a person for input, or announce what follows."""
    return _ASKS.search(words) is not None and not _CLINGS.search(words)


def _looks(text: str) -> str:
    return _narrow(unicodedata.normalize("NFC", text)).translate(_SKELETON).rstrip(" ")


def _same(view: Callable[[str], str]) -> Change:
    """Return the change to the answer's line if both lines are equal under a view."""
    return lambda output, answer: answer if view(output) == view(answer) else output


def _read_as(encoding: str, *codecs: str) -> Change:
    """Return the change that decodes the line in another encoding and drops the CR of Windows."""

    def change(output: str, answer: str) -> str:
        for codec in codecs:
            try:
                text = output.encode(encoding or codec, "surrogateescape").decode(
                    codec if encoding else "utf-8"
                )
            except UnicodeError:
                continue
            if text.rstrip("\r") == answer:
                return answer
        return output

    return change


def _narrow(text: str) -> str:
    """Return the text with full-width characters as ASCII, and half-width Japanese as usual."""
    kinds = "<wide>", "<narrow>"
    return "".join(
        unicodedata.normalize("NFKC", c)
        if unicodedata.decomposition(c).startswith(kinds)
        else _STOPS.get(c, c)
        for c in text
    )


def _numbers(related: _Numbers, most: int | None = None) -> Change:
    """Return the change that corrects at most `most` numbers with a relation to the answer's."""

    def change(output: str, answer: str) -> str:
        pairs = [*zip(_NUMBER.findall(answer), _NUMBER.findall(output), strict=False)]
        wrong = [pair for pair in pairs if pair[0] != pair[1]]
        grouped = any(_GROUPED.match(word) for pair in wrong for word in pair)
        if grouped or (most is not None and len(wrong) > most):
            return output
        right = [word if max(len(word), len(other)) <= _MOST_DIGITS
                 and related(_Number(word), _Number(other)) else other
                 for word, other in pairs]  # fmt: skip
        words = iter(right)
        return _NUMBER.sub(lambda match: next(words, match[0]), output)

    return change


def _same_number(answer: _Number, output: _Number) -> bool:
    """Match equal numbers, and 1.23457e+06, as C++ prints 1234567."""
    as_float = "e" in output.word and output.word == f"{float(answer.word.replace(',', '.')):g}"
    return answer.value == output.value or as_float


def _to_integer(answer: _Number, output: _Number) -> bool:
    near = output.decimals <= 1 and abs(answer.value - output.value) <= Fraction(1, 2)
    cut = output.value in {int(answer.value), answer.value // 1}
    return answer.value % 1 > 0 == output.value % 1 and (near or cut)


def _rounds(answer: _Number, output: _Number) -> bool:
    """Return whether the number with more decimals rounds to the other."""
    fewer, more = sorted((answer.decimals, output.decimals))
    return fewer < more and 2 * abs(answer.value - output.value) <= Fraction(1, 10**fewer)


def _overflows(answer: _Number, output: _Number) -> bool:
    """Match the rest modulo 2 to the 32 or 64; a rest of 0 may have any cause."""
    return output.word.strip("+-0").isdigit() and any(
        (answer.value - output.value) % (1 << bits) == 0
        and -(1 << bits) <= 2 * output.value < 2 << bits
        for bits in (32, 64)
    )


def _greatest(answer: _Number, output: _Number) -> bool:
    """Return whether a number is cut to the range of a signed type."""
    return output.word.lstrip("+-").isdigit() and any(
        output.value == max(-most - 1, min(answer.value, most)) != answer.value
        for most in ((1 << 31) - 1, (1 << 63) - 1)
    )


def _nearly(answer: _Number, output: _Number) -> bool:
    fewer, more = sorted((answer.decimals, output.decimals))
    apart = abs(answer.value - output.value)
    is_last = fewer > 1 and apart <= Fraction(1, 10**fewer)
    return more > 0 and (10**6 * apart <= abs(answer.value) or is_last)


def _question_marks(output: str, answer: str) -> str:
    """Return the answer's line if each question mark stands for a character or byte of it."""
    shown = output.replace("\ufffd", "?")
    if shown == _NOT_ASCII.sub(lambda c: "?" * len(c[0].encode(errors="surrogateescape")), answer):
        return answer
    pairs = zip(shown, answer, strict=False)
    same = all(c == d or (c == "?" and not d.isascii()) for c, d in pairs)
    return answer if same and len(shown) == len(answer) else output


def _without_list(output: str, answer: str) -> str:
    bare = _BRACKETS.sub("", output)
    tries = bare, bare.replace(", ", ""), _other_commas(bare, answer)
    return answer if bare != output and answer in tries else output


def _other_commas(output: str, answer: str) -> str:
    tries = (output.replace(", ", " "), output.replace(",", " "), output.replace(",", ""),
             output.replace(" ", ","), output.replace(" ", ", "), output.replace(", ", ","),
             output.replace(",", ", "))  # fmt: skip
    return answer if answer in tries else output


def _without_prompt(output: str, answer: str) -> str:
    words = output.removesuffix(answer)
    return answer if answer.strip() and output != words and is_prompt(words) else output


def _in_order(output: str, answer: str) -> str:
    words, expected = (sorted(_BETWEEN.split(text.rstrip(" "))) for text in (output, answer))
    return answer if words == expected else output


_NOT_ASCII = re.compile(r"[^\0-\x7f]")
_BETWEEN = re.compile("(?<=[:：])| ")
_NO_BLANKS = dict.fromkeys(map(ord, " \t\v\f"))
_SKELETON, _SIMPLIFIED = (
    str.maketrans({other: group[0] for group in groups.split() for other in group[1:]})
    for groups in toml(__file__, "characters.toml").values()
)
_STOPS = {"\u3000": " ", "。": ".", "、": ","}
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*|,[0-9]+)?|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_GROUPED = re.compile("[+-]?[1-9][0-9]{0,2},[0-9]{3}(?![0-9])")
"""Matches a number that may have a separator of thousands or a decimal comma."""
_MOST_DIGITS = 40
_BRACKETS = re.compile(r"[\[\](){}'\"]")
_ASKS = re.compile(r"^\s*(?:(?:please|enter)\b|\u8acb)|[:：=＝?？>]\s*$", re.IGNORECASE)
_CLINGS = re.compile(r"[\w.,+-]$", re.ASCII)
"""A prompt does not end like this: the rest of a longer answer may follow directly."""

CAUSES: list[tuple[Hint, Change]] = [
    (Hint.NUL, lambda output, _: output.replace("\0", "")),
    (Hint.LONE_CR, lambda output, _: output.replace("\r", "")),
    (Hint.WIDTH, _same(lambda text: _narrow(text).rstrip(" "))),
    (Hint.CASE, _same(str.casefold)),
    (Hint.SIMPLIFIED, _same(lambda text: text.translate(_SIMPLIFIED))),
    (Hint.LOOKALIKE, _same(lambda text: text.translate(_SKELETON))),
    (Hint.BLANKS, _same(lambda text: text.translate(_NO_BLANKS))),
    (Hint.MOJIBAKE, _read_as("", "cp1252", "latin-1")),
    (Hint.BIG5, _read_as("utf-8", "cp950", "big5hkscs")),
    (Hint.QUESTION_MARKS, _question_marks),
    (Hint.DECIMALS, _numbers(_same_number)),
    (Hint.ORDER, _in_order),
    (Hint.TO_INTEGER, _numbers(_to_integer)),
    (Hint.PLACES, _numbers(_rounds)),
    (Hint.GREATEST, _numbers(_greatest)),
    (Hint.OFF_BY_ONE, _numbers(lambda one, other: abs(one.value - other.value) == 1, most=1)),
    (Hint.OVERFLOW, _numbers(_overflows)),
    (Hint.ROUNDING, _numbers(_nearly)),
    (Hint.LIST, _without_list),
    (Hint.COMMAS, _other_commas),
    (Hint.PROMPT, _without_prompt),
]
