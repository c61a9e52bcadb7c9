"""The odds equal the known figures, and the best results over all orders of small shoes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from blackjack_judge.hands import BLACKJACK, compare, strength
from blackjack_judge.odds.hands import (
    ACE,
    HANDS,
    INDEX,
    INFINITE,
    TEN,
    Shoe,
    decks,
    pair,
    points,
)
from blackjack_judge.odds.values import Decision, solve
from blackjack_judge.table import Rules, Table

BET = 4
RANKS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 13)


@pytest.mark.parametrize(
    ("rules", "expectation"),
    [
        (Rules(), -0.50460),
        (Rules(both_blackjack_push=True), -0.39256),
        (Rules(split_blackjack=False), -0.71315),
        (Rules(both_blackjack_push=True, split_blackjack=False), -0.60111),
    ],
)
def test_the_infinite_shoe_has_the_known_expectation_under_each_reading(
    rules: Rules, expectation: float
) -> None:
    odds = solve(INFINITE, rules)
    assert f"{100 * odds.expectation:.5f}" == f"{expectation:.5f}"
    if rules == Rules():
        assert f"{odds.variance:.4f}" == "1.2404"


def test_bets_of_1_lose_about_3_percent() -> None:
    assert -0.030 < solve(INFINITE, blackjack_pays=1.0).expectation < -0.028


@pytest.mark.slow
def test_a_full_shoe_has_nearly_the_odds_of_the_infinite_one() -> None:
    full, infinite = solve(decks(5000)), solve(INFINITE)
    assert full.expectation == pytest.approx(infinite.expectation, abs=2e-6)
    assert full.variance == pytest.approx(infinite.variance, abs=2e-5)


def test_the_list_contains_all_3082_hands() -> None:
    assert len(HANDS) == len(set(HANDS)) == 3082
    assert all(points(cards) > 0 for cards in HANDS)


def test_a_shoe_that_may_run_out_has_no_odds() -> None:
    with pytest.raises(ValueError, match="use up the shoe"):
        solve(Shoe((1, 1, 1, 1, 1, 1, 0, 0, 0, 0)))


SMALL = [
    Shoe((2, 0, 0, 0, 0, 0, 0, 3, 0, 7)),
    Shoe((1, 0, 0, 0, 0, 3, 0, 0, 0, 8)),
    Shoe((0, 0, 0, 0, 2, 0, 2, 0, 0, 8)),
]


@pytest.mark.slow
@pytest.mark.parametrize("shoe", SMALL)
@pytest.mark.parametrize("rules", [Rules(), Rules(both_blackjack_push=True, split_blackjack=False)])
def test_the_odds_equal_the_best_play_over_all_orders_of_a_dozen_cards(
    shoe: Shoe, rules: Rules
) -> None:
    """A player who knows the set of orders finds the best result without any probability."""
    assert sum(shoe.counts) == 12
    odds = solve(shoe, rules)
    orders = list(all_orders(shoe))
    assert odds.expectation == pytest.approx(best(orders, [], rules), abs=1e-12)
    by_deal: dict[tuple[int, ...], list[bytes]] = defaultdict(list)
    for order in orders:
        # With an ace up the values are those that follow when there is no blackjack.
        if (order[2], order[3]) != (1, 13):
            by_deal[tuple(order[:3])].append(order)
    for dealt, group in by_deal.items():
        first, second, upcard = (RANKS.index(rank) for rank in dealt)
        history: list[Request] = [("init_game", BET)]
        if upcard == ACE:
            history.append(("buy_insurance", 0))
        theirs = {
            Decision.STAND: best(group, [*history, ("stand", None)], rules),
            Decision.HIT: best(group, [*history, ("hit", None)], rules),
            Decision.DOUBLE: best(group, [*history, ("double_down", None)], rules),
        }
        if first == second:
            history.append(("split", None))
            theirs[Decision.SPLIT] = sum(
                best(group, history, rules, of_split=hand) for hand in (1, 2)
            )
        for decision, value in theirs.items():
            ours = odds.value(decision, first, second, upcard)
            assert ours == pytest.approx(value, abs=1e-12), (dealt, decision)


def all_orders(shoe: Shoe) -> Iterator[bytes]:
    """Yield every distinct order of the cards, each equally likely."""
    size = int(sum(shoe.counts))

    def place(values: Sequence[int], free: tuple[int, ...], cards: bytearray) -> Iterator[bytes]:
        if not values:
            yield bytes(cards)
            return
        for places in combinations(free, int(shoe.counts[values[0]])):
            for at in places:
                cards[at] = RANKS[values[0]]
            yield from place(values[1:], tuple(p for p in free if p not in places), cards)

    yield from place(
        [v for v, n in enumerate(shoe.counts) if n], tuple(range(size)), bytearray(size)
    )


Request = tuple[str, int | None]


def best(orders: list[bytes], history: list[Request], rules: Rules, of_split: int = 0) -> float:
    """Return the greatest mean result in bets over the orders, after these requests.

    With `of_split` 1 or 2, the result of this hand of a split, of which alone the player sees the
    cards, while the other one stands at once.
    """
    known: dict[object, list[bytes]] = defaultdict(list)
    results = []
    for order in orders:
        table = Table(order, 1000, 10**9, rules)
        replies = [table.ask(*request) for request in history]
        assert table.outcome is None, (order, history)
        if table.legal == ("return",):
            dealer = replies[-1]
            table.ask("return")
            result = (table.money - 1000) / BET
            if of_split:
                assert dealer is not None
                other = split_hands(order, history)[2 - of_split]
                result -= result_of(other, dealer, rules)
            results.append(result)
        else:
            if of_split:
                split = history.index(("split", None))
                shown = replies[split]
                assert shown is not None
                replies[split] = (shown[of_split - 1],)
            known[tuple(replies)].append(order)
    total = sum(results)
    for group in known.values():
        # All these orders look the same to the player, so its request is the same for all of them.
        table = Table(group[0], 1000, 10**9, rules)
        for request in history:
            table.ask(*request)
        total += len(group) * max(
            best(group, [*history, request], rules, of_split)
            for request in choices(table.legal, of_split)
        )
    return total / len(orders)


def split_hands(order: bytes, history: list[Request]) -> list[list[int]]:
    """Return the two hands of a split after these requests."""
    hands = [[order[0], order[4]], [order[1], order[5]]]
    hits = [request for request, _ in history if request in ("hit_1", "hit_2")]
    for card, hit in zip(order[6:], hits, strict=False):
        hands[int(hit[-1]) - 1].append(card)
    return hands


def result_of(hand: list[int], dealer: tuple[int, ...], rules: Rules) -> float:
    player = strength(hand)
    if player == BLACKJACK and not rules.split_blackjack:
        player = 21
    won = compare(player, strength(dealer))
    return 1.5 if won > 0 and player == BLACKJACK else won


def choices(legal: tuple[str, ...], of_split: int) -> list[Request]:
    waiting = {1: "stand_2", 2: "stand_1"}.get(of_split)
    if waiting in legal:
        return [(waiting, None)]
    if legal == ("init_game",):
        return [("init_game", BET)]
    if legal == ("buy_insurance",):
        return [("buy_insurance", 0), ("buy_insurance", BET // 2)]
    return [(request, None) for request in legal]


def test_a_decision_that_is_not_legal_has_no_value() -> None:
    odds = solve(INFINITE)
    assert odds.value(Decision.SPLIT, ACE, TEN, 5) == float("-inf")
    three = INDEX[(1, 1, 1, 0, 0, 0, 0, 0, 0, 0)]
    assert odds.values[Decision.DOUBLE][three, 5] == float("-inf")
    assert odds.values[Decision.SPLIT][INDEX[pair(ACE, ACE)], 5] > 0
