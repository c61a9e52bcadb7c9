"""Totals and comparisons, against every choice of the aces."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from blackjack_judge.seat import cal_max_point, cal_point, is_blackjack, win

hands = st.lists(st.integers(1, 13), min_size=2, max_size=9)


def every_total(hand: list[int]) -> list[int]:
    choices = [(1, 11) if card == 1 else (min(card, 10),) for card in hand]
    return sorted({sum(choice) for choice in product(*choices) if sum(choice) <= 21}) or [-1]


@given(hands)
def test_totals(hand: list[int]) -> None:
    assert cal_point(hand) == every_total(hand)
    assert cal_max_point(hand) == every_total(hand)[-1]


def test_two_aces_are_2_or_12() -> None:
    assert cal_point([1, 1]) == [2, 12]


@given(hands, hands)
def test_win_by_the_sentences_of_the_assignment(x: list[int], y: list[int]) -> None:
    def blackjack(hand: list[int]) -> bool:
        return sorted(hand) in ([1, 10], [1, 11], [1, 12], [1, 13])

    assert is_blackjack(x) == blackjack(x)
    if blackjack(x) or blackjack(y):
        expected = blackjack(x) - blackjack(y)
    elif cal_max_point(x) == -1:
        expected = -1
    elif cal_max_point(y) == -1:
        expected = 1
    else:
        a, b = every_total(x)[-1], every_total(y)[-1]
        expected = 1 if a > b else 0 if a == b else -1
    assert win(x, y) == expected
