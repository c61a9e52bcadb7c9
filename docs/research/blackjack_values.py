"""The value of each decision for any chance of each card, drawn with replacement.

Written for two readers: Python runs it on lists, and Numba compiles the same lines for the
simulator, so both find the same values to the last bit. `blackjack_judge.players.best_play` has the
definition for an infinite shoe.
"""

from collections.abc import Sequence

from blackjack_judge.table import DEALER_STANDS

INFINITE = (0.0, *[1 / 13] * 9, 4 / 13)
"""The probability of each card of an infinite shoe, by its points."""


def points_of(hard: int, ace: int) -> int:
    """Return the greatest total of hard points, with or without an ace."""
    return hard + 10 if ace == 1 and hard <= 11 else hard


def dealers_ends(chance: Sequence[float]) -> list[float]:
    """Return the probabilities of the dealer's ends (17 to 21, bust) by hard points and ace."""
    ends = [0.0] * (2 * 27 * 6)
    for hard in range(26, 0, -1):
        for ace in range(2):
            at = (ace * 27 + hard) * 6
            points = points_of(hard, ace)
            if points >= DEALER_STANDS:
                ends[at + min(points, 22) - DEALER_STANDS] = 1.0
                continue
            for card in range(1, 11):
                next_at = ((1 if card == 1 else ace) * 27 + hard + card) * 6
                for end in range(6):
                    ends[at + end] += chance[card] * ends[next_at + end]
    return ends


def standing(
    upcard: int, chance: Sequence[float], ends: Sequence[float]
) -> tuple[list[float], float]:
    """Return the expectation of standing on each total, and the probability of a hidden blackjack.

    Only a ten can hide one: with an ace up, insurance has shown that the hole card is not a ten.
    """
    end_chance = [0.0] * 6
    natural = 0.0
    for card in range(1, 11):
        hole = chance[card]
        if upcard == 1:
            if card == 10 or chance[10] == 1.0:
                continue
            hole /= 1.0 - chance[10]
        if upcard == 10 and card == 1:
            natural = hole
            continue
        next_at = ((1 if upcard == 1 or card == 1 else 0) * 27 + upcard + card) * 6
        for end in range(6):
            end_chance[end] += hole * ends[next_at + end]
    stand = [end_chance[5] - natural] * 22
    for points in range(22):
        for end in range(5):
            if points > end + DEALER_STANDS:
                stand[points] += end_chance[end]
            elif points < end + DEALER_STANDS:
                stand[points] -= end_chance[end]
    return stand, natural


def hitting(chance: Sequence[float], stand: Sequence[float]) -> list[float]:
    """Return the expectation of each hand that is hit or not, by ace and hard points."""
    best = [0.0] * (2 * 22)
    for hard in range(21, 0, -1):  # downwards, because a hit leads to hands of more points
        for ace in range(2):
            hit = of_hit(hard, ace, chance, best)
            best[ace * 22 + hard] = max(hit, stand[points_of(hard, ace)])
    return best


def of_hit(hard: int, ace: int, chance: Sequence[float], best: Sequence[float]) -> float:
    """Return the expectation of one card and the best play of the longer hand."""
    hit = 0.0
    for card in range(1, 11):
        if hard + card > 21:
            hit -= chance[card]
        else:
            hit += chance[card] * best[(1 if card == 1 else ace) * 22 + hard + card]
    return hit


def of_two(first: int, second: int, natural: float, best: Sequence[float]) -> float:
    """Return the expectation of two cards that are not doubled or split."""
    if abs(first - second) == 9:  # an ace and a ten
        return 1.5 * (1.0 - natural)
    return best[(1 if first == 1 or second == 1 else 0) * 22 + first + second]


def of_double(hard: int, ace: int, chance: Sequence[float], stand: Sequence[float]) -> float:
    """Return the expectation of one card and standing, per unit of the bet."""
    double = 0.0
    for card in range(1, 11):
        longer = hard + card
        if longer <= 11 and (ace == 1 or card == 1):
            longer += 10
        double += -chance[card] if longer > 21 else chance[card] * stand[longer]
    return double


def of_half(card: int, natural: float, chance: Sequence[float], best: Sequence[float]) -> float:
    """Return the expectation of a hand of a split, which cannot be split again."""
    half = 0.0
    for second in range(1, 11):
        half += chance[second] * of_two(card, second, natural, best)
    return half
