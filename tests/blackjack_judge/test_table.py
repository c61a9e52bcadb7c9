"""The table: money is conserved, and nothing raises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackjack_judge.table import EXHAUSTED, Table

REQUESTS = (
    *"init_game buy_insurance hit hit_1 hit_2 double_down split stand_1 stand stand_2".split(),
    *("bet_you_have", "return"),
)
shoes = st.lists(st.integers(1, 13), max_size=40)


@given(
    shoes,
    st.booleans(),
    st.lists(
        st.tuples(
            st.sampled_from(REQUESTS) | st.text(), st.none() | st.integers(-5, 120) | st.integers()
        )
    ),
)
def test_no_request_raises_an_error_or_creates_money(
    shoe: list[int], push: bool, requests: list[tuple[str, int | None]]
) -> None:
    table = Table(shoe, money=100, goal=130, push=push)
    for request, amount in requests:
        over, money, stake = table.outcome, table.money, table.stake
        reply = table.ask(request, amount)
        paid = 2.5 * stake if request == "return" else stake  # at the most, for a blackjack
        assert table.money + table.stake <= money + paid
        assert table.money >= 0
        assert (reply is None) == (table.outcome is not None)
        assert over is None or table.outcome == over


@pytest.mark.parametrize(
    ("shoe", "money"), [(b"\x00", 1), (b"\x0e", 1), ([1, 14], 1), (b"\x01", 0)]
)
def test_an_invalid_table_is_refused(shoe: bytes, money: int) -> None:
    with pytest.raises(ValueError, match=r"shoe|money"):
        Table(shoe, money)


@pytest.mark.parametrize("fault", [KeyError, IndexError])
def test_a_fault_of_the_rules_is_no_verdict(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def total(_: object) -> int:
        raise fault

    monkeypatch.setattr("blackjack_judge.table.total", total)
    table = Table(bytes([10, 2, 7, 4, 9]))
    table.ask("init_game", 1)
    with pytest.raises(fault):
        table.ask("hit")


@pytest.mark.parametrize(
    ("requests", "cards", "dealt"), [(["hit"], 4, 4), (["split"], 5, 4), (["hit", "hit"], 5, 5)]
)
def test_a_shoe_without_enough_cards_ends_the_game(
    requests: list[str], cards: int, dealt: int
) -> None:
    table = Table(bytes([2] * cards))
    table.ask("init_game", 1)
    assert [table.ask(request) for request in requests][-1] is None
    assert (table.outcome, table.dealt) == (EXHAUSTED, dealt)
