"""The value of each decision by its definition, as if each card were drawn with replacement."""

from collections.abc import Mapping, Sequence
from functools import cache

from blackjack_judge.hands import ACE, BUSTED, POINTS, paid
from blackjack_judge.players import base
from blackjack_judge.states import AFTER, STRENGTH, TWO
from blackjack_judge.table import CARDS, DEALER_STANDS


def odds(hand: Sequence[int], upcard: int, split: int = 0) -> dict[str, float]:
    """Return the value of each move with these ranks in an infinite shoe, in bets.

    The best play follows the move; `split` is 0, or a hand of a split. With an ace up the values
    hold after insurance has shown that the dealer has no blackjack.
    """
    first, second, *more = hand
    at = TWO[first][second]
    for card in more:
        at = AFTER[at][card]
    values = {base.STAND: _stand(at, upcard), base.HIT: _hit(at, upcard)}
    if not more and not split:
        values[base.DOUBLE] = 2 * _mean([_stand(AFTER[at][card], upcard) for card in CARDS])
        if POINTS[first] == POINTS[second]:
            values[base.SPLIT] = 2 * _mean([_best(TWO[first][card], upcard) for card in CARDS])
    return values


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


@cache
def _stand(hand: int, upcard: int) -> float:
    own, ends = STRENGTH[hand], _dealers(upcard).items()
    return sum([chance * (paid(own, end, 2) / 2 - 1) for end, chance in ends])


@cache
def _hit(hand: int, upcard: int) -> float:
    return _mean([_best(AFTER[hand][card], upcard) for card in CARDS])


def _best(hand: int, upcard: int) -> float:
    """Return the value of the better of both; a busted hand has lost."""
    if STRENGTH[hand] == BUSTED:
        return -1.0
    return max(_stand(hand, upcard), _hit(hand, upcard))


@cache
def _dealers(upcard: int) -> Mapping[int, float]:
    """Return the probability of each strength of the dealer by the upcard."""
    holes = [card for card in CARDS if upcard != ACE or POINTS[card] < 10]
    return _together([_drawn(TWO[upcard][hole]) for hole in holes])


@cache
def _drawn(dealer: int) -> Mapping[int, float]:
    """Return the same by the dealer's hand."""
    if not 0 < STRENGTH[dealer] < DEALER_STANDS:
        return {STRENGTH[dealer]: 1.0}
    return _together([_drawn(AFTER[dealer][card]) for card in CARDS])


def _together(ends: Sequence[Mapping[int, float]]) -> Mapping[int, float]:
    mean: dict[int, float] = {}
    for each in ends:
        for end, chance in each.items():
            mean[end] = mean.get(end, 0.0) + chance / len(ends)
    return mean
