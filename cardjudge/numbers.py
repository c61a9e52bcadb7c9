"""Reading integers: ASCII digits within bounds."""

MOST_DIGITS = 4300
"""Python's own limit for converting text, because the time grows with the square."""


def natural(word: str) -> int:
    """Return the value of a word of digits, or -1 if it is not a number."""
    value = integer(word)
    return -1 if value is None else value


def integer(word: str, least: int = 0, most: int | None = None) -> int | None:
    """Return the value of a word, or None if it is not an integer or out of bounds.

    A minus sign is accepted if `least` is negative, a plus sign never.

    >>> integer("007", most=9), integer("-7"), integer("-7", least=-9), integer("７")
    (7, None, -7, None)
    """
    digits = word[1:] if least < 0 and word.startswith("-") else word
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS):
        return None
    value = int(word)
    return value if least <= value and (most is None or value <= most) else None
