r"""The first difference between an answer and an output, as a person would point at it.

Whatever cannot be seen is made visible, so an excerpt is one line on any terminal: ``·`` a blank,
``→`` a tab, ``␍`` a carriage return, ``↵`` a line end, ``<E7>`` a byte that is not UTF-8.
"""

from __future__ import annotations

import unicodedata
from enum import Enum, auto
from typing import NamedTuple

_CONTEXT = 2
_BEFORE, _AFTER = 48, 24
"""How many characters of a long line are shown around the difference."""
_MOST = 3
"""How many continuation bytes a character of UTF-8 may have."""
_SHOWN = {" ": "·", "\t": "→", "\n": "↵", "\x7f": "␡"} | {
    chr(code): chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n"
}
_CONTROLS = {
    "\0": "NULL",
    "\x07": "BELL",
    "\b": "BACKSPACE",
    "\t": "CHARACTER TABULATION",
    "\n": "LINE FEED",
    "\v": "LINE TABULATION",
    "\f": "FORM FEED",
    "\r": "CARRIAGE RETURN",
    "\x1b": "ESCAPE",
    "\x7f": "DELETE",
}
"""Unicode's own names of control characters are all ``<control>``; these are its aliases."""


class Side(NamedTuple):
    """One side of a difference."""

    line: int
    column: int
    """Line and column of the character, both counted from 1; a column is a character."""
    character: str
    """Empty at the end of the file; a lone surrogate is a byte that is not UTF-8."""
    excerpt: str
    """The line, or the part of a long one around the difference, with everything visible."""
    caret: int
    """Where the character is in the excerpt."""


class Hint(Enum):
    """What is likely to be behind a difference."""

    NO_OUTPUT = auto()
    ENDS_EARLY = auto()
    GOES_ON = auto()
    MISSING_NEWLINE = auto()
    EXTRA_NEWLINE = auto()
    TRAILING_BLANKS = auto()
    CARRIAGE_RETURN = auto()
    BYTE_ORDER_MARK = auto()
    BIG5 = auto()
    NOT_UTF8 = auto()
    WIDTH = auto()
    CASE = auto()
    NORMALIZATION = auto()


class Difference(NamedTuple):
    """The first difference: both sides, the lines before it, and what may be behind it."""

    expected: Side
    came: Side
    context: tuple[str, ...]
    """Up to two lines of the answer before the difference, as they are."""
    hint: Hint | None


def difference(answer: bytes, output: bytes, at: tuple[int, int]) -> Difference:
    """Explain the difference at two offsets, which may lie within a character."""
    back = max(_steps_back(answer, at[0]), _steps_back(output, at[1]))
    ours = _Line.around(answer, max(0, at[0] - back))
    theirs = _Line.around(output, max(0, at[1] - back))
    while ours.character == theirs.character and ours.character.strip("\n"):
        ours, theirs = ours.next(), theirs.next()
    context = _before(answer, ours.start)
    return Difference(ours.side(), theirs.side(), context, _hint(output, ours, theirs))


def describe(character: str) -> str:
    """Return the character made visible, its code point and its name.

    >>> describe("，")
    '， U+FF0C FULLWIDTH COMMA'
    """
    name = _CONTROLS.get(character) or unicodedata.name(character, "")
    shown = f"◌{character}" if unicodedata.combining(character) else visible(character)
    return f"{shown} U+{ord(character):04X} {name}".rstrip()


def byte_of(character: str) -> int | None:
    """Return the byte that is not UTF-8 for which a character stands, or None."""
    return ord(character) - 0xDC00 if "\udc80" <= character <= "\udcff" else None


def visible(text: str) -> str:
    r"""Return the text with nothing in it that cannot be seen.

    >>> visible("a b\r\u3000")
    'a·b␍\\u3000'
    """
    return "".join([_visible(character) for character in text])


def printable(text: str) -> str:
    """Return the text with only those characters replaced that could upset a terminal."""
    return "".join([c if c.isprintable() else _visible(c) for c in text])


def _visible(character: str) -> str:
    if character in _SHOWN:
        return _SHOWN[character]
    if character.isprintable():
        return character
    byte = byte_of(character)
    return ascii(character)[1:-1] if byte is None else f"<{byte:02X}>"


class _Line(NamedTuple):
    """A line and a place in it."""

    start: int
    """Its offset in bytes."""
    number: int
    text: str
    """With its line end."""
    place: int
    """Which character of the text is meant."""
    is_last: bool

    @classmethod
    def around(cls, data: bytes, at: int) -> _Line:
        start = data.rfind(b"\n", 0, at) + 1
        end = data.find(b"\n", at) + 1 or len(data)
        number = data.count(b"\n", 0, at) + 1
        place = len(_decode(data[start:at]))
        return cls(start, number, _decode(data[start:end]), place, end == len(data))

    @property
    def character(self) -> str:
        return self.text[self.place : self.place + 1]

    def next(self) -> _Line:
        return self._replace(place=self.place + 1)

    def side(self) -> Side:
        first = max(0, self.place - _BEFORE)
        last = self.place + _AFTER
        before = ("…" if first else "") + visible(self.text[first : self.place])
        after = visible(self.text[self.place : last]) + ("…" if last < len(self.text) else "")
        return Side(self.number, self.place + 1, self.character, before + after, len(before))


def _decode(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


def _steps_back(data: bytes, at: int) -> int:
    """Return how far the character that `at` lies in begins before it."""
    for steps in range(min(at, _MOST) + 1):
        if not b"\x80" <= data[at - steps : at - steps + 1] < b"\xc0":
            return steps
    return 0


def _before(data: bytes, start: int) -> tuple[str, ...]:
    """Return the lines before the one that begins at `start`, cut where they are long."""
    rows: list[str] = []
    while start > 0 and len(rows) < _CONTEXT:
        end = start - 1
        start = data.rfind(b"\n", 0, end) + 1
        text = _decode(data[start : min(end, start + 4 * (_BEFORE + _AFTER))])
        cut = "…" if len(text) > _BEFORE + _AFTER else ""
        rows.insert(0, printable(text[: _BEFORE + _AFTER]) + cut)
    return tuple(rows)


def _hint(output: bytes, ours: _Line, theirs: _Line) -> Hint | None:
    wanted, came = ours.text[ours.place :], theirs.text[theirs.place :]
    if not output:
        return Hint.NO_OUTPUT
    if not came:
        return Hint.MISSING_NEWLINE if wanted == "\n" and ours.is_last else Hint.ENDS_EARLY
    if not wanted:
        return Hint.EXTRA_NEWLINE if came == "\n" and theirs.is_last else Hint.GOES_ON
    if came == "\r\n":
        return Hint.CARRIAGE_RETURN
    if not wanted.strip() and not came.strip():
        return Hint.TRAILING_BLANKS
    if theirs.character == "\ufeff":
        return Hint.BYTE_ORDER_MARK
    if byte_of(theirs.character) is not None:
        return Hint.BIG5 if _is_big5(theirs.text, ours.text) else Hint.NOT_UTF8
    return _confused(ours, theirs)


def _is_big5(came: str, wanted: str) -> bool:
    try:
        return came.encode(errors="surrogateescape").decode("cp950").strip() == wanted.strip()
    except UnicodeDecodeError:
        return False


def _confused(ours: _Line, theirs: _Line) -> Hint | None:
    """Return in which way two characters, or two lines, are the same to the eye."""
    wanted, came = ours.character, theirs.character
    if unicodedata.normalize("NFC", ours.text) == unicodedata.normalize("NFC", theirs.text):
        return Hint.NORMALIZATION
    if unicodedata.normalize("NFKC", wanted) == unicodedata.normalize("NFKC", came):
        return Hint.WIDTH
    return Hint.CASE if wanted.casefold() == came.casefold() else None
