"""Parses non-negative integers of any size from bytes.

`int` accepts more than the input format (``1_000``, ``+7``, full-width digits), so the parser first
checks the characters.
"""

from __future__ import annotations

from cardjudge.errors import InputError, UserError, quote
from cardjudge.language import say
from cardjudge.numbers import MOST_DIGITS, integer
from cardjudge.stdio import encoding_hint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeVar

    from cardjudge.stdio import Lines

    Checked = TypeVar("Checked")

_ALLOWED = b"0123456789 \t\n\r\x0b\x0c"


def parse(data: bytes) -> list[int]:
    """Return the integers of a text; ValueError for other text."""
    if data.translate(None, _ALLOWED):
        raise ValueError
    return list(map(int, data.split()))


def read_one(word: str) -> int:
    """Return the integer that a word represents; UserError, with the reason, for another word.

    >>> read_one("12")
    12
    """
    value = integer(word)
    if value is not None:
        return value
    if word.isascii() and word.isdigit():
        raise UserError("{word}超過 {most} 位數", word=quote(word), most=MOST_DIGITS)
    if word.isascii() and word.startswith("-") and word[1:].isdigit():
        raise UserError("{word}是負數", word=quote(word))
    raise UserError("{word}不是非負整數", word=quote(word))


def read_all(lines: Lines, line: str, check: Callable[[list[int]], Checked]) -> Checked:
    """Return the checked integers of the line just read; InputError, with the reason, otherwise."""
    try:
        return check([read_one(word) for word in line.split()])
    except UserError as error:
        raise lines.error(error.template, **error.parts) from None


class Integers:
    """The integers of an input in order; an error names the line of the faulty integer."""

    def __init__(self, lines: Lines) -> None:
        self._first_line = lines.number + 1
        self._data = lines.rest()
        try:
            self._all = parse(self._data)
        except ValueError:
            raise self._explain() from None
        self.taken = 0

    @property
    def left(self) -> int:
        """Number of integers not taken yet."""
        return len(self._all) - self.taken

    def take(self, count: int) -> Sequence[int]:
        """Return the next `count` integers; the caller has checked that they exist."""
        self.taken += count
        return self._all[self.taken - count : self.taken]

    def one(self, what: str) -> int:
        """Return the next integer; InputError that names `what` at the end of the input."""
        if not self.left:
            raise self.error(self.taken, "輸入已經結束，缺少{what}", what=say(what))
        return self.take(1)[0]

    def check_left(self, count: int, template: str) -> None:
        """Raise InputError at the first missing or surplus integer unless `count` are left."""
        if self.left != count:
            first = self.taken + min(count, self.left)
            raise self.error(first, template, count=count, given=self.left)

    def error(self, index: int, template: str, /, **parts: object) -> InputError:
        """Return the error of the integer at `index`; past the end it names the next line."""
        number = self._first_line
        for number, line in self._numbered_lines():
            index -= len(line.split())
            if index < 0:
                return InputError(number, template, **parts)
        return InputError(number + bool(self._data), template, **parts)

    def _numbered_lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield the lines with their numbers; only a line feed ends a line."""
        return enumerate(self._data.removesuffix(b"\n").split(b"\n"), self._first_line)

    def _explain(self) -> InputError:
        for number, line in self._numbered_lines():
            for word in line.split():
                try:
                    read_one(word.decode())
                except UnicodeDecodeError as error:
                    parts = {"wrong": word[error.start], "hint": encoding_hint(line)}
                    return InputError(number, "位元組 0x{wrong:02X} 不是 UTF-8{hint}", **parts)
                except UserError as error:
                    return InputError(number, error.template, **error.parts)
        raise AssertionError("each word is an integer, but not all of them together")
