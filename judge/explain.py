r"""The first difference between an answer and an output, as a person would point at it.

Whatever cannot be seen is made visible, so an excerpt is one line on any terminal: ``·`` a blank,
``→`` a tab, ``␍`` a carriage return, ``↵`` a line end, ``<E7>`` a byte that is not UTF-8.
"""

import codecs
import unicodedata
from typing import NamedTuple

from judge.causes import Hint, look_alike
from judge.hints import Place, hint

_CONTEXT = 2
_BEFORE, _AFTER = 48, 24
"""How many characters of a long line are shown around the difference."""
_WINDOW = 1 << 14
"""How many bytes of a line are looked at on each side of a place."""
_CHUNK = 1 << 16
_CONTROLS = {chr(code): chr(0x2400 + code) for code in range(32)} | {"\x7f": "␡"}
"""Their pictures, whose names in Unicode say what they are; their own are all ``<control>``."""
_SHOWN = _CONTROLS | {" ": "·", "\t": "→", "\n": "↵"}


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
    ours, theirs = place_at(answer, max(0, at[0] - back)), place_at(output, max(0, at[1] - back))
    while ours.character == theirs.character and ours.character.strip("\n"):
        ours, theirs = ours.next(), theirs.next()
    context = _before(answer, ours.start)
    return Difference(_side(ours), _side(theirs), context, hint(ours, theirs))


def place_at(data: bytes, at: int) -> Place:
    """Return the place at an offset, with what stands around it on its line."""
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
    """Count characters piece by piece: a line may be as long as the output."""
    decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
    pieces = range(start, end, _CHUNK)
    return sum(len(decode(data[at : min(end, at + _CHUNK)], at + _CHUNK >= end)) for at in pieces)


def needs_name(one: str, other: str) -> bool:
    """Tell whether one of two characters cannot be seen, or they look alike."""
    return look_alike(one, other) or any(
        each and (not each.isprintable() or not each.strip() or unicodedata.combining(each))
        for each in (one, other)
    )


def describe(character: str) -> str:
    """Return the character made visible, its code point and its name.

    >>> describe("，")
    '， U+FF0C FULLWIDTH COMMA'
    """
    picture = _CONTROLS.get(character)
    name = unicodedata.name(picture or character, "").removeprefix("SYMBOL FOR " if picture else "")
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


def _side(place: Place) -> Side:
    first = max(0, len(place.before) - _BEFORE)
    cut = place.column > _BEFORE + 1
    before = ("…" if cut else "") + visible(place.before[first:])
    after = visible(place.rest[:_AFTER]) + ("…" if len(place.rest) > _AFTER else "")
    return Side(place.line, place.column, place.character, before + after, len(before))


def _decode(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


def _steps_back(data: bytes, at: int) -> int:
    """Return how far before `at` the character of UTF-8 begins that it lies in; else 0."""
    for steps in range(1, min(at, 3) + 1):
        lead = data[at - steps]
        if not 0x80 <= lead < 0xC0:
            length = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
            return steps if lead >= 0xC0 and steps < length else 0
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
