"""What is likely behind a difference: the mistakes that programs make again and again.

`hint` asks one function after another, from what is certain to what is likely. Each compares the
lines as a whole before it believes a character: a cause has to explain all of a line.
"""

import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from io import BytesIO
from typing import NamedTuple, Self

_AHEAD = 64
"""How many lines from the difference on are looked at."""
_ALIGNED = 8
"""How many lines have to agree after some that are missing."""
_LONGEST = 4096
"""How many bytes of a line are looked at."""
_SORTED = 4 << 20
"""How large an output may be for its lines to be compared without their order."""


Hint = Enum(
    "Hint",
    """
    NO_OUTPUT ENDS_EARLY GOES_ON MISSING_NEWLINE EXTRA_NEWLINE TRAILING_BLANKS CARRIAGE_RETURN
    ANSWER_CARRIAGE_RETURN BYTE_ORDER_MARK UTF16 BIG5 NOT_UTF8 NORMALIZATION NO_BREAK_SPACE
    ZERO_WIDTH WIDTH LOOKALIKE CASE BLANKS DECIMALS ROUNDING PROMPT ORDER EXTRA_BLANK_LINE
    MISSING_BLANK_LINE EXTRA_LINES MISSING_LINES
    """,
)
"""What is likely to be behind a difference."""


class Place(NamedTuple):
    """A place in the answer or in an output, and the line around it."""

    data: bytes
    start: int
    """The offset at which the line begins."""
    line: int
    column: int
    """Both counted from 1; a column is a character."""
    before: str
    rest: str
    """What stands on the line before the place, and from it on, with the line end."""
    is_cut: bool
    """Whether the line is too long for `before` and `rest` to be all of it."""

    @property
    def character(self) -> str:
        """The character; empty at the end of the file, a lone surrogate if it is not UTF-8."""
        return self.rest[:1]

    @property
    def text(self) -> str:
        """The line."""
        return self.before + self.rest

    @property
    def is_last(self) -> bool:
        """Whether nothing follows the line."""
        return not self.is_cut and self.data.find(b"\n", self.start) + 1 in (0, len(self.data))

    def next(self) -> Self:
        """Return the place of the next character of the line."""
        before, rest = self.before + self.character, self.rest[1:]
        return self._replace(column=self.column + 1, before=before, rest=rest)

    def following(self) -> list[bytes]:
        """Return the lines from this one on, without blanks at their ends."""
        rows: list[bytes] = []
        start = self.start
        while start < len(self.data) and len(rows) < _AHEAD:
            end = self.data.find(b"\n", start)
            end = len(self.data) if end < 0 else end
            rows.append(self.data[start : min(end, start + _LONGEST)].rstrip())
            start = end + 1
        return rows


def hint(ours: Place, theirs: Place) -> Hint | None:
    """Return what is likely behind the first difference between an answer and an output."""
    for look in _encoding, _end, _same_line, _blank_lines, _order, _lines, _same_character:
        if found := look(ours, theirs):
            return found
    return None


def _encoding(ours: Place, theirs: Place) -> Hint | None:
    if not theirs.data:
        return Hint.NO_OUTPUT
    if _is_utf16(ours.data, theirs.data):
        return Hint.UTF16
    if theirs.character == "\ufeff" and theirs.line == theirs.column == 1:
        return Hint.BYTE_ORDER_MARK
    if theirs.character < "\x80":
        return None
    if _is_big5(ours.text, theirs.text):
        return Hint.BIG5
    return Hint.NOT_UTF8 if "\udc80" <= theirs.character <= "\udcff" else None


def _is_utf16(answer: bytes, output: bytes) -> bool:
    """Whether the output has the mark of UTF-16, or is the answer's first line in it."""
    if output[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return True
    row = answer[:_LONGEST].partition(b"\n")[0].decode(errors="replace").strip()
    return bool(row) and output[: 2 * len(row)] in {
        row.encode(codec, "replace") for codec in ("utf-16-le", "utf-16-be")
    }


def _is_big5(wanted: str, came: str) -> bool:
    """Whether what came, read as Big5, has at least half of its Chinese in the line wanted."""
    read = came.encode(errors="surrogateescape").decode("cp950", "replace")
    foreign = [character for character in read if character > "\x7f"]
    known = sum(character in wanted for character in foreign)
    return read.strip() == wanted.strip() or 2 * known > len(foreign)


def _end(ours: Place, theirs: Place) -> Hint | None:
    """Judge where one ends, or where both lines do."""
    wanted, came = ours.rest, theirs.rest
    if not came:
        return Hint.MISSING_NEWLINE if wanted == "\n" and ours.is_last else Hint.ENDS_EARLY
    if not wanted:
        more = came.strip() or any(theirs.following()[1:])
        return Hint.GOES_ON if more else Hint.EXTRA_NEWLINE
    if (wanted, came) == ("\n", "\r\n"):
        return Hint.CARRIAGE_RETURN
    if (wanted, came) == ("\r\n", "\n"):
        return Hint.ANSWER_CARRIAGE_RETURN
    only_blanks = not wanted.strip(_BLANKS) and not came.strip(_BLANKS)
    return Hint.TRAILING_BLANKS if only_blanks else None


_BLANKS = " \t\r\n\v\f"
_NO_BREAK = re.compile(" *[\xa0\u2007\u202f]+ *")
_ZERO_WIDTH = re.compile("[\xad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_ALIKE = """
-‐‑‒–—―−─━ー一 '‘’‛′´` "“”„″ ·‧•・∙⋅ ~～〜∼ :∶ /∕⁄ 0OoОоΟο〇○◯ 1lIІΙ|∣
aа eе cс pрρ xх×χ yу AАΑ BВΒ EЕΕ HНΗ KКΚ MМΜ NΝ PРΡ CС TТΤ XХΧ YΥ ZΖ ♠♤ ♥♡❤ ♦♢ ♣♧
""".split()
"""Characters of ASCII, and those that look like them."""
_SKELETON = str.maketrans({other: each[0] for each in _ALIKE for other in each[1:]})
_STOPS = {"\u3000": " ", "。": ".", "、": ","}
_PLAIN = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*|,[0-9]+)?|[.,][0-9]+)")
_NUMBER = re.compile(rf"{_PLAIN.pattern}(?:[eE][+-]?[0-9]{{1,3}})?")
_MOST_DIGITS = 40


def _narrow(text: str) -> str:
    """Write full-width characters as ASCII has them, and half-width ones of Japanese as usual."""
    kinds = "<wide>", "<narrow>"
    return "".join(
        _compatible(c) if unicodedata.decomposition(c).startswith(kinds) else _STOPS.get(c, c)
        for c in text
    )


def _compatible(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _as_values(text: str) -> str:
    """Write each number by its value alone: no plus, no zeros that say nothing, a point."""

    def value(found: re.Match[str]) -> str:
        whole, _, part = found[0].lstrip("+-").replace(",", ".").partition(".")
        digits = f"{whole.lstrip('0')}.{part.rstrip('0')}"
        return digits if found[0][0] != "-" or digits == "." else f"-{digits}"

    return _PLAIN.sub(value, text)


_VIEWS: list[tuple[Hint, Callable[[str], str]]] = [
    (Hint.NORMALIZATION, lambda text: unicodedata.normalize("NFC", text)),
    (Hint.NO_BREAK_SPACE, lambda text: _NO_BREAK.sub(" ", text)),
    (Hint.ZERO_WIDTH, lambda text: _ZERO_WIDTH.sub("", text)),
    (Hint.WIDTH, _narrow),
    (Hint.CASE, str.casefold),
    (Hint.LOOKALIKE, lambda text: _compatible(text).translate(_SKELETON)),
    (Hint.BLANKS, lambda text: " ".join(text.split())),
    (Hint.DECIMALS, _as_values),
]
"""Ways to look at a text in which what differs is the same."""


def _same_line(ours: Place, theirs: Place) -> Hint | None:
    """Find in which way the two lines are the same."""
    wanted, came = ours.text.rstrip(_BLANKS), theirs.text.rstrip(_BLANKS)
    for found, view in _VIEWS:
        if view(wanted).rstrip(" ") == view(came).rstrip(" "):
            return found
    numbers = _NUMBER.findall(wanted), _NUMBER.findall(came)
    if len(numbers[0]) == len(numbers[1]) and _NUMBER.split(wanted) == _NUMBER.split(came):
        return _same_number(*numbers)
    return None


def _same_number(wanted: list[str], came: list[str]) -> Hint | None:
    """Tell whether numbers differ by their decimals, or by a little in the last of them."""
    hints = {_nearly(*pair) for pair in zip(wanted, came, strict=True) if pair[0] != pair[1]}
    if None in hints:
        return None
    return Hint.ROUNDING if Hint.ROUNDING in hints else Hint.DECIMALS


def _nearly(wanted: str, came: str) -> Hint | None:
    if max(len(wanted), len(came)) > _MOST_DIGITS:
        return None
    ours, theirs = (Fraction(Decimal(word.replace(",", "."))) for word in (wanted, came))
    decimals = [len(word.replace(",", ".").partition(".")[2]) for word in (wanted, came)]
    apart, last = abs(ours - theirs), Fraction(1, 10 ** min(decimals))
    if decimals[0] != decimals[1] and apart <= last / 2:
        return Hint.DECIMALS
    little = 10**6 * apart <= abs(ours) or (min(decimals) > 1 and apart <= last)
    return Hint.ROUNDING if little and max(decimals) else None


def _blank_lines(ours: Place, theirs: Place) -> Hint | None:
    wanted, came = ours.following(), theirs.following()
    if not came[0] and next(filter(None, came), None) == wanted[0]:
        return Hint.EXTRA_BLANK_LINE
    if not wanted[0] and next(filter(None, wanted), None) == came[0]:
        return Hint.MISSING_BLANK_LINE
    return None


def _order(ours: Place, theirs: Place) -> Hint | None:
    """See whether all lines came, or all words of the line, in another order."""
    words = ours.text.split()
    if len(words) > 1 and sorted(words) == sorted(theirs.text.split()):
        return Hint.ORDER
    if max(len(ours.data), len(theirs.data)) > _SORTED:
        return None
    return Hint.ORDER if _bag(ours.data) == _bag(theirs.data) else None


def _bag(data: bytes) -> int:
    """Return a number that tells which lines there are and how often, but not in which order."""
    return sum(hash(row) for row in map(bytes.rstrip, BytesIO(data)) if row)


_ASKS = re.compile(r"^\s*(please|enter|input|type)\b|\u8f38\u5165", re.IGNORECASE)  # or 輸入
_PROMPT = re.compile(rf"{_ASKS.pattern}|[:：?？>＞]\s*$", _ASKS.flags)


def _lines(ours: Place, theirs: Place) -> Hint | None:
    """Find whole lines that are too many or missing: those that follow have to agree again."""
    wanted, came = ours.following(), theirs.following()
    if _is_prompt(wanted[0], came):
        return Hint.PROMPT
    more = theirs.data.count(b"\n") - ours.data.count(b"\n")
    if any(_agree(wanted, came[count:]) for count in range(1, min(more, _AHEAD) + 1)):
        return Hint.EXTRA_LINES
    if any(_agree(wanted[count:], came) for count in range(1, min(-more, _AHEAD) + 1)):
        return Hint.MISSING_LINES
    return None


def _is_prompt(wanted: bytes, came: list[bytes]) -> bool:
    """Whether words that ask stand before the line wanted, on its line or on lines of their own."""
    if _ASKS.search(_read(came[0])) and not _ASKS.search(_read(wanted)):
        return True
    if not wanted:
        return False
    for count, row in enumerate(came[:_ALIGNED]):
        if row.endswith(wanted):
            asked = [*came[:count], row.removesuffix(wanted)]
            return all(_PROMPT.search(_read(each)) for each in asked if each) and any(asked)
    return False


def _read(row: bytes) -> str:
    return row.decode(errors="replace")


def _agree(one: list[bytes], other: list[bytes]) -> bool:
    """Whether lines begin in the same way, or are the same to the end."""
    return bool(one and other) and one[:_ALIGNED] == other[:_ALIGNED]


def _same_character(ours: Place, theirs: Place) -> Hint | None:
    """See what the characters alone tell, where the lines are not the same in any way."""
    wanted, came = ours.character, theirs.character
    words = [place.rest.casefold().split()[:1] for place in (ours, theirs)]
    doubtful = {Hint.BLANKS} | ({Hint.CASE} if words[0] != words[1] else set())
    for found, view in _VIEWS:
        if found not in doubtful and view(wanted) == view(came) != "":
            return found
    for found, pattern in (Hint.ZERO_WIDTH, _ZERO_WIDTH), (Hint.NO_BREAK_SPACE, _NO_BREAK):
        if any(map(pattern.match, (wanted, came))):
            return found
    rest_is_missing = theirs.is_last and not ours.is_last and not theirs.rest.strip()
    return Hint.ENDS_EARLY if rest_is_missing else None
