"""Claims, their measurements, and the rows that show both."""

from collections.abc import Iterator

import pytest

from bench.claims import Claim, Row, status, told
from bench.peers import exact, interleaved, middle, ratio
from cardjudge.series.estimate import Estimate

CHEAP = Claim("a thing", "its peer", at_most=2)
FAST = Claim("things a second", at_least=1000, unit="million")


def test_a_row_shows_the_measurement_and_whether_the_limit_is_kept() -> None:
    assert str(Row(CHEAP, Estimate(1.234, 1.1, 1.3), "5 ms")) == (
        "a thing, against its peer: 1.23 [1.10, 1.30] (at most 2: kept); 5 ms"
    )
    assert str(Row(FAST, Estimate(876.5, 12.0, 1234.5))) == (
        "things a second: 876 million [12, 1,234] (at least 1,000 million: missed)"
    )


def test_a_missed_limit_is_exit_status_1() -> None:
    kept, missed = Row(CHEAP, exact(1.0)), Row(CHEAP, exact(3.0))
    assert status([kept]) == 0
    assert status([kept, missed]) == 1


def test_every_claim_must_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    def rows() -> Iterator[Row]:
        yield Row(CHEAP, exact(1.0))

    assert told([CHEAP], rows()) == [Row(CHEAP, exact(1.0))]
    assert capsys.readouterr().out == f"{Row(CHEAP, exact(1.0))}\n"
    with pytest.raises(AssertionError):
        told([CHEAP, FAST], rows())


def test_measures_take_turns_after_a_warm_up() -> None:
    order: list[str] = []

    def measure(name: str) -> float:
        order.append(name)
        return float(len(order))

    columns = interleaved(2, lambda: measure("a"), lambda: measure("b"))
    assert "".join(order) == "ababab"
    assert columns == [[3.0, 5.0], [4.0, 6.0]]


def test_a_ratio_is_taken_in_each_round() -> None:
    slow, fast = [2.0, 4, 8, 16, 32, 64], [1.0, 2, 4, 8, 16, 32]
    assert ratio(slow, fast) == Estimate(2.0, 2.0, 2.0)


@pytest.mark.parametrize(("samples", "cut"), [(6, 0), (8, 0), (9, 1), (12, 2), (25, 7)])
def test_the_interval_of_a_median_is_the_tightest_with_95_per_cent(samples: int, cut: int) -> None:
    # 1, 2 and 7 are the critical values of the sign test for 9, 12 and 25 samples in any table.
    assert middle(range(samples)) == Estimate((samples - 1) / 2, cut, samples - 1 - cut)


def test_five_samples_are_refused_as_too_few() -> None:
    with pytest.raises(ValueError, match="6 samples"):
        middle([1.0] * 5)
