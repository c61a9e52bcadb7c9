"""Hands as numbers for fast play by the rules of `hands`; hands that play alike share one."""

from blackjack_judge.hands import ACE, BUSTED, POINTS, strength

STRENGTH: list[int] = []
AFTER: list[list[int]] = []
"""The hand after one more card, by its rank; a busted hand stays the same."""
_KNOWN: dict[tuple[int, bool, int], int] = {}


def _number(points: tuple[int, ...]) -> int:
    alike = sum(points), ACE in points, strength(points)
    if alike not in _KNOWN:
        number = _KNOWN[alike] = len(_KNOWN)
        STRENGTH.append(alike[-1])
        AFTER.append([number] * len(POINTS))
        if alike[-1] != BUSTED:
            AFTER[number] = [_number((*points, more)) for more in POINTS]
    return _KNOWN[alike]


TWO = [[_number((first, second)) for second in POINTS] for first in POINTS]
"""The hand of two cards, by their ranks."""
LOST = STRENGTH.index(BUSTED)
