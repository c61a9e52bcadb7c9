"""Five comparisons of an output with the answer, from strict to lenient.

A rule takes the answer and the output, and returns the verdict and the first difference. The rules
that compare bytes find a presentation error if only blanks and line ends differ. They read both in
pieces, so that a large output never becomes a list.
"""

import re
from collections.abc import Callable, Iterator
from decimal import MAX_EMAX, MIN_EMIN, ROUND_UP, Context, Decimal
from functools import partial
from hashlib import blake2b
from io import BytesIO
from operator import eq
from typing import NamedTuple, TypeAlias

from cardjudge.errors import UserError, quote
from judge.verdicts import Verdict

_BLANKS = b" \t\r\n\v\f"
_BLANK = re.compile(rb"[ \t\r\n\v\f]")
_TOKEN = re.compile(rb"[^ \t\r\n\v\f]+")
_NUMBER = re.compile(rb"[+-]?(?=\.?\d)\d*(?:\.\d*)?(?:[eE][+-]?\d{1,300})?")
_NO_DECIMAL = re.compile(rb"(?:[+-]?nan|\+?(inf)(?:inity)?|-(inf)(?:inity)?)", re.IGNORECASE)
_SLACK = 1e-15
"""Bounds the error of `float` in a comparison, relative to the numbers: 5.6e-16."""
_CHUNK = 1 << 16


class Finding(NamedTuple):
    """The result of a comparison."""

    verdict: Verdict
    at: tuple[int, int] | None = None
    """Offsets in bytes of the first difference in answer and output; None from a checker."""
    answer: bytes = b""
    """The answer that the output was compared with; empty from a checker."""
    comment: str = ""
    """The checker's message."""
    points: float | None = None
    """The checker's points, if it gave any."""


Rule: TypeAlias = Callable[[bytes, bytes], Finding]
Piece: TypeAlias = tuple[int, bytes]
"""A word or a line: the offset where it begins, and the bytes to compare."""

EQUAL = Finding(Verdict.AC)


def exact(answer: bytes, output: bytes) -> Finding:
    r"""Compare every byte.

    >>> exact(b"1 2\n", b"1 2 \n").verdict
    <Verdict.PE: 'PE'>
    """
    if answer == output:
        return EQUAL
    at = _common(answer, output)
    return _differ(answer, output, at, at)


def lines(answer: bytes, output: bytes) -> Finding:
    r"""Compare lines, without blanks at the ends of lines and empty lines at the end.

    >>> lines(b"1\n2\n", b"1 \r\n2\n\n\n").verdict
    <Verdict.AC: 'AC'>
    """
    start = _start(answer, output, b"\n")
    at = _first_difference(_rows(answer, start), _rows(output, start), eq)
    return _differ(answer, output, *at) if at else EQUAL


def tokens(answer: bytes, output: bytes) -> Finding:
    """Compare the words between blanks."""
    return _by_words(answer, output, eq)


def floats(answer: bytes, output: bytes, tolerance: bytes) -> Finding:
    """Compare words; numbers may differ by `tolerance`, absolutely or relative to the answer.

    The bound is exact: binary rounding decides nothing. Numbers are in decimal notation, or words
    for infinity and NaN, which equal only themselves; any other word must be equal.

    >>> floats(b"0.30", b"0.31", b"0.01").verdict, floats(b"inf", b"Infinity", b"0").verdict
    (<Verdict.AC: 'AC'>, <Verdict.AC: 'AC'>)
    """
    return _by_words(answer, output, partial(_close, tolerance=tolerance))


def rule_of(name: str) -> Rule:
    """Return the rule that an option names: ``exact``, ``lines``, ``tokens``, ``float:1e-6``.

    UserError for any other name.
    """
    rules: dict[str, Rule] = {"exact": exact, "lines": lines, "tokens": tokens}
    if name in rules:
        return rules[name]
    kind, _, tolerance = name.partition(":")
    number = _NUMBER.fullmatch(tolerance.encode(errors="replace"))
    if kind == "float" and number and 0 <= float(tolerance) < 1:
        return partial(floats, tolerance=number[0])
    raise UserError(
        "沒有{name}這種比對（有的是：exact、lines、tokens、float:1e-6）", name=quote(name)
    )


def _by_words(answer: bytes, output: bytes, same: Callable[[bytes, bytes], bool]) -> Finding:
    start = _start(answer, output, b"\n", b" ")
    if _hash(_spaced(answer, start)) == _hash(_spaced(output, start)):
        return EQUAL  # chunks take a tenth of the time that single words take
    at = _first_difference(_words(answer, start), _words(output, start), same)
    return Finding(Verdict.WA, at) if at else EQUAL


def _close(answer: bytes, output: bytes, tolerance: bytes) -> bool:
    if answer == output:
        return True
    if not (_NUMBER.fullmatch(answer) and _NUMBER.fullmatch(output)):
        words = _NO_DECIMAL.fullmatch(answer), _NO_DECIMAL.fullmatch(output)
        return None not in words and len({word and word.lastindex for word in words}) == 1
    expected, number = float(answer), float(output)
    excess = abs(expected - number) - float(tolerance) * max(1.0, abs(expected))
    if abs(excess) > _SLACK * (abs(expected) + abs(number) + 1):
        return excess < 0
    # The bound has at most this many digits, so a difference above it stays above it if rounded up.
    digits = len(answer) + len(output) + len(tolerance)
    exact = Context(digits, ROUND_UP, MIN_EMIN, MAX_EMAX, traps=[])
    one, other, most = (exact.create_decimal(it.decode()) for it in (answer, output, tolerance))
    bound = exact.multiply(most, max(Decimal(1), one.copy_abs()))
    return exact.compare(exact.subtract(one, other).copy_abs(), bound) in (-1, 0)


def _start(answer: bytes, output: bytes, *ends: bytes) -> int:
    """Return the offset, the same in both, of the first piece that may differ."""
    same = min(_common(answer, output), _length(answer), _length(output))
    return 1 + max(answer.rfind(end, 0, same) for end in ends)


def _first_difference(
    answer: Iterator[Piece], output: Iterator[Piece], same: Callable[[bytes, bytes], bool]
) -> tuple[int, int] | None:
    for (answer_at, piece), (output_at, other) in zip(answer, output, strict=False):
        if not same(piece, other):
            common = _common(piece, other)
            return answer_at + common, output_at + common
    return None


def _spaced(data: bytes, start: int) -> Iterator[bytes]:
    """Yield the words, each with a blank after it, in chunks."""
    while start < len(data):
        blank = _BLANK.search(data, start + _CHUNK)
        stop = blank.end() if blank else len(data)
        yield b" ".join([*data[start:stop].split(), b""])
        start = stop


def _solid(data: bytes) -> Iterator[bytes]:
    """Yield the bytes that are not blank, in chunks."""
    for start in range(0, len(data), _CHUNK):
        yield data[start : start + _CHUNK].translate(None, _BLANKS)


def _hash(chunks: Iterator[bytes]) -> bytes:
    """Return a hash of the text that chunks make."""
    text = blake2b()
    for chunk in chunks:
        text.update(chunk)
    return text.digest()


def _length(data: bytes) -> int:
    """Return the length in bytes without the blanks at the end."""
    for end in range(len(data), 0, -_CHUNK):
        start = max(0, end - _CHUNK)
        if kept := len(data[start:end].rstrip()):
            return start + kept
    return 0


def _words(data: bytes, start: int) -> Iterator[Piece]:
    """Yield the words, then an empty piece."""
    for word in _TOKEN.finditer(data, start):
        yield word.start(), word[0]
    yield len(data), b""


def _rows(data: bytes, start: int) -> Iterator[Piece]:
    """Yield the lines, equally ended, up to the last that is not empty; then an empty piece."""
    last = _length(data)
    rows = BytesIO(data)
    rows.seek(start)
    for row in rows:
        if start >= last:
            break
        yield start, row.rstrip() + b"\n"
        start += len(row)
    yield start, b""


def _differ(answer: bytes, output: bytes, answer_at: int, output_at: int) -> Finding:
    only_blanks = _hash(_solid(answer)) == _hash(_solid(output))
    return Finding(Verdict.PE if only_blanks else Verdict.WA, (answer_at, output_at))


def _common(one: bytes, other: bytes) -> int:
    """Return the length of the common prefix in bytes."""
    start = 0
    while start < len(one) and one[start : start + _CHUNK] == other[start : start + _CHUNK]:
        start += _CHUNK
    shorter = min(len(one), len(other))
    while start < shorter and one[start] == other[start]:
        start += 1
    return min(start, shorter)
