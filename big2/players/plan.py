"""The plan: a division of a hand into plays, and the rules by which a player follows it.

A random search found the constants, in games against earlier constants.
"""

from collections.abc import Iterable, Sequence

from big2.cards import RANKS, Card
from big2.patterns import Play, Trump

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


def rank(play: Play) -> int:
    """Return the strength of a play on the scale of ranks.

    This is the first number of its key, which is a rank in every built-in pattern. For installed
    patterns only its order matters.
    """
    first = play.key[0] if play.key else TWO
    return max(0, min(TWO, first))


def cost(cards: int, rank: int) -> int:
    """Return the cost of an unplayed play of `cards` cards and this rank.

    The cost estimates the number of rounds that other players begin before it: a single three must
    wait for a round, and a two wins a round for itself.
    """
    weakest, saved = COST.get(cards, COST[5])
    return weakest - saved * rank * rank // (TWO * TWO)


def part(hand: Iterable[Card], plays: Sequence[Play]) -> tuple[Play, ...]:
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


def follow(
    plan: Sequence[Play], hand: frozenset[Card], plays: Iterable[Play], top: Play, fewest: int
) -> Play | None:
    """Return the play that answers the top play, or None to pass.

    This is the lowest planned play that beats it, except that the player saves its twos. If another
    player is about to go out, the player takes a single or a pair from other plays of its hand;
    `plays` lists them, perhaps with plays of other cards. Against a last card it plays its highest
    single.
    """
    play = _pick(plan, top, fewest)
    if play is not None:
        is_two = rank(play) == TWO and len(play.cards) <= 2
        saved = is_two and fewest > NEAR_END and len(plan) > FEW_PLAYS
        return None if saved else play
    if fewest <= ALARM or len(plan) <= 1:
        small = [play for play in plays if len(play.cards) <= 2 and hand.issuperset(play.cards)]
        return _pick(small, top, fewest)
    return None


def _pick(plays: Iterable[Play], top: Play, fewest: int) -> Play | None:
    """Return the lowest play that beats the top play; the highest against a last card.

    Trumps are higher than the top's pattern; keys are compared within a pattern only.
    """
    beating = [play for play in plays if play.beats(top)]
    if len(beating) < 2:
        return beating[0] if beating else None

    def height(play: Play) -> tuple[bool, int, int, str, tuple[int, ...]]:
        pattern = play.pattern
        trump, ways = pattern is not top.pattern, pattern.ways if isinstance(pattern, Trump) else 0
        return trump, len(play.cards), -ways, pattern.name, play.key

    last_card = fewest == 1 and len(top.cards) == 1
    return (max if last_card else min)(beating, key=height)
