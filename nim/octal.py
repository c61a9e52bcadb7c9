"""Octal games by their code: ``0.77`` is Kayles, ``0.137`` Dawson's Chess, ``4.007`` splits too.

The digit after the point at place k tells how k stones may be taken: 1 where they are the whole
heap, 2 where one heap is left, 4 where two heaps are left, or the sum of what is allowed. The digit
before the point is 0, or 4 where a heap may be split in two without taking anything.

Source: R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Cambridge Philos. Soc.
52 (1956).
"""

from __future__ import annotations

from nim.taking import Rules

_NONE, _ONE, _TWO = 1, 2, 4


def parse(code: str) -> Rules:
    """Return the rules that the code stands for; ValueError, with the faulty digit, for no code.

    >>> sorted(parse("0.77").to_two), parse("4.007").longest
    ([1, 2], 3)
    """
    whole, point, digits = code.partition(".")
    if whole not in {"0", "4"} or not point:
        raise ValueError(whole)
    for digit in digits:
        if digit not in "01234567":
            raise ValueError(digit)
    if not digits:
        raise ValueError(code)
    return Rules(
        *(
            frozenset(k for k, digit in enumerate(whole + digits) if int(digit) & allowed)
            for allowed in (_NONE, _ONE, _TWO)
        )
    )
