"""The cause of a first difference: the ends, the line itself, or whole lines around it.

The judge never guesses. A wrong line has a cause if a change gives the answer's line
(`judge.causes`); missing or extra lines are a cause if the lines after them agree again.
"""

import codecs
import re
from io import BytesIO
from typing import NamedTuple, Self

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
_BLANKS = " \t\r\n\v\f"
_OTHER_NUMBERS = {Hint.CUT_OFF, Hint.TO_INTEGER, Hint.OFF_BY_ONE, Hint.OVERFLOW, Hint.ROUNDING}
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


def hint(ours: Place, theirs: Place) -> Hint | None:
    """Return the cause of the first difference between an answer and an output, or None."""
    for look in _whole, _end, _line, _blank_lines, _order, _in_lines, _lines:
        if found := look(ours, theirs):
            return found
    return None


def of_input(data: bytes, stderr: bytes) -> Hint | None:
    """Return why a program may fail on an input, from the input's beginning; None if unknown."""
    if _NO_LINE.search(stderr) and b"\n" in data.strip():
        return Hint.SEVERAL_READERS
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


def _whole(ours: Place, theirs: Place) -> Hint | None:
    if not theirs.data:
        return Hint.NO_OUTPUT
    if _is_utf16(ours.data, theirs.data):
        return Hint.UTF16
    if ours.line == 1 and theirs.text == f"\ufeff{ours.text}":
        return Hint.BYTE_ORDER_MARK
    if ours.line == 1 and ours.text == f"\ufeff{theirs.text}":
        return Hint.ANSWER_BYTE_ORDER_MARK
    came = theirs.following()
    without = [row for row in came if row != b"None"]
    is_none = len(without) < len(came) and without[:_ALIGNED] == ours.following()[:_ALIGNED]
    return Hint.NONE_LINES if is_none else None


def _is_utf16(answer: bytes, output: bytes) -> bool:
    """Return whether the output begins with the answer's first line in UTF-16."""
    row = answer[:_LONGEST].partition(b"\n")[0].decode(errors="replace").rstrip("\r")
    rest = output[2:] if output[:2] in _BOM_UTF16 else output
    texts = (rest[: 2 * _LONGEST].decode(codec, "replace") for codec in ("utf-16-le", "utf-16-be"))
    firsts = [text.partition("\n")[0].removesuffix("\r") for text in texts]
    return bool(row) and row in firsts and (rest is not output or len(rest) > 2)


def _end(ours: Place, theirs: Place) -> Hint | None:
    """Return the cause if the output, the answer or both lines end here."""
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
    if not wanted.strip(_BLANKS) and not came.strip(_BLANKS):
        return Hint.TRAILING_BLANKS
    ended = theirs.is_last and not came.strip() and wanted[0] in _BLANKS
    return Hint.ENDS_EARLY if ended and not ours.is_last else None


def _line(ours: Place, theirs: Place) -> Hint | None:
    found = None if ours.is_cut or theirs.is_cut else cause(ours.text, theirs.text)
    if found not in _OTHER_NUMBERS:
        return found
    if more := _lines(ours, theirs) or _order(ours, theirs):
        return more
    pairs = zip(ours.following(), theirs.following(), strict=False)
    is_one = found is Hint.OFF_BY_ONE
    others = (is_one and row != came and cause(_read(row), _read(came)) for row, came in pairs)
    return found if {*others} <= {False, found} else None


def _blank_lines(ours: Place, theirs: Place) -> Hint | None:
    wanted, came = ours.following(), theirs.following()
    if bool(wanted[0]) is bool(came[0]):
        return None
    if not _agree([*filter(None, wanted)], [*filter(None, came)]):
        return None
    return Hint.EXTRA_BLANK_LINE if wanted[0] else Hint.MISSING_BLANK_LINE


def _order(ours: Place, theirs: Place) -> Hint | None:
    """Return the hint if all lines are there in another order."""
    if max(len(ours.data), len(theirs.data)) > _SORTED:
        return None
    return Hint.ORDER if _bag(ours.data) == _bag(theirs.data) else None


def _bag(data: bytes) -> int:
    """Return a hash of the lines and their counts that ignores their order."""
    return sum(hash(row) for row in map(bytes.rstrip, BytesIO(data)) if row)


def _in_lines(ours: Place, theirs: Place) -> Hint | None:
    """Return the hint if the program has joined several lines, or split one."""
    if ours.is_cut or theirs.is_cut:
        return None
    parts = [row.rstrip() for row in theirs.text.removesuffix("\r").split("\r")]
    if len(parts) > 1 and parts == [
        row.decode(errors="replace") for row in ours.following(len(parts))
    ]:
        return Hint.LONE_CR
    if _splits(theirs, ours):
        return Hint.ONE_LINE
    return Hint.MANY_LINES if _splits(ours, theirs) else None


def _splits(one: Place, other: Place) -> bool:
    """Return whether one line has the words of several whole lines, and the next words agree."""
    words, found = one.text.split(), list[str]()
    rows = other.following(_AHEAD_IN_LINE)
    for count, row in enumerate(rows, 1):
        found += _read(row).split()
        if len(found) >= len(words) or found != words[: len(found)]:
            after = _first_words(rows[count:]) == _first_words(one.following()[1:])
            return count > 1 and found == words and after
    return False


def _first_words(rows: list[bytes]) -> list[bytes]:
    return b" ".join(rows[:_AHEAD]).split()[:_ALIGNED]


def _lines(ours: Place, theirs: Place) -> Hint | None:
    """Return the hint if whole lines are missing or extra, and those after them agree again."""
    wanted, came = ours.following(), theirs.following()
    if _asks_first(wanted[0], came):
        return Hint.PROMPT
    more = theirs.data.count(b"\n") - ours.data.count(b"\n")
    if any(_agree(wanted, came[count:]) for count in range(1, min(more, _AHEAD) + 1)):
        return Hint.EXTRA_LINES
    if any(_agree(wanted[count:], came) for count in range(1, min(-more, _AHEAD) + 1)):
        return Hint.MISSING_LINES
    return None


def _asks_first(wanted: bytes, came: list[bytes]) -> bool:
    """Return whether lines that ask for input precede the answer's line."""
    for count, row in enumerate(came[:_ALIGNED]):
        if count and wanted and row == wanted:
            return True
        if not is_prompt(row.decode(errors="replace")):
            return bool(count and wanted) and cause(_read(wanted), _read(row)) is Hint.PROMPT
    return False


def _read(row: bytes) -> str:
    return row.decode(errors="surrogateescape")


def _agree(one: list[bytes], other: list[bytes]) -> bool:
    """Return whether two lists of lines agree at their beginnings, or up to their ends."""
    return bool(one and other) and one[:_ALIGNED] == other[:_ALIGNED]
