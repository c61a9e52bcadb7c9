"""Whether the output of a program is the answer, by five rules from strict to lenient.

A rule takes the answer and the output and tells the verdict and the first difference. All but
`Checker` find a presentation error where the two differ in nothing but blanks and line ends.
They go through both piece by piece: what may be large is never taken apart as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardjudge.errors import UserError, quote

if TYPE_CHECKING:  # a checker in a package needs this module and no other of the runner
    from judge.cases import Case

_BLANKS = b" \t\r\n\v\f"
_BLANK = re.compile(rb"[ \t\r\n\v\f]")
_LINE_END = re.compile(rb"\n")
_TOKEN = re.compile(rb"[^ \t\r\n\v\f]+")
_NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_CHUNK = 1 << 16


class Verdict(StrEnum):
    """What an online judge says of a run."""

    AC = "AC"
    WA = "WA"
    PE = "PE"
    RE = "RE"
    TLE = "TLE"
    MLE = "MLE"
    OLE = "OLE"
    SE = "SE"
    """The system failed, for example a checker: nothing is known of the program."""


class Finding(NamedTuple):
    """What a comparison says."""

    verdict: Verdict
    at: tuple[int, int] | None = None
    """Where answer and output first differ, as offsets in bytes; a checker does not tell."""
    comment: str = ""
    """What a checker had to say."""
    points: float | None = None
    """The points that a checker gave, if it did."""


Rule: TypeAlias = Callable[[bytes, bytes], Finding]
Compare: TypeAlias = "Callable[[Case, bytes], Finding]"
Piece: TypeAlias = tuple[int, bytes]
"""The offset at which a piece of data begins, and what counts of that piece."""

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
    r"""Compare lines without the blanks at their ends and without the empty lines at the end.

    >>> lines(b"1\n2\n", b"1 \r\n2\n\n\n").verdict
    <Verdict.AC: 'AC'>
    """
    ours, theirs = _Reader(_rows(answer)), _Reader(_rows(output))
    if not ours.parts_from(theirs):
        return EQUAL
    return _differ(answer, output, _in_rows(answer, ours), _in_rows(output, theirs))


def tokens(answer: bytes, output: bytes) -> Finding:
    """Compare the words between blanks."""
    ours, theirs = _Reader(_words(answer)), _Reader(_words(output))
    if not ours.parts_from(theirs):
        return EQUAL
    return _differ(answer, output, _in_words(answer, ours), _in_words(output, theirs))


def floats(answer: bytes, output: bytes, tolerance: float) -> Finding:
    """Compare words; numbers may differ by `tolerance`, absolutely or relative to the answer.

    Only decimal notation counts as a number: other words, NaN too, have to be the same.
    """
    ours, theirs = _Reader(_words(answer)), _Reader(_words(output))
    while ours.parts_from(theirs):
        at = _in_words(answer, ours), _in_words(output, theirs)
        if ours.ended or theirs.ended or not _close(ours.word(), theirs.word(), tolerance):
            return _differ(answer, output, *at)
    return EQUAL


def _close(ours: bytes, theirs: bytes, tolerance: float) -> bool:
    if not (_NUMBER.fullmatch(ours) and _NUMBER.fullmatch(theirs)):
        return False
    wanted, came = float(ours), float(theirs)
    return abs(wanted - came) <= tolerance * max(1.0, abs(wanted)) < float("inf")


@dataclass(frozen=True)
class WithAnswer:
    """Compares with the answer beside the input, by a rule."""

    rule: Rule

    def __call__(self, case: Case, output: bytes) -> Finding:
        """Compare; UserError if the case has no answer."""
        return self.rule(case.expected(), output)


EXACT = WithAnswer(exact)


def named(name: str) -> WithAnswer:
    """Return the comparison of an option: ``exact``, ``lines``, ``tokens`` or ``float:1e-6``."""
    rules: dict[str, Rule] = {"exact": exact, "lines": lines, "tokens": tokens}
    if name in rules:
        return WithAnswer(rules[name])
    kind, _, tolerance = name.partition(":")
    number = _NUMBER.fullmatch(tolerance.encode(errors="replace"))
    if kind == "float" and number and 0 <= float(tolerance) < 1:
        return WithAnswer(partial(floats, tolerance=float(tolerance)))
    raise UserError(
        "沒有{name}這種比對（有的是：exact、lines、tokens、float:1e-6）", name=quote(name)
    )


class _Reader:
    """Reads pieces as one stream; stands at a place in the piece read last."""

    def __init__(self, pieces: Iterator[Piece]) -> None:
        self._pieces = pieces
        self.start, self.piece, self.place = 0, b"", 0
        self.ended = False

    def parts_from(self, other: _Reader) -> bool:
        """Read both to where they first differ; return whether they do."""
        while self._more() & other._more():
            length = min(len(self.piece) - self.place, len(other.piece) - other.place)
            ours = self.piece[self.place : self.place + length]
            theirs = other.piece[other.place : other.place + length]
            common = length if ours == theirs else _common(ours, theirs)
            self.place += common
            other.place += common
            if common < length:
                return True
        return not (self.ended and other.ended)

    def word(self) -> bytes:
        """Return the word that it stands in, and go to its end."""
        start = self.piece.rfind(b" ", 0, self.place) + 1
        self.place = self.piece.index(b" ", self.place)
        return self.piece[start : self.place]

    def _more(self) -> bool:
        while self.place == len(self.piece) and not self.ended:
            self.start, self.piece = next(self._pieces, (0, b""))
            self.place = 0
            self.ended = not self.piece
        return not self.ended


def _cut(data: bytes, end: re.Pattern[bytes]) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of data begin and end: each some length on, after an `end`."""
    start = 0
    while start < len(data):
        found = end.search(data, start + _CHUNK)
        stop = found.end() if found else len(data)
        yield start, stop
        start = stop


def _words(data: bytes) -> Iterator[Piece]:
    """Yield the words, a blank after each."""
    for start, stop in _cut(data, _BLANK):
        if words := data[start:stop].split():
            yield start, b" ".join([*words, b""])


def _rows(data: bytes) -> Iterator[Piece]:
    """Yield the lines without blanks at their ends, up to the last that is not empty."""
    data = data.rstrip()
    for start, stop in _cut(data, _LINE_END):
        piece = b"\n".join([row.rstrip() for row in data[start:stop].split(b"\n")])
        yield start, piece if stop < len(data) else piece + b"\n"


def _letters(data: bytes) -> Iterator[Piece]:
    """Yield all that is not blank."""
    for start in range(0, len(data), _CHUNK):
        if piece := data[start : start + _CHUNK].translate(None, _BLANKS):
            yield start, piece


def _in_words(data: bytes, reader: _Reader) -> int:
    """Return the offset in the data at which a reader of its words stands."""
    if reader.ended:
        return len(data)
    before = reader.piece[: reader.place]
    word = next(islice(_TOKEN.finditer(data, reader.start), before.count(b" "), None))
    return word.start() + len(before) - (before.rfind(b" ") + 1)


def _in_rows(data: bytes, reader: _Reader) -> int:
    """Return the offset in the data at which a reader of its lines stands."""
    if reader.ended:
        last = len(data.rstrip())
        return data.find(b"\n", last) + 1 or len(data) if last else 0
    before = reader.piece[: reader.place]
    start = reader.start
    for _ in range(before.count(b"\n")):
        start = data.index(b"\n", start) + 1
    return start + len(before) - (before.rfind(b"\n") + 1)


def _differ(answer: bytes, output: bytes, answer_at: int, output_at: int) -> Finding:
    not_only_blanks = _Reader(_letters(answer)).parts_from(_Reader(_letters(output)))
    return Finding(Verdict.WA if not_only_blanks else Verdict.PE, (answer_at, output_at))


def _common(one: bytes, other: bytes) -> int:
    """Return the length of the common beginning."""
    start = 0
    while start < len(one) and one[start : start + _CHUNK] == other[start : start + _CHUNK]:
        start += _CHUNK
    shorter = min(len(one), len(other))
    while start < shorter and one[start] == other[start]:
        start += 1
    return min(start, shorter)
