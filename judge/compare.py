"""Whether the output of a program is the answer, by five rules from strict to lenient.

A rule takes the answer and the output and tells the verdict and the first difference. All but
`Checker` find a presentation error where the two differ in nothing but blanks and line ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import zip_longest
from operator import eq
from typing import NamedTuple, TypeAlias

from cardjudge.errors import UserError, quote
from judge.cases import Case

_BLANKS = b" \t\r\n\v\f"
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


Rule: TypeAlias = Callable[[bytes, bytes], Finding]
Compare: TypeAlias = Callable[[Case, bytes], Finding]

EQUAL = Finding(Verdict.AC)


def exact(answer: bytes, output: bytes) -> Finding:
    r"""Compare every byte.

    >>> exact(b"1 2\n", b"1 2 \n")
    Finding(verdict=<Verdict.PE: 'PE'>, at=(3, 3), comment='')
    """
    if answer == output:
        return EQUAL
    at = _common(answer, output)
    return _differ(answer, output, at, at)


def lines(answer: bytes, output: bytes) -> Finding:
    r"""Compare lines without the blanks at their ends; the last line need not be ended.

    >>> lines(b"1\n2\n", b"1 \r\n2").verdict
    <Verdict.AC: 'AC'>
    """
    answer_at = output_at = 0
    wanted, came = _rows(answer), _rows(output)
    for ours, theirs in zip(wanted, came, strict=False):
        if ours.rstrip() != theirs.rstrip():
            common = _common(ours.rstrip(), theirs.rstrip())
            return _differ(answer, output, answer_at + common, output_at + common)
        answer_at += len(ours) + 1
        output_at += len(theirs) + 1
    if len(wanted) == len(came):
        return EQUAL
    return _differ(answer, output, min(answer_at, len(answer)), min(output_at, len(output)))


def tokens(answer: bytes, output: bytes) -> Finding:
    """Compare the words between blanks."""
    if answer.split() == output.split():
        return EQUAL
    return _first_token(answer, output, eq)


def floats(answer: bytes, output: bytes, tolerance: float) -> Finding:
    """Compare words; numbers may differ by `tolerance`, absolutely or relative to the answer.

    Only decimal notation counts as a number: other words, NaN too, have to be the same.
    """

    def equal(ours: bytes, theirs: bytes) -> bool:
        if ours == theirs:
            return True
        if not (_NUMBER.fullmatch(ours) and _NUMBER.fullmatch(theirs)):
            return False
        wanted, came = float(ours), float(theirs)
        return abs(wanted - came) <= tolerance * max(1.0, abs(wanted)) < float("inf")

    return _first_token(answer, output, equal)


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
    raise UserError(f"沒有{quote(name)}這種比對（有的是：exact、lines、tokens、float:1e-6）")


def _rows(data: bytes) -> list[bytes]:
    """Return the lines; the end of the last one does not begin another."""
    rows = data.split(b"\n")
    return rows[:-1] if len(rows) > 1 and not rows[-1].strip() else rows


def _first_token(answer: bytes, output: bytes, equal: Callable[[bytes, bytes], bool]) -> Finding:
    for ours, theirs in zip_longest(_TOKEN.finditer(answer), _TOKEN.finditer(output)):
        if ours is None or theirs is None:
            return _differ(
                answer,
                output,
                ours.start() if ours else len(answer),
                theirs.start() if theirs else len(output),
            )
        if not equal(ours[0], theirs[0]):
            common = _common(ours[0], theirs[0])
            return _differ(answer, output, ours.start() + common, theirs.start() + common)
    return EQUAL


def _differ(answer: bytes, output: bytes, answer_at: int, output_at: int) -> Finding:
    same_but_for_blanks = answer.translate(None, _BLANKS) == output.translate(None, _BLANKS)
    verdict = Verdict.PE if same_but_for_blanks else Verdict.WA
    return Finding(verdict, (answer_at, output_at))


def _common(one: bytes, other: bytes) -> int:
    """Return the length of the common beginning."""
    start = 0
    while start < len(one) and one[start : start + _CHUNK] == other[start : start + _CHUNK]:
        start += _CHUNK
    shorter = min(len(one), len(other))
    while start < shorter and one[start] == other[start]:
        start += 1
    return min(start, shorter)
