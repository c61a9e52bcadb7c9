"""Hands as numbers for fast play by the rules of `hands`; hands that play alike share one."""

from blackjack_judge.hands import ACE, BUSTED, POINTS, strength

STRENGTH: list[int] = []
AFTER: list[list[int]] = []
"""The hand after one more card, by its rank; a busted hand stays the same."""
_NUMBERS: dict[tuple[int, bool, int], int] = {}


def _number(points: tuple[int, ...]) -> int:
    key = sum(points), ACE in points, strength(points)
    if key not in _NUMBERS:
        number = _NUMBERS[key] = len(_NUMBERS)
        STRENGTH.append(key[-1])
        AFTER.append([number] * len(POINTS))
        if key[-1] != BUSTED:
            AFTER[number] = [_number((*points, more)) for more in POINTS]
    return _NUMBERS[key]


TWO = [[_number((first, second)) for second in POINTS] for first in POINTS]
"""The hand of two cards, by their ranks."""
LOST = STRENGTH.index(BUSTED)
