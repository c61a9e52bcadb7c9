"""The shoe, against C++'s own generator and against the conservation of cards."""

import subprocess
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackjack_judge.contestants.build import CPP
from blackjack_judge.shoe import make_shoe, mersenne_twister
from tests.processes import ROOT
from tests.tools import tool

SEEDS = (1, 42, 20_231_121, (1 << 32) - 1)


@pytest.fixture(scope="module")
def shoe_of_cpp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("shoe") / "shoe"
    headers = f"-I{CPP}", f"-I{ROOT / 'bench'}"
    source = Path(__file__).with_name("print_shoes.cpp")
    subprocess.run([tool("g++"), "-O1", *headers, "-o", program, source], check=True)
    return program


@pytest.mark.parametrize("seed", SEEDS)
def test_cpp_and_python_deal_the_same_shoe(shoe_of_cpp: Path, seed: int) -> None:
    for decks in (1, 5000):
        run = subprocess.run([shoe_of_cpp, str(seed), str(decks)], capture_output=True, check=True)
        assert run.stdout == make_shoe(seed, decks)


def test_the_generator_gives_the_10000th_number_of_the_standard() -> None:
    """C++ promises this of ``std::mt19937``, whose default seed is 5489."""
    generator = mersenne_twister(5489)
    assert [generator.getrandbits(32) for _ in range(10_000)][-1] == 4_123_659_995


@given(st.integers(1, (1 << 32) - 1), st.integers(1, 8))
def test_a_shoe_has_four_cards_of_each_rank_a_deck(seed: int, decks: int) -> None:
    assert Counter(make_shoe(seed, decks)) == dict.fromkeys(range(1, 14), 4 * decks)


@pytest.mark.parametrize(("seed", "decks"), [(0, 1), (1 << 32, 1), (1, 0)])
def test_no_shoe_has_another_seed_or_no_deck(seed: int, decks: int) -> None:
    with pytest.raises(ValueError, match="no shoe"):
        make_shoe(seed, decks)
