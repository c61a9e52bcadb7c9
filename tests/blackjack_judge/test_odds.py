"""The odds equal the best play by the definition, and the known figures and tables."""

from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from blackjack_judge.hands import BLACKJACK, BUSTED, compare, strength
from blackjack_judge.players import base, odds

CARDS = range(1, 11)
INFINITE = (0.0, *[1 / 13] * 9, 4 / 13)


@cache
def drawn(dealer: tuple[int, ...]) -> dict[int, float]:
    """Return the probability of each strength of the dealer, who draws to 17."""
    if not 0 < strength(dealer) < 17:
        return {strength(dealer): 1.0}
    ends: dict[int, float] = {}
    for card in CARDS:
        for end, chance in drawn((*dealer, card)).items():
            ends[end] = ends.get(end, 0) + INFINITE[card] * chance
    return ends


@cache
def dealer(upcard: int) -> dict[int, float]:
    """Return the same by the upcard; with an ace up, the hole card is not a ten."""
    holes = {card: INFINITE[card] for card in CARDS if (upcard, card) != (1, 10)}
    ends: dict[int, float] = {}
    for hole, chance in holes.items():
        for end, more in drawn((upcard, hole)).items():
            ends[end] = ends.get(end, 0) + chance / sum(holes.values()) * more
    return ends


def stand(hand: tuple[int, ...], upcard: int) -> float:
    mine = strength(hand)
    return sum(
        chance * (1.5 if mine == BLACKJACK and end != BLACKJACK else compare(mine, end))
        for end, chance in dealer(upcard).items()
    )


@cache
def best(hand: tuple[int, ...], upcard: int) -> float:
    if strength(hand) == BUSTED:
        return -1.0
    return max(stand(hand, upcard), hit(hand, upcard))


def hit(hand: tuple[int, ...], upcard: int) -> float:
    longer = ((card, tuple(sorted((*hand, card)))) for card in CARDS)
    return sum(INFINITE[card] * best(more, upcard) for card, more in longer)


@pytest.mark.slow
def test_the_value_of_each_decision_equals_the_best_play_by_the_definition() -> None:
    for hand in combinations_with_replacement(CARDS, 2):
        for upcard in CARDS:
            double = [(card, strength((*hand, card))) for card in CARDS]
            values = {
                base.STAND: stand(hand, upcard),
                base.HIT: hit(hand, upcard),
                base.DOUBLE: 2
                * sum(
                    INFINITE[card] * (-1 if end == BUSTED else stand((*hand, card), upcard))
                    for card, end in double
                ),
            }
            if hand[0] == hand[1]:
                halves = ((card, tuple(sorted((hand[0], card)))) for card in CARDS)
                values[base.SPLIT] = 2 * sum(
                    INFINITE[card] * best(half, upcard) for card, half in halves
                )
            assert odds(hand, upcard) == pytest.approx(values, abs=1e-12), (hand, upcard)
            later = odds(hand, upcard, split=1)
            assert later[base.STAND] == pytest.approx(stand(hand, upcard))
            assert later.keys() == {base.STAND, base.HIT}


@pytest.mark.parametrize(("push", "known"), [(False, "-0.50460"), (True, "-0.39256")])
def test_a_round_has_the_known_expectation_under_each_reading(push: bool, known: str) -> None:
    both_with_an_ace_up = 2 * (1 / 13 * 4 / 13) ** 2
    expectation = push * both_with_an_ace_up
    for upcard, first, second in product(CARDS, repeat=3):
        value = max(odds((first, second), upcard).values())
        if upcard == 1:  # a ten under it ends the round
            value = INFINITE[10] * -1 + (1 - INFINITE[10]) * value
        expectation += INFINITE[upcard] * INFINITE[first] * INFINITE[second] * value
    assert f"{100 * expectation:.5f}" == known


STRATEGY = Path(__file__).with_name("strategy.txt").read_text("utf-8").splitlines()[1:]


@pytest.mark.parametrize("row", STRATEGY)
def test_the_strategy_is_the_known_one(row: str) -> None:
    hands, known = row.split("\t")
    letters = {base.STAND: "S", base.HIT: "H", base.DOUBLE: "D", base.SPLIT: "P"}
    for hand in hands.split():
        cards = [*map(int, hand.split(","))]
        values = [odds(cards, upcard) for upcard in (*range(2, 11), 1)]
        assert "".join(letters[max(value, key=value.__getitem__)] for value in values) == known
