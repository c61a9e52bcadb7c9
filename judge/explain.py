r"""The first difference between an answer and an output, shown to a person.

Invisible characters get a visible form, so an excerpt is one line on any terminal: ``·`` for a
blank, ``→`` for a tab, ``␍`` for a carriage return, ``↵`` for a line end, ``<E7>`` for a byte that
is not UTF-8.
"""

import codecs
import re
import unicodedata
from typing import NamedTuple

from judge.causes import Hint, look_alike
from judge.hints import Place, hint

_CONTEXT = 2
_BEFORE, _AFTER = 48, 24
"""Characters of a long line that are shown before and after the difference."""
_WINDOW = 1 << 14
"""Bytes of a line that are examined on each side of a place."""
_CHUNK = 1 << 16
_CHARACTER = re.compile(rb"[\xc0-\xf7][\x80-\xbf]*\Z")
_CONTROLS = {chr(code): chr(0x2400 + code) for code in range(32)} | {"\x7f": "␡"}
"""Pictures of control characters; Unicode names the pictures, and all controls ``<control>``."""
_FORMS = _CONTROLS | {" ": "·", "\t": "→", "\n": "↵"}


class Side(NamedTuple):
    """One side of a difference."""

    line: int
    column: int
    """Position of the character, line and column counted from 1; a column is a character."""
    character: str
    """Empty at the end of the file; a lone surrogate is a byte that is not UTF-8."""
    excerpt: str
    """The visible form of the line, or of the part of a long line around the difference."""
    caret: int
    """Index of the character in the excerpt."""


class Difference(NamedTuple):
    """The first difference: both sides, the lines before it, and its likely cause."""

    expected: Side
    came: Side
    context: tuple[str, ...]
    """Up to two lines of the answer before the difference."""
    hint: Hint | None


def difference(answer: bytes, output: bytes, at: tuple[int, int]) -> Difference:
    """Return the difference at two offsets in bytes, which may lie within a character."""
    back = max(_steps_back(answer, at[0]), _steps_back(output, at[1]))
    expected, came = place_at(answer, max(0, at[0] - back)), place_at(output, max(0, at[1] - back))
    while expected.character == came.character and expected.character.strip("\n"):
        expected, came = expected.next(), came.next()
    context = _before(answer, expected.start)
    return Difference(_side(expected), _side(came), context, hint(expected, came))


def place_at(data: bytes, at: int) -> Place:
    """Return the place at an offset in bytes, with the line around it."""
    start = data.rfind(b"\n", 0, at) + 1
    end = data.find(b"\n", at) + 1 or len(data)
    first = max(start, at - _WINDOW)
    while start < first < at and 0x80 <= data[first] < 0xC0:
        first += 1
    return Place(
        data=data,
        start=start,
        line=data.count(b"\n", 0, at) + 1,
        column=_characters(data, start, at) + 1,
        before=_decode(data[first:at]),
        rest=_decode(data[at : min(end, at + _WINDOW)]),
        is_cut=start < first or at + _WINDOW < end,
    )


def _characters(data: bytes, start: int, end: int) -> int:
    """Return the number of characters, decoded in chunks: a line may be as long as the output."""
    decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
    pieces = range(start, end, _CHUNK)
    return sum(len(decode(data[at : min(end, at + _CHUNK)], at + _CHUNK >= end)) for at in pieces)


def needs_name(one: str, other: str) -> bool:
    """Return whether one of two characters is invisible, or both look alike.

    The end of a line is drawn, so only what may be missed beside it needs a name.

    >>> needs_name(chr(10), "2"), needs_name(chr(10), ""), needs_name(chr(10), " ")
    (False, True, True)
    """
    return look_alike(one, other) or any(
        c and (not c.isprintable() or not c.strip() or unicodedata.combining(c))
        for c, beside in ((one, other), (other, one))
        if c != "\n" or not beside
    )


def describe(character: str) -> str:
    """Return a character's visible form, its code point and its Unicode name.

    >>> describe("，")
    '， U+FF0C FULLWIDTH COMMA'
    """
    picture = _CONTROLS.get(character)
    name = unicodedata.name(picture or character, "").removeprefix("SYMBOL FOR " if picture else "")
    form = f"◌{character}" if unicodedata.combining(character) else visible(character)
    return f"{form} U+{ord(character):04X} {name}".rstrip()


def byte_of(character: str) -> int | None:
    """Return the byte, not UTF-8, that a character stands for, or None."""
    return ord(character) - 0xDC00 if "\udc80" <= character <= "\udcff" else None


def visible(text: str) -> str:
    r"""Return the text with visible forms for blanks and invisible characters.

    >>> visible("a b\r\u3000")
    'a·b␍\\u3000'
    """
    return "".join([_visible(character) for character in text])


def printable(text: str) -> str:
    """Return the text with visible forms only for characters that could upset a terminal."""
    return "".join([c if c.isprintable() else _visible(c) for c in text])


def _visible(character: str) -> str:
    if character in _FORMS:
        return _FORMS[character]
    if character.isprintable():
        return character
    byte = byte_of(character)
    return ascii(character)[1:-1] if byte is None else f"<{byte:02X}>"


def _side(place: Place) -> Side:
    first = max(0, len(place.before) - _BEFORE)
    before = ("…" if place.column > _BEFORE + 1 else "") + visible(place.before[first:])
    after = visible(place.rest[:_AFTER]) + ("…" if len(place.rest) > _AFTER else "")
    return Side(place.line, place.column, place.character, before + after, len(before))


def _decode(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


def _steps_back(data: bytes, at: int) -> int:
    """Return the bytes of a UTF-8 character of several that end at `at`, perhaps within it."""
    character = _CHARACTER.search(data, max(0, at - 3), at)
    return at - character.start() if character else 0


def _before(data: bytes, start: int) -> tuple[str, ...]:
    """Return up to two lines before the line that begins at `start`; long ones are cut."""
    rows: list[str] = []
    while start > 0 and len(rows) < _CONTEXT:
        end = start - 1
        start = data.rfind(b"\n", 0, end) + 1
        text = _decode(data[start : min(end, start + 4 * (_BEFORE + _AFTER))])
        cut = "…" if len(text) > _BEFORE + _AFTER else ""
        rows.insert(0, printable(text[: _BEFORE + _AFTER]) + cut)
    return tuple(rows)
