"""The research scripts at small sizes: their output agrees with the rules."""

import pytest

from blackjack_judge.players.count import UNIT, WEIGHTS

pytestmark = pytest.mark.slow


def test_the_linear_count_has_the_weights_of_the_player() -> None:
    pytest.importorskip("numba", reason="needs Numba: pip install '.[fast]'")
    from docs.research.blackjack_limits import linear_count

    weights = linear_count()
    assert [round(UNIT * weight) for weight in weights] == pytest.approx(WEIGHTS[1:], abs=1)
    assert sum(weights[:9]) + 4 * weights[9] == pytest.approx(0, abs=1e-4)
