"""The cause of a first difference: the ends, the line itself, or whole lines around it.

The judge never guesses. A wrong line has a cause if a change gives the answer's line
(`judge.causes`); missing or extra lines are a cause if the lines after them agree again.
"""

import codecs
import re
from collections.abc import Callable
from io import BytesIO
from typing import NamedTuple, Self

from cardjudge.kit import packages
from judge.causes import Hint, cause, is_prompt

_AHEAD = 64
"""Lines examined from the difference on."""
_AHEAD_IN_LINE = 4096
"""Most lines of the answer that the program may have joined into one."""
_ALIGNED = 8
"""Lines that must agree after missing or extra ones."""
_LONGEST = 4096
"""Bytes of a line that are examined."""
_SORTED = 4 << 20
"""Largest output in bytes whose lines are compared without their order."""
_BOM_UTF16 = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE
_BIG5 = re.compile(rb"([\0-\x7f]*[\xa1-\xc6][\x40-\x7e\xa1-\xfe])+[\0-\x7f]*[\xa1-\xc6]?")
"""ASCII and common characters; the data may be cut within the last character."""
_NO_LINE = re.compile(
    rb"^(?:Exception in thread \"[^\"\n]*\"|Caused by:) java\.util\.NoSuchElementException"
    rb"(?:: No line found)?\r?\n\tat (?:java\.base/)?java\.util\.Scanner\.",
    re.MULTILINE,
)
"""Java's error message when a Scanner reads past the end of the input."""
_NO_MODULE = re.compile(rb"^.*(?:No module named |cannot import name .* from )'?(\w+).*\s*\Z", re.M)
"""Python's last error line when a package is missing or incomplete."""
_EMPTY_TEXT = re.compile(
    rb'NumberFormatException: For input string: ""|StringIndexOutOfBoundsException:.* length:? 0$',
    re.MULTILINE,
)
_TOO_LARGE = re.compile(
    rb'(?:NumberFormat|InputMismatch)Exception: For input string: "[+-]?[0-9]{10,}"'
    rb"|std::out_of_range'\s+what\(\):  sto[il]"
)
_NO_FILE = re.compile(rb"^(?:FileNotFoundError:|.*java\.io\.FileNotFoundException:|"
                      rb".*java\.nio\.file\.NoSuchFileException:)", re.MULTILINE)  # fmt: skip
"""Messages of Python and Java."""
_BLANKS = " \t\r\n\v\f"
_OTHER_NUMBERS = {Hint.TO_INTEGER, Hint.OFF_BY_ONE, Hint.OVERFLOW, Hint.ROUNDING}
"""Causes with a wrong number: other or missing lines may explain it, so these are tried first."""


class Place(NamedTuple):
    """A position in the answer or in an output, and the line around it."""

    data: bytes
    start: int
    """Offset in bytes of the beginning of the line."""
    line: int
    column: int
    """Line and column are counted from 1; a column is a character."""
    before: str
    rest: str
    """Text of the line before the position, and text from it on, with the line end."""
    is_cut: bool
    """Whether the line is too long to be in `before` and `rest` as a whole."""

    @property
    def character(self) -> str:
        """The character; empty at the end of the file, a lone surrogate for a byte not UTF-8."""
        return self.rest[:1]

    @property
    def text(self) -> str:
        """The line without its end."""
        return (self.before + self.rest).removesuffix("\n")

    @property
    def is_last(self) -> bool:
        """Whether this is the last line."""
        return not self.is_cut and self.data.find(b"\n", self.start) + 1 in (0, len(self.data))

    def next(self) -> Self:
        """Return the position of the next character in the line."""
        before, rest = self.before + self.character, self.rest[1:]
        return self._replace(column=self.column + 1, before=before, rest=rest)

    def following(self, most: int = _AHEAD) -> list[bytes]:
        """Return at most `most` lines from this one on, without blanks at their ends."""
        rows: list[bytes] = []
        start = self.start
        while start < len(self.data) and len(rows) < most:
            end = self.data.find(b"\n", start)
            end = len(self.data) if end < 0 else end
            rows.append(self.data[start : min(end, start + _LONGEST)].rstrip())
            start = end + 1
        return rows


def hint(answer: Place, output: Place) -> Hint | None:
    """Return the cause of the first difference between an answer and an output, or None."""
    looks = _whole, _end, _line, _blank_lines, _order, _in_lines, _lines
    return next(filter(None, (look(answer, output) for look in looks)), None)


def of_input(data: bytes, stderr: bytes) -> Hint | None:
    """Return why a program may fail, from the input's beginning and its error output, or None."""
    if (missing := _NO_MODULE.search(stderr)) and missing[1].decode() in packages():
        return Hint.KIT_IS_HIDDEN
    if _NO_LINE.search(stderr) and b"\n" in data.strip():
        return Hint.SEVERAL_READERS
    if _EMPTY_TEXT.search(stderr) and b"\n\n" not in data.replace(b"\r", b""):
        return Hint.EMPTY_TEXT
    if _TOO_LARGE.search(stderr):
        return Hint.TOO_LARGE
    if _NO_FILE.search(stderr):
        return Hint.NO_FILE
    if data.startswith(codecs.BOM_UTF8):
        return Hint.INPUT_BYTE_ORDER_MARK
    # In UTF-16 every second byte is NUL; a single digit proves nothing.
    pairs = len(data) > 2 and len(data) % 2 == 0
    if data[:2] in _BOM_UTF16 or (pairs and not (any(data[::2]) and any(data[1::2]))):
        return Hint.INPUT_UTF16
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return Hint.INPUT_BIG5 if _BIG5.fullmatch(data) else None
    return None


def _whole(answer: Place, output: Place) -> Hint | None:
    if not output.data:
        return Hint.NO_OUTPUT
    if output.data[:2] in _BOM_UTF16 and answer.data[:2] not in _BOM_UTF16:
        return Hint.UTF16
    if answer.line == 1 and output.text == f"\ufeff{answer.text}":
        return Hint.BYTE_ORDER_MARK
    if answer.line == 1 and answer.text == f"\ufeff{output.text}":
        return Hint.ANSWER_BYTE_ORDER_MARK
    came = output.following()
    without = [row for row in came if row != b"None"]
    is_none = len(without) < len(came) and without[:_ALIGNED] == answer.following()[:_ALIGNED]
    return Hint.NONE_LINES if is_none else None


def _end(answer: Place, output: Place) -> Hint | None:
    """Return the cause if the output, the answer or both lines end here."""
    expected, came = answer.rest, output.rest
    if not came:
        return Hint.MISSING_NEWLINE if expected == "\n" and answer.is_last else Hint.ENDS_EARLY
    if not expected:
        more = came.strip() or any(output.following()[1:])
        return Hint.GOES_ON if more else Hint.EXTRA_NEWLINE
    if (expected, came) == ("\n", "\r\n"):
        return Hint.CARRIAGE_RETURN
    if (expected, came) == ("\r\n", "\n"):
        return Hint.ANSWER_CARRIAGE_RETURN
    if not expected.strip(_BLANKS) and not came.strip(_BLANKS):
        return Hint.TRAILING_BLANKS
    ended = output.is_last and not came.strip() and expected[0] in _BLANKS
    return Hint.ENDS_EARLY if ended and not answer.is_last else None


def _line(answer: Place, output: Place) -> Hint | None:
    reason = None if answer.is_cut or output.is_cut else cause(answer.text, output.text)
    if reason not in _OTHER_NUMBERS:
        return reason if reason and _goes_on(answer, output, reason) else None
    if more := _lines(answer, output) or _order(answer, output):
        return more
    pairs = zip(answer.following(), output.following(), strict=False)
    is_one = reason is Hint.OFF_BY_ONE
    others = (is_one and row != other and cause(_read(row), _read(other)) for row, other in pairs)
    return reason if {*others} <= {False, reason} else None


def _goes_on(answer: Place, output: Place, reason: Hint) -> bool:
    """Return whether the next line is right or has such a cause, too: no decision stands there.

    Blanks of a line of indices also differ where another hand was dealt.
    """
    rows = [place.following(2)[1:] for place in (answer, output)]
    if not all(rows) or rows[0] == rows[1]:
        return True
    expected, came = (_read(row[0]) for row in rows)
    other = cause(expected, came)
    return other is reason or (other is not None and other.is_layout and reason.is_layout)


def _blank_lines(answer: Place, output: Place) -> Hint | None:
    expected, came = answer.following(), output.following()
    if bool(expected[0]) is bool(came[0]):
        return None
    if not _agree([*filter(None, expected)], [*filter(None, came)]):
        return None
    return Hint.EXTRA_BLANK_LINE if expected[0] else Hint.MISSING_BLANK_LINE


def _order(answer: Place, output: Place) -> Hint | None:
    """Return the hint if all lines are there in another order."""
    if max(len(answer.data), len(output.data)) > _SORTED:
        return None
    return Hint.ORDER if _bag(answer.data) == _bag(output.data) else None


def _bag(data: bytes) -> int:
    """Return a hash of the lines and their counts that ignores their order."""
    return sum(hash(row) for row in map(bytes.rstrip, BytesIO(data)) if row)


def _in_lines(answer: Place, output: Place) -> Hint | None:
    """Return the hint if the program has joined several lines, or split one."""
    if answer.is_cut or output.is_cut:
        return None
    parts = [row.rstrip() for row in output.text.removesuffix("\r").split("\r")]
    if len(parts) > 1 and parts == [
        row.decode(errors="replace") for row in answer.following(len(parts))
    ]:
        return Hint.LONE_CR
    if _splits(output, answer, str.split) or _splits(output, answer, list):
        return Hint.ONE_LINE
    return Hint.MANY_LINES if _splits(answer, output, str.split) else None


def _splits(one: Place, other: Place, parted: Callable[[str], list[str]]) -> bool:
    """Return whether one line has the parts of several whole lines, and the next words agree."""
    words, joined = parted(one.text), list[str]()
    rows = other.following(_AHEAD_IN_LINE)
    for count, row in enumerate(rows, 1):
        joined += parted(_read(row))
        if len(joined) >= len(words) or joined != words[: len(joined)]:
            after = _first_words(rows[count:]) == _first_words(one.following()[1:])
            return count > 1 and joined == words and after
    return False


def _first_words(rows: list[bytes]) -> list[bytes]:
    return b" ".join(rows[:_AHEAD]).split()[:_ALIGNED]


def _lines(answer: Place, output: Place) -> Hint | None:
    """Return the hint if whole lines are missing or extra, and those after them agree again."""
    expected, came = answer.following(), output.following()
    if _asks_first(expected[0], came):
        return Hint.PROMPT
    more = output.data.count(b"\n") - answer.data.count(b"\n")
    if any(_agree(expected, came[count:]) for count in range(1, min(more, _AHEAD) + 1)):
        return Hint.EXTRA_LINES
    if any(_agree(expected[count:], came) for count in range(1, min(-more, _AHEAD) + 1)):
        return Hint.MISSING_LINES
    return None


def _asks_first(expected: bytes, rows: list[bytes]) -> bool:
    """Return whether lines that ask for input precede the answer's line."""
    for count, row in enumerate(rows[:_ALIGNED]):
        if count and expected and row == expected:
            return True
        if not is_prompt(row.decode(errors="replace")):
            return bool(count and expected) and cause(_read(expected), _read(row)) is Hint.PROMPT
    return False


def _read(row: bytes) -> str:
    return row.decode(errors="surrogateescape")


def _agree(one: list[bytes], other: list[bytes]) -> bool:
    """Return whether two lists of lines agree at their beginnings, or up to their ends."""
    return bool(one and other) and one[:_ALIGNED] == other[:_ALIGNED]
