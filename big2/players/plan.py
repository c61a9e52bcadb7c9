"""The plan: a division of a hand into plays, and the rules by which a player follows it.

The greedy player follows its plan; in a play-out of the Monte-Carlo player all players do.
`big2.players.fast` has the same rules for the built-in patterns in compiled code.

A random search found the constants, in games against earlier constants.
"""

from collections.abc import Callable, Sequence
from typing import Any

from big2.cards import RANKS
from big2.patterns import Cards, Play

TWO = len(RANKS) - 1

COST = {1: (1000, 900), 2: (1100, 800), 5: (700, 600)}
"""Cost of a play by its number of cards: (cost of the weakest, discount of the strongest)."""
LEFT_OVER = 2000
"""Cost of a left-over card."""
LEAD = {1: -2, 2: 0, 5: -3}
"""Added to the rank of a play, by its number of cards, when `lead` compares plays."""
NEAR_END = 6
"""The plan saves twos while all other players hold more cards than this …"""
FEW_PLAYS = 4
"""… if the plan has more plays than this."""
ALARM = 5
"""The player breaks up a planned play if another player holds at most this number of cards."""

WHOLE = 1024
WHIMS = (0, 256, 512)
"""The styles of other players: the frequency of whims, in units of 1/`WHOLE`. A whim begins a round
with a random play of the plan, passes instead of a play, or plays instead of a pass. The model of
the player itself has no whims."""


def rank(play: Play) -> int:
    """Return the strength of a play on the scale of ranks.

    This is the first number of its key, which is a rank in every built-in pattern. For installed
    patterns only its order matters.
    """
    first = play.key[0] if play.key else TWO
    return max(0, min(TWO, first if isinstance(first, int) else first[0]))


def cost(cards: int, rank: int) -> int:
    """Return the cost of an unplayed play of `cards` cards and this rank.

    The cost estimates the number of rounds that other players begin before it: a single three must
    wait for a round, and a two wins a round for itself.
    """
    weakest, saved = COST.get(cards, COST[5])
    return weakest - saved * rank * rank // (TWO * TWO)


def part(hand: Cards, plays: Sequence[Play]) -> tuple[Play, ...]:
    """Divide a hand into plays of the least total cost; cards outside all plays are left over.

    A search chooses the plays of more than two cards; the rest becomes pairs and singles from the
    lowest card up. `plays` lists all plays in the hand.
    """
    small = [play for play in plays if len(play.cards) <= 2]
    large = [play for play in plays if len(play.cards) > 2]
    return _best(frozenset(hand), large, small)[1]


def _best(
    hand: frozenset[object], large: Sequence[Play], small: Sequence[Play]
) -> tuple[int, tuple[Play, ...]]:
    best = _pairs_and_singles(hand, small)
    kinds = set()
    for index, play in enumerate(large):
        kind = play.pattern.name, tuple(card.rank for card in play.cards)
        if kind in kinds:
            continue  # the same ranks in other suits leave the same ranks
        kinds.add(kind)
        rest = hand.difference(play.cards)
        # The search has already tried this play with the plays before it in the list.
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
    """Return the play of the plan that begins a round.

    The lowest play comes first, and longer plays before shorter ones. Of the last two plays the
    likelier winner of the round comes first. If another player holds one card, singles come last,
    the highest first.
    """

    def score(play: Play) -> tuple[bool, int]:
        if fewest == 1 and len(play.cards) == 1:
            return True, -rank(play)
        if len(plan) == 2:
            return False, cost(len(play.cards), rank(play))
        return False, LEAD.get(len(play.cards), LEAD[5]) + rank(play)

    return min(plan, key=score)


def follow(plan: Sequence[Play], top: Play, fewest: int, plays: Sequence[Play]) -> Play | None:
    """Return the play that answers the top play, or None to pass; `plays` lists all in the hand.

    This is the lowest planned play that beats it, except that the player saves its twos. If another
    player is about to go out, the player takes a single or a pair from other plays. Against a last
    card it plays its highest single.
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
    """Return the lowest planned play that beats the top play; the highest against a last card."""
    plays = [play for play in plan if play.beats(top)]
    return _pick(plays, top, fewest, lambda play: (len(play.cards), play.key))


def broken(plays: Sequence[Play], top: Play, fewest: int) -> Play | None:
    """Return a single or pair of the whole hand that beats the top play."""
    small = [play for play in plays if len(play.cards) <= 2 and play.beats(top)]
    return _pick(small, top, fewest, lambda play: play.key)


def _pick(
    plays: Sequence[Play], top: Play, fewest: int, order: Callable[[Play], Any]
) -> Play | None:
    last_card = fewest == 1 and len(top.cards) == 1
    return (max if last_card else min)(plays, key=order, default=None)
