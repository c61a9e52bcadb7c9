"""The table: money is conserved, and nothing raises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import ILLEGAL, Table

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


@pytest.mark.parametrize("money", [1, 2, 3])
def test_a_blackjack_pays_no_fractions(money: int) -> None:
    table = Table([13, 1, 9, 9], money=money, goal=100)
    for request, amount in (("init_game", money), ("stand", None), ("return", None)):
        assert table.ask(request, amount) is not None
    assert table.money == 5 * money // 2


def test_nothing_after_a_verdict_changes_it() -> None:
    table = Table(make_shoe(1, 1))
    assert table.ask("fold") is None
    for request in REQUESTS:
        assert table.ask(request) is None
        assert table.ask(request, 1) is None
    assert table.outcome == ILLEGAL


@pytest.mark.parametrize(
    ("shoe", "money"), [(b"\x00", 1), (b"\x0e", 1), ([1, 14], 1), (b"\x01", 0)]
)
def test_an_invalid_table_is_refused(shoe: bytes, money: int) -> None:
    with pytest.raises(ValueError, match=r"shoe|money"):
        Table(shoe, money)
