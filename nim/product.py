"""Nim multiplication: with the nim-sum as addition it makes the numbers below 2^(2^k) a field.

Source: J. H. Conway, On Numbers and Games (1976), chapter 6.
"""

from functools import cache

_TABLE_BITS = 8


def nim_product(a: int, b: int) -> int:
    """Return the nim-product of two natural numbers of any size.

    >>> nim_product(2, 2), nim_product(4, 6), nim_product(16, 16)
    (3, 14, 24)
    """
    bits = 1
    while max(a, b) >> bits:
        bits *= 2
    return _product(a, b, bits)


def _product(a: int, b: int, bits: int) -> int:
    """Multiply numbers below 2^bits, bits a power of 2; the recursion is as deep as log2(bits).

    With F = 2^(bits/2): F ⊗ x = F·x for x < F, and F ⊗ F = F ⊕ F/2. Three products of halves
    suffice, as in Karatsuba's algorithm.
    """
    if a < 2 or b < 2:
        return a * b
    if bits <= _TABLE_BITS:
        return _small_product(min(a, b), max(a, b), bits)
    return _split(a, b, bits)


@cache
def _small_product(a: int, b: int, bits: int) -> int:
    return _split(a, b, bits)


def _split(a: int, b: int, bits: int) -> int:
    half = bits // 2
    low = (1 << half) - 1
    a_high, a_low, b_high, b_low = a >> half, a & low, b >> half, b & low
    lows = _product(a_low, b_low, half)
    if not a_high and not b_high:
        return lows
    highs = _product(a_high, b_high, half)
    crossed = _product(a_high ^ a_low, b_high ^ b_low, half)
    return (crossed ^ lows) << half | lows ^ _product(highs, 1 << half - 1, half)
