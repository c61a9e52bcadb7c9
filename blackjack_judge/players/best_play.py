"""The best play for the cards not yet seen, as if each were drawn from all of them anew.

Written for two readers: Python runs it on lists, and Numba compiles the same lines for the
simulator, so both find the same decisions to the last bit. `blackjack_judge.odds` is the exact and
general account, which tests compare with this one.
"""

from __future__ import annotations

from blackjack_judge.players import base

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

STAND, HIT, DOUBLE, SPLIT = 0, 1, 2, 3
MOVES = (base.STAND, base.HIT, base.DOUBLE, base.SPLIT)
"""The moves by these numbers."""
_KINDS = 14
"""Kinds of card in a plan: from 1, ranks or the points of ranks."""
OPENINGS = 2 * _KINDS**3
LATER = 3 * 2 * 22 * _KINDS


def opening_at(free: int, first: int, second: int, upcard: int) -> int:
    """Return where a plan keeps the decision with two cards; `free` to double and split or not."""
    return ((free * 14 + first) * 14 + second) * 14 + upcard


def later_at(split: int, soft: int, points: int, upcard: int) -> int:
    """Return where a plan keeps whether to hit: after a hit, or a hand of a split, 1 or 2."""
    return ((split * 2 + soft) * 22 + points) * 14 + upcard


def find_best_play(
    unseen: Sequence[int],
    split_blackjack: int,
    opening: MutableSequence[int],
    later: MutableSequence[int],
) -> float:
    """Write the best plan into `opening` and `later`; return the expectation of a round with it.

    `unseen` counts the cards of 1 to 10 points; its item 0 is not used. Kinds are points.
    """
    total = 0
    for points in range(1, 11):
        total += unseen[points]
    chance = [0.0] * 11
    for points in range(1, 11):
        chance[points] = unseen[points] / total

    # How the dealer ends from each hand: 17 to 21, or bust. A hand is its hard points and an ace.
    ends = [0.0] * (2 * 27 * 6)
    for hard in range(26, 0, -1):
        for ace in range(2):
            at = (ace * 27 + hard) * 6
            points = hard + 10 if ace == 1 and hard <= 11 else hard
            if points > 21:
                ends[at + 5] = 1.0
            elif points >= 17:
                ends[at + points - 17] = 1.0
            else:
                for card in range(1, 11):
                    after = ((1 if card == 1 else ace) * 27 + hard + card) * 6
                    for end in range(6):
                        ends[at + end] += chance[card] * ends[after + end]

    stand = [0.0] * 22
    best = [0.0] * (2 * 22)
    expectation = 0.0
    for upcard in range(1, 11):
        # How he ends from this upcard. Only with a ten can a blackjack still show after the play.
        end_chance = [0.0] * 6
        natural = 0.0
        for card in range(1, 11):
            hole = chance[card]
            if upcard == 1:  # insurance has told that the hole card is no ten
                if card == 10 or chance[10] == 1.0:
                    continue
                hole /= 1.0 - chance[10]
            if upcard == 10 and card == 1:
                natural = hole
                continue
            after = ((1 if upcard == 1 or card == 1 else 0) * 27 + upcard + card) * 6
            for end in range(6):
                end_chance[end] += hole * ends[after + end]

        # Standing wins where the dealer busts or ends lower, and loses to his blackjack always.
        for points in range(22):
            stand[points] = end_chance[5] - natural
            for end in range(5):
                if points > end + 17:
                    stand[points] += end_chance[end]
                elif points < end + 17:
                    stand[points] -= end_chance[end]

        # From the greatest hand down: a hit leads to greater ones, whose best values are known.
        for hard in range(21, 0, -1):
            for ace in range(2):
                soft = 1 if ace == 1 and hard <= 11 else 0
                points = hard + 10 * soft
                hit = 0.0
                for card in range(1, 11):
                    if hard + card > 21:
                        hit -= chance[card]
                    else:
                        hit += chance[card] * best[(1 if card == 1 else ace) * 22 + hard + card]
                decision = HIT if hit > stand[points] else STAND
                best[ace * 22 + hard] = hit if decision == HIT else stand[points]
                for split in range(3):
                    later[((split * 2 + soft) * 22 + points) * 14 + upcard] = decision

        # Two cards may also double or split: `narrow` is the decision of who has no money for it.
        blackjack = chance[10] if upcard == 1 else 0.0
        expectation -= chance[upcard] * blackjack
        for first in range(1, 11):
            for second in range(first, 11):
                ace = 1 if first == 1 else 0
                hard = first + second
                soft = 1 if ace == 1 and hard <= 11 else 0
                decision = later[(soft * 22 + hard + 10 * soft) * 14 + upcard]
                narrow = decision
                value = best[ace * 22 + hard]
                if hard == 11 and ace == 1:
                    value = 1.5 * (1.0 - natural)
                # One more card, and then the hand stands, for twice the bet.
                double = 0.0
                for card in range(1, 11):
                    longer = hard + card
                    if (ace == 1 or card == 1) and longer <= 11:
                        longer += 10
                    double += -chance[card] if longer > 21 else chance[card] * stand[longer]
                if 2.0 * double > value:
                    decision = DOUBLE
                    value = 2.0 * double
                if first == second:
                    # Both hands of a split play on from one card, and neither splits again.
                    half = 0.0
                    for card in range(1, 11):
                        value_of_half = best[(1 if card == 1 else ace) * 22 + first + card]
                        if split_blackjack == 1 and abs(first - card) == 9:  # an ace and a ten
                            value_of_half = 1.5 * (1.0 - natural)
                        half += chance[card] * value_of_half
                    if 2.0 * half > value:
                        decision = SPLIT
                        value = 2.0 * half
                ways = 1.0 if first == second else 2.0
                weight = (1.0 - blackjack) * ways * chance[first] * chance[second] * chance[upcard]
                expectation += weight * value
                for free in range(2):
                    choice = decision if free == 1 else narrow
                    opening[((free * 14 + first) * 14 + second) * 14 + upcard] = choice
                    opening[((free * 14 + second) * 14 + first) * 14 + upcard] = choice
    return expectation
