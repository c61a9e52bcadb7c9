"""Generates the tests of both groups; the same seed gives the same tests."""

import random
from collections.abc import Iterator


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield the names and inputs of tests."""
    rng = random.Random(seed)
    for number in range(1, 5):
        yield f"small-{number}", written(rng, rng.randint(1, 100), 1000)
    for number in range(1, 3):
        yield f"large-{number}", written(rng, 1000, 10**12)


def written(rng: random.Random, count: int, greatest: int) -> str:
    """Return an input of `count` numbers from -`greatest` to `greatest`."""
    numbers = [rng.randint(-greatest, greatest) for _ in range(count)]
    return f"{count}\n{' '.join(map(str, numbers))}\n"
