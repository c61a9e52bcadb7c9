"""What all answers share: who wins, and integers of any size."""

from __future__ import annotations

_DIGITS = 4000  # str() refuses numbers of more than 4300 digits


def verdict(first_player_wins: bool) -> str:
    """Return the verdict without a line end."""
    return "先手必勝" if first_player_wins else "後手必勝"


def decimal(number: int) -> str:
    """Return the digits of a natural number of any size, as ``str`` would."""
    try:
        return str(number)
    except ValueError:
        upper, lower = divmod(number, 10**_DIGITS)
        return f"{decimal(upper)}{lower:0{_DIGITS}}"
