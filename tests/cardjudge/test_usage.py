"""Seeds at the command line; tests/mistakes.txt has the errors of all others."""

import pytest

from tests.processes import answered


@pytest.mark.parametrize("seed", ["-1", str(2**64), "x", "", "+1", "1_0", " 1", "1.0", "１"])
@pytest.mark.parametrize("command", ["match", "deal"])
def test_a_seed_out_of_bounds_is_refused(command: str, seed: str) -> None:
    status, error = answered("big2", command, "--seed", seed)
    assert (status, error.count("\n")) == (2, 1)
    assert error.startswith("錯誤：--seed 的值不對：")
