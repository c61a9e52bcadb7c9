"""Integers in text: ASCII digits within bounds, read in one way for all."""

MOST_DIGITS = 4300
"""Python converts no more, since the time grows with the square."""


def natural(word: str) -> int:
    """Return the integer that a word is, or -1 where it is none."""
    value = integer(word)
    return -1 if value is None else value


def integer(word: str, least: int = 0, most: int | None = None) -> int | None:
    """Return the integer that a word is, or None where it is none or is out of bounds.

    A minus may stand before it where `least` is negative, a plus never.

    >>> integer("007", most=9), integer("-7"), integer("-7", least=-9), integer("７")
    (7, None, -7, None)
    """
    digits = word[1:] if least < 0 and word.startswith("-") else word
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS):
        return None
    value = int(word)
    return value if least <= value and (most is None or value <= most) else None
