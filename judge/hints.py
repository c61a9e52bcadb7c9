"""What is behind a first difference: the ends, the line itself, and whole lines around it.

Nothing is guessed. A line has a cause where a change gives the line wanted (`judge.causes`), lines
that are missing or too many have one where those after them agree again.
"""

import codecs
import re
from io import BytesIO
from typing import NamedTuple, Self

from judge.causes import Hint, cause, is_prompt

_AHEAD = 64
"""How many lines from the difference on are looked at."""
_AHEAD_IN_LINE = 4096
"""How many lines may have become one."""
_ALIGNED = 8
"""How many lines have to agree after some that are missing."""
_LONGEST = 4096
"""How many bytes of a line are looked at."""
_SORTED = 4 << 20
"""How large an output may be for its lines to be compared without their order."""
_BOM_UTF16 = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE
_BIG5 = re.compile(rb"([\0-\x7f]*[\xa1-\xc6][\x40-\x7e\xa1-\xfe])+[\0-\x7f]*[\xa1-\xc6]?")
"""Symbols and the usual characters; a file that is not read whole may end within one."""
_NO_LINE = re.compile(
    rb"^(?:Exception in thread \"[^\"\n]*\"|Caused by:) java\.util\.NoSuchElementException"
    rb"(?:: No line found)?\r?\n\tat (?:java\.base/)?java\.util\.Scanner\.",
    re.MULTILINE,
)
"""The words of Java where a Scanner asks for more than is there."""
_BLANKS = " \t\r\n\v\f"
_OTHER_NUMBERS = {Hint.CUT_OFF, Hint.TO_INTEGER, Hint.OFF_BY_ONE, Hint.OVERFLOW, Hint.ROUNDING}
"""A line that is missing puts another number in its place: where all others agree, it is that."""


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
        """The line, without its end."""
        return (self.before + self.rest).removesuffix("\n")

    @property
    def is_last(self) -> bool:
        """Whether nothing follows the line."""
        return not self.is_cut and self.data.find(b"\n", self.start) + 1 in (0, len(self.data))

    def next(self) -> Self:
        """Return the place of the next character of the line."""
        before, rest = self.before + self.character, self.rest[1:]
        return self._replace(column=self.column + 1, before=before, rest=rest)

    def following(self, most: int = _AHEAD) -> list[bytes]:
        """Return the lines from this one on, without blanks at their ends."""
        rows: list[bytes] = []
        start = self.start
        while start < len(self.data) and len(rows) < most:
            end = self.data.find(b"\n", start)
            end = len(self.data) if end < 0 else end
            rows.append(self.data[start : min(end, start + _LONGEST)].rstrip())
            start = end + 1
        return rows


def hint(ours: Place, theirs: Place) -> Hint | None:
    """Return what is behind the first difference between an answer and an output."""
    for look in _whole, _end, _line, _blank_lines, _order, _in_lines, _lines:
        if found := look(ours, theirs):
            return found
    return None


def of_input(data: bytes, stderr: bytes) -> Hint | None:
    """Return what in the beginning of an input is behind the failure of a program on it."""
    if _NO_LINE.search(stderr) and b"\n" in data.strip():
        return Hint.SEVERAL_READERS
    if data.startswith(codecs.BOM_UTF8):
        return Hint.INPUT_BYTE_ORDER_MARK
    if data[:2] in _BOM_UTF16 or _is_half_nul(data):
        return Hint.INPUT_UTF16
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return Hint.INPUT_BIG5 if _BIG5.fullmatch(data) else None
    return None


def _is_half_nul(data: bytes) -> bool:
    """Whether every second byte is NUL, as in ASCII text in UTF-16; one digit is too little."""
    return len(data) % 2 == 0 and len(data) > 2 and not (any(data[::2]) and any(data[1::2]))


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
    """Whether the output begins with the answer's first line in UTF-16; one digit is too little."""
    row = answer[:_LONGEST].partition(b"\n")[0].decode(errors="replace").rstrip("\r")
    rest = output[2:] if output[:2] in _BOM_UTF16 else output
    for codec in "utf-16-le", "utf-16-be":
        first = row.encode(codec, "replace")
        ends = [end.encode(codec) for end in ("\r", "\n")]
        if row and rest.startswith(first):
            after = rest[len(first) : len(first) + 2]
            if after in ends or (not after and (rest is not output or len(row) > 1)):
                return True
    return False


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
    if not wanted.strip(_BLANKS) and not came.strip(_BLANKS):
        return Hint.TRAILING_BLANKS
    ended = theirs.is_last and not came.strip() and wanted[0] in _BLANKS
    return Hint.ENDS_EARLY if ended and not ours.is_last else None


def _line(ours: Place, theirs: Place) -> Hint | None:
    found = None if ours.is_cut or theirs.is_cut else cause(ours.text, theirs.text)
    return (_lines(ours, theirs) or found) if found in _OTHER_NUMBERS else found


def _blank_lines(ours: Place, theirs: Place) -> Hint | None:
    wanted, came = ours.following(), theirs.following()
    if bool(wanted[0]) is bool(came[0]):
        return None
    if not _agree([*filter(None, wanted)], [*filter(None, came)]):
        return None
    return Hint.EXTRA_BLANK_LINE if wanted[0] else Hint.MISSING_BLANK_LINE


def _order(ours: Place, theirs: Place) -> Hint | None:
    """See whether all lines came in another order."""
    if max(len(ours.data), len(theirs.data)) > _SORTED:
        return None
    return Hint.ORDER if _bag(ours.data) == _bag(theirs.data) else None


def _bag(data: bytes) -> int:
    """Return a number that tells which lines there are and how often, but not in which order."""
    return sum(hash(row) for row in map(bytes.rstrip, BytesIO(data)) if row)


def _in_lines(ours: Place, theirs: Place) -> Hint | None:
    """See whether several lines have become one, or one several."""
    if ours.is_cut or theirs.is_cut:
        return None
    parts = [row.rstrip() for row in theirs.text.split("\r")]
    if len(parts) > 1 and parts == [
        row.decode(errors="replace") for row in ours.following(len(parts))
    ]:
        return Hint.LONE_CR
    if _splits(theirs, ours):
        return Hint.ONE_LINE
    return Hint.MANY_LINES if _splits(ours, theirs) else None


def _splits(one: Place, other: Place) -> bool:
    """Whether a line has the words of two or more whole lines of the other, and the next agree."""
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
    """Find whole lines that are too many or missing: those that follow have to agree again."""
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
    """Whether lines that ask for input stand before the line wanted."""
    for count, row in enumerate(came[:_ALIGNED]):
        if count and wanted and row == wanted:
            return True
        if not is_prompt(row.decode(errors="replace")):
            return bool(count and wanted) and cause(_read(wanted), _read(row)) is Hint.PROMPT
    return False


def _read(row: bytes) -> str:
    return row.decode(errors="surrogateescape")


def _agree(one: list[bytes], other: list[bytes]) -> bool:
    """Whether lines begin in the same way, or are the same to the end."""
    return bool(one and other) and one[:_ALIGNED] == other[:_ALIGNED]
