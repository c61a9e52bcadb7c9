"""The plan: a hand parted into plays, and the rules by which a player follows it.

The greedy player follows its plan, and in a play-out of the Monte-Carlo player everybody does.
`big2.players.fast` has the same rules again, for the built-in patterns in machine code.

The numbers were found by random search over games against earlier numbers.
"""

from collections.abc import Callable, Sequence
from typing import Any

from big2.cards import RANKS
from big2.patterns import Cards, Play

TWO = len(RANKS) - 1

COST = {1: (1000, 900), 2: (1100, 800), 5: (700, 600)}
"""Cost of a play by its number of cards: that of the weakest, and what the strongest saves."""
LEFT_OVER = 2000
"""What a card costs that no play takes."""
LEAD = {1: -2, 2: 0, 5: -3}
"""What is added to the rank of a play of so many cards to compare it with others to begin with."""
NEAR_END = 6
"""While all others have more cards than this, twos are saved …"""
FEW_PLAYS = 4
"""… if the plan has more plays than this."""
ALARM = 5
"""Where another has no more cards than this, a play of the plan is broken up to go above."""

WHOLE = 1024
WHIMS = (0, 256, 512)
"""How others are thought to play: of `WHOLE` decisions, so many are others than these rules'. They
are any play of the plan to begin a round with, a pass where one could play, and a play where one
would pass. The player itself is taken to have none."""


def rank(play: Play) -> int:
    """Return the strength of a play on the scale of ranks.

    That is the first number of its key, which in every pattern of this kit is a rank; of patterns
    from outside only its greatness is used.
    """
    first = play.key[0] if play.key else TWO
    return max(0, min(TWO, first if isinstance(first, int) else first[0]))


def cost(cards: int, rank: int) -> int:
    """Return what it costs to have a play of so many cards and this rank still to make.

    About the number of rounds that others begin until it is made: a three alone must wait for one,
    a two begins one of its own.
    """
    weakest, saved = COST.get(cards, COST[5])
    return weakest - saved * rank * rank // (TWO * TWO)


def part(hand: Cards, plays: Sequence[Play]) -> tuple[Play, ...]:
    """Part a hand into plays of the least total cost; cards that fit no play are left over.

    Plays of more than two cards are chosen by search, and the rest becomes pairs and singles from
    the lowest card up. `plays` are all plays that the hand holds.
    """
    small = [play for play in plays if len(play.cards) <= 2]
    large = [play for play in plays if len(play.cards) > 2]
    return _best(frozenset(hand), large, small)[1]


def _best(
    hand: frozenset[object], large: Sequence[Play], small: Sequence[Play]
) -> tuple[int, tuple[Play, ...]]:
    best = _pairs_and_singles(hand, small)
    tried = set()
    for index, play in enumerate(large):
        kind = play.pattern.name, tuple(card.rank for card in play.cards)
        if kind in tried:
            continue  # the same ranks in other suits leave the same ranks
        tried.add(kind)
        rest = hand.difference(play.cards)
        # What comes before this play in the list has been tried together with it already.
        later = [other for other in large[index:] if rest.issuperset(other.cards)]
        fits = [other for other in small if rest.issuperset(other.cards)]
        total, plan = _best(rest, later, fits)
        total += cost(len(play.cards), rank(play))
        if total < best[0]:
            best = total, (play, *plan)
    return best


def _pairs_and_singles(
    hand: frozenset[object], small: Sequence[Play]
) -> tuple[int, tuple[Play, ...]]:
    left = set(hand)
    plan = []
    total = 0
    for play in sorted(small, key=lambda play: (play.cards[0], -len(play.cards), play.cards)):
        if left.issuperset(play.cards):
            left.difference_update(play.cards)
            plan.append(play)
            total += cost(len(play.cards), rank(play))
    return total + LEFT_OVER * len(left), tuple(plan)


def lead(plan: Sequence[Play], fewest: int) -> Play:
    """Return the play of the plan to begin a round with.

    The lowest, long ones first; of the last two the one that is likelier to win the round. If
    another holds one card, singles come last and the highest first.
    """

    def score(play: Play) -> tuple[bool, int]:
        if fewest == 1 and len(play.cards) == 1:
            return True, -rank(play)
        if len(plan) == 2:
            return False, cost(len(play.cards), rank(play))
        return False, LEAD.get(len(play.cards), LEAD[5]) + rank(play)

    return min(plan, key=score)


def follow(plan: Sequence[Play], top: Play, fewest: int, plays: Sequence[Play]) -> Play | None:
    """Return the play to lay on the top play, or None to pass; `plays` are all that the hand holds.

    The lowest of the plan that beats it, but no two before it is needed. Where another is about to
    go out, a single or a pair is taken from the other plays. Against one last card a single is the
    highest there is.
    """
    play = fitting(plan, top, fewest)
    if play is not None:
        is_two = rank(play) == TWO and len(play.cards) <= 2
        saved = is_two and fewest > NEAR_END and len(plan) > FEW_PLAYS
        return None if saved else play
    if fewest <= ALARM or len(plan) <= 1:
        return broken(plays, top, fewest)
    return None


def fitting(plan: Sequence[Play], top: Play, fewest: int) -> Play | None:
    """Return the lowest play of the plan that beats the top play; the highest on a last card."""
    plays = [play for play in plan if play.beats(top)]
    return _chosen(plays, top, fewest, lambda play: (len(play.cards), play.key))


def broken(plays: Sequence[Play], top: Play, fewest: int) -> Play | None:
    """Return the single or pair that beats the top play, from all that the hand holds."""
    small = [play for play in plays if len(play.cards) <= 2 and play.beats(top)]
    return _chosen(small, top, fewest, lambda play: play.key)


def _chosen(
    plays: Sequence[Play], top: Play, fewest: int, order: Callable[[Play], Any]
) -> Play | None:
    last_card = fewest == 1 and len(top.cards) == 1
    return (max if last_card else min)(plays, key=order, default=None)
