"""What all answers share: who wins, and integers of any size."""

from __future__ import annotations

from cardjudge.errors import quote

_DIGITS = 4000  # str() refuses numbers of more than 4300 digits
_TOO_LARGE = 10**_DIGITS


def verdict(first_player_wins: bool) -> str:
    """Return the verdict without a line end."""
    return "先手必勝" if first_player_wins else "後手必勝"


def decimal(number: int) -> str:
    """Return the digits of a natural number of any size, as ``str`` would."""
    pieces = []
    while number >= _TOO_LARGE:
        number, lower = divmod(number, _TOO_LARGE)
        pieces.append(f"{lower:0{_DIGITS}}")
    return str(number) + "".join(reversed(pieces))


def short(number: int) -> str:
    """Return the digits for an error line, quoted where they are too many to be shown."""
    digits = decimal(number)
    return digits if len(digits) <= 40 else quote(digits)
