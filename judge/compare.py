"""Whether the output of a program is the answer, by five rules from strict to lenient.

A rule takes the answer and the output and tells the verdict and the first difference. Those that
compare bytes find a presentation error where the two differ in nothing but blanks and line ends.
They go through both piece by piece: what may be large never becomes a list.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from cardjudge.errors import UserError, quote

if TYPE_CHECKING:  # a checker in a package needs this module and no other of the runner
    from judge.cases import Case

_BLANKS = b" \t\r\n\v\f"
_BLANK = re.compile(rb"[ \t\r\n\v\f]")
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
Compare: TypeAlias = Callable[["Case", bytes], Finding]
Piece: TypeAlias = tuple[int, bytes]
"""The offset at which a word or a line begins, and what counts of it."""

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
    return _compared(answer, output, _rows)


def tokens(answer: bytes, output: bytes) -> Finding:
    """Compare the words between blanks."""
    return _compared(answer, output, _words)


def floats(answer: bytes, output: bytes, tolerance: float) -> Finding:
    """Compare words; numbers may differ by `tolerance`, absolutely or relative to the answer.

    Only decimal notation counts as a number: other words, NaN too, have to be the same.
    """
    return _compared(answer, output, _words, tolerance)


def _close(ours: bytes, theirs: bytes, tolerance: float) -> bool:
    if not (_NUMBER.fullmatch(ours) and _NUMBER.fullmatch(theirs)):
        return False
    wanted, came = float(ours), float(theirs)
    return abs(wanted - came) <= tolerance * max(1.0, abs(wanted)) < float("inf")


@dataclass(frozen=True)
class WithAnswer:
    """Compares with the answer beside the input, by a rule."""

    rule: Rule

    def __call__(self, case: "Case", output: bytes) -> Finding:
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


def _compared(
    answer: bytes,
    output: bytes,
    pieces: Callable[[bytes, int], Iterator[Piece]],
    tolerance: float = -1.0,
) -> Finding:
    """Compare piece by piece, from the first that differs, or a little before."""
    same = min(_common(answer, output), _length(answer), _length(output))
    ends = (b"\n", b" ") if pieces is _words else (b"\n",)
    start = 1 + max(answer.rfind(end, 0, same) for end in ends)
    if pieces is _words and _equal(_spaced(answer, start), _spaced(output, start)):
        return EQUAL  # word by word it would take ten times as long
    both = zip(pieces(answer, start), pieces(output, start), strict=False)
    for (here, ours), (there, theirs) in both:
        if ours != theirs and not _close(ours, theirs, tolerance):
            common = _common(ours, theirs)
            at = here + common, there + common
            return Finding(Verdict.WA, at) if pieces is _words else _differ(answer, output, *at)
    return EQUAL


def _spaced(data: bytes, start: int) -> Iterator[bytes]:
    """Yield the words with a blank after each, some at a time."""
    while start < len(data):
        blank = _BLANK.search(data, start + _CHUNK)
        stop = blank.end() if blank else len(data)
        yield b" ".join([*data[start:stop].split(), b""])
        start = stop


def _solid(data: bytes) -> Iterator[bytes]:
    """Yield what is not blank, some at a time."""
    for start in range(0, len(data), _CHUNK):
        yield data[start : start + _CHUNK].translate(None, _BLANKS)


def _equal(one: Iterator[bytes], other: Iterator[bytes]) -> bool:
    """Tell whether the parts of two texts make the same, however they are divided."""
    ours, theirs = filter(None, one), filter(None, other)
    left = right = b""
    while True:
        left, right = left or next(ours, b""), right or next(theirs, b"")
        common = min(len(left), len(right))
        if not common or left[:common] != right[:common]:
            return not left and not right
        left, right = left[common:], right[common:]


def _length(data: bytes) -> int:
    """Return the length without the blanks at the end."""
    for end in range(len(data), 0, -_CHUNK):
        start = max(0, end - _CHUNK)
        if kept := len(data[start:end].rstrip()):
            return start + kept
    return 0


def _words(data: bytes, start: int) -> Iterator[Piece]:
    """Yield the words, and nothing at the end."""
    for word in _TOKEN.finditer(data, start):
        yield word.start(), word[0]
    yield len(data), b""


def _rows(data: bytes, start: int) -> Iterator[Piece]:
    """Yield the lines up to the last that is not empty, all ended alike, and nothing at the end."""
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
    only_blanks = _equal(_solid(answer), _solid(output))
    return Finding(Verdict.PE if only_blanks else Verdict.WA, (answer_at, output_at))


def _common(one: bytes, other: bytes) -> int:
    """Return the length of the common beginning."""
    start = 0
    while start < len(one) and one[start : start + _CHUNK] == other[start : start + _CHUNK]:
        start += _CHUNK
    shorter = min(len(one), len(other))
    while start < shorter and one[start] == other[start]:
        start += 1
    return min(start, shorter)
