"""Octal, subtraction and Grundy's game: values by the definition, periods by the literature."""

from array import array
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nim.taking.period import NotProvedError, Period, PeriodicValues, _Tail
from nim.taking.rules import GRUNDYS_GAME, Rules, octal, subtraction
from nim.taking.values import Values
from tests.nim.reference import octal_moves, taking_values

codes = st.builds(
    lambda whole, digits: f"{whole}.{digits}",
    st.sampled_from("04"),
    st.text("01234567", min_size=1, max_size=5),
)

# n0 and p as Guy and Smith and, for the longer ones, Gangolli and Plambeck found them.
PERIODS = [
    ("0.77", 71, 12),
    ("0.07", 53, 34),
    ("0.137", 52, 34),
    ("0.156", 3479, 349),
    ("0.356", 7315, 142),
    ("0.165", 5181, 1550),
    ("0.644", 3256, 442),
]


def proved_period(values: Sequence[int], rules: Rules) -> Period | None:
    """Return the period that these values of heaps 0, 1, 2, … prove."""
    return _Tail(array("I", values)).proved(rules)


@given(codes)
def test_values_and_moves_follow_the_definition(code: str) -> None:
    rules, moves = octal(code), octal_moves(code)
    assert Values(rules).up_to(60) == taking_values(moves, 60)
    for heap in range(12):
        assert sorted(rules.moves(heap)) == sorted(set(moves(heap)))
        assert len(list(rules.moves(heap))) == len(set(rules.moves(heap)))


def test_grundys_game_follows_the_definition() -> None:
    def split(heap: int) -> list[tuple[int, ...]]:
        return [(a, heap - a) for a in range(1, heap) if a < heap - a]

    assert Values(GRUNDYS_GAME).up_to(300) == taking_values(split, 300)
    assert all(sorted(GRUNDYS_GAME.moves(heap)) == split(heap) for heap in range(30))


@settings(max_examples=50)
@given(st.frozensets(st.integers(1, 8), min_size=1))
def test_subtraction_games_follow_the_definition(taken: frozenset[int]) -> None:
    def moves(heap: int) -> list[tuple[int, ...]]:
        return [(heap - k,) for k in taken if k <= heap]

    game = PeriodicValues(subtraction(taken))
    expected = taking_values(moves, 1000)
    period = game.prove(500)
    assert period is not None
    assert [game[heap] for heap in range(1001)] == expected


@pytest.mark.slow
def test_values_may_exceed_a_byte() -> None:
    """Treblecross passes 255 near heap 9000, where lanes become wider."""
    rules = octal("0.007")
    values = Values(rules).up_to(9500)
    assert max(values) > 255
    for heap in (9400, 9500):
        reached = {values[i] ^ values[heap - 3 - i] for i in range(1, heap - 3)}
        reached |= {values[heap - 3]}
        assert values[heap] == min(set(range(len(reached) + 1)) - reached)


@pytest.mark.parametrize(("code", "start", "length"), PERIODS, ids=[row[0] for row in PERIODS])
def test_the_proved_periods_are_the_published_ones(code: str, start: int, length: int) -> None:
    game = PeriodicValues(octal(code))
    assert game.prove(20_000) == (start, length)
    values = game.up_to(start + 2 * length)
    assert values[start - 1] != values[start - 1 + length]


def test_a_proved_period_gives_the_value_of_any_heap() -> None:
    """Kayles from heap 72 on, by the remainder of the heap divided by 12 (Guy and Smith)."""
    kayles = PeriodicValues(octal("0.77"))
    kayles.prove(1000)
    known = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
    assert [kayles[12 * 10**17 + rest] for rest in range(12)] == known


def test_no_period_is_proved_from_too_few_values() -> None:
    """The test of Guy and Smith needs the values below 2·n0 + 2·p + k; one less proves nothing."""
    rules = octal("0.77")
    enough = 2 * 71 + 2 * 12 + 2
    values = Values(rules).up_to(enough)
    assert proved_period(values[:enough], rules) == (71, 12)
    assert proved_period(values[: enough - 1], rules) is None
    with pytest.raises(NotProvedError):
        PeriodicValues(octal("0.007")).value(10**18, 1000)


SMALL = [
    Rules(frozenset(none), frozenset(one), frozenset(two), unequal)
    for none in ([], [1], [2])
    for one in ([], [1], [2])
    for two in ([0], [1], [0, 1], [2])
    for unequal in (False, True)
]


def test_no_prefix_of_values_proves_a_false_period() -> None:
    """If equal parts are forbidden, the range of the other games would prove false periods."""
    proofs = false_by_the_short_range = 0
    for rules in SMALL:
        values = taking_values(lambda heap, rules=rules: list(rules.moves(heap)), 240)  # type: ignore[misc]
        for known in range(1, 60):
            period = proved_period(values[:known], rules)
            if period is not None:
                start, p = period
                proofs += 1
                assert all(values[n] == values[n + p] for n in range(start, 240 - p)), (
                    rules,
                    known,
                )
            short = proved_period(values[:known], rules._replace(unequal=False))
            if rules.unequal and short is not None:
                start, p = short
                holds = all(values[n] == values[n + p] for n in range(start, 240 - p))
                false_by_the_short_range += not holds
    assert proofs > 1000
    assert false_by_the_short_range > 0


def test_an_impossible_proof_fails_at_once() -> None:
    """A proof needs as many heaps in a row as a move takes stones; 10^12 would never end."""
    assert PeriodicValues(subtraction(frozenset([1, 4, 10**12]))).prove(10**12) is None


@pytest.mark.parametrize("most", [63, 64, 65, 200])
def test_a_move_may_take_more_stones_than_the_first_batch_has_heaps(most: int) -> None:
    """Taking 1 to k stones has period k + 1 from heap 0 on."""
    rules = subtraction(frozenset(range(1, most + 1)))
    assert PeriodicValues(rules).prove(10 * most) == (0, most + 1)
    assert PeriodicValues(rules).prove(most) is None


@settings(max_examples=50)
@given(codes)
def test_a_proved_period_holds(code: str) -> None:
    rules = octal(code)
    values = Values(rules).up_to(1000)
    period = proved_period(values[:300], rules)
    if period is not None:
        start, length = period
        for heap in range(start, 1000 - length):
            assert values[heap] == values[heap + length]
        assert start == 0 or values[start - 1] != values[start - 1 + length]


@pytest.mark.parametrize(
    "code", ["", "0", "0.", ".", "1.7", "2.7", "0.8", "0.7a", "0.7.7", "0.７", "00.7"]
)
def test_a_word_that_is_no_octal_code_is_refused(code: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        octal(code)
