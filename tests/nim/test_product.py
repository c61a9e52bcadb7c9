"""Nim multiplication follows its definition and the laws of a field."""

import random
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from nim.heaps import mex
from nim.product import nim_product

numbers = st.one_of(st.integers(0, 300), st.integers(0, 2**130))


@cache
def by_definition(a: int, b: int) -> int:
    return mex(
        by_definition(x, b) ^ by_definition(a, y) ^ by_definition(x, y)
        for x in range(a)
        for y in range(b)
    )


def test_small_products_follow_the_definition() -> None:
    for a in range(33):
        for b in range(33):
            assert nim_product(a, b) == by_definition(a, b)


@given(numbers, numbers, numbers)
def test_nim_multiplication_obeys_the_laws_of_a_field(a: int, b: int, c: int) -> None:
    assert nim_product(a, b) == nim_product(b, a)
    assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)
    assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)
    assert nim_product(a, 1) == a
    assert (nim_product(a, b) == 0) == (a == 0 or b == 0)


def test_products_of_fermat_powers_follow_conway() -> None:
    """F ⊗ x = F·x below F = 2^(2^k), and F ⊗ F = 3·F/2, far beyond any table."""
    rng = random.Random(1)
    for k in range(13):
        power = 1 << (1 << k)
        x = rng.randrange(power)
        assert nim_product(power, x) == power * x
        assert nim_product(power, power) == power * 3 // 2


def test_the_numbers_below_a_fermat_power_are_closed_under_multiplication() -> None:
    rng = random.Random(2)
    a, b = rng.getrandbits(4096), rng.getrandbits(4096)
    assert nim_product(a, b) < 1 << 4096
    assert nim_product(a, b) != 0
