"""Totals and comparisons, against every choice of the aces."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from blackjack_judge.hands import BLACKJACK, BUSTED, compare, paid, strength
from blackjack_judge.player import cal_max_point, cal_point, is_blackjack, win
from blackjack_judge.states import AFTER, STRENGTH, TWO

hands = st.lists(st.integers(1, 13), min_size=2, max_size=9)


def every_total(hand: list[int]) -> list[int]:
    choices = [(1, 11) if card == 1 else (min(card, 10),) for card in hand]
    return sorted({sum(choice) for choice in product(*choices) if sum(choice) <= 21}) or [-1]


@given(hands)
def test_totals_count_each_ace_as_1_or_11(hand: list[int]) -> None:
    assert cal_point(hand) == every_total(hand)
    assert cal_max_point(hand) == every_total(hand)[-1]


@given(hands, hands)
def test_the_comparison_follows_the_assignment(x: list[int], y: list[int]) -> None:
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


def test_a_hand_as_a_number_has_the_strength_of_its_cards() -> None:
    for first, second, *more in product(range(1, 14), repeat=4):
        number, hand = TWO[first][second], [first, second]
        assert STRENGTH[number] == strength(hand)
        for card in more:
            number, hand = AFTER[number][card], [*hand, card]
            assert STRENGTH[number] == strength(hand)


def test_a_bet_is_paid_by_the_comparison_of_the_hands() -> None:
    strengths = (BUSTED, *range(4, 23))
    for mine, his in product(strengths, strengths):
        won = 5 * 101 // 2 if mine == BLACKJACK else 2 * 101
        assert paid(mine, his, 101) == {1: won, 0: 101, -1: 0}[compare(mine, his)]
