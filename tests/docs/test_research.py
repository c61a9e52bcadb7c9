"""The research scripts at small sizes: their output agrees with the rules."""

import pytest

from blackjack_judge.players.count import UNIT, WEIGHTS
from nim.taking.rules import octal
from nim.taking.values import Values

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("code", "heap"),
    [("0.77", 400), ("4.7", 400), ("0.0137", 400), ("0.127", 2000), ("0.376", 6500)],
)
def test_compiled_values_equal_those_of_the_kit(code: str, heap: int) -> None:
    """If a row were kept when the mask changes, it would hide a split of heap 6276 of 0.376."""
    pytest.importorskip("numba", reason="needs Numba: pip install '.[fast]'")
    from docs.research.nim_values import LargeValues

    assert LargeValues(octal(code)).up_to(heap) == Values(octal(code)).up_to(heap)


def test_the_linear_count_has_the_weights_of_the_player() -> None:
    pytest.importorskip("numba", reason="needs Numba: pip install '.[fast]'")
    from docs.research.blackjack_limits import linear_count

    weights = linear_count()
    assert [round(UNIT * weight) for weight in weights] == pytest.approx(WEIGHTS[1:], abs=1)
    assert sum(weights[:9]) + 4 * weights[9] == pytest.approx(0, abs=1e-4)
