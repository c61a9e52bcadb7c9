"""Tests of both groups. The same seed makes the same tests."""

import random
from collections.abc import Iterator


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield names and inputs."""
    rng = random.Random(seed)
    for number in range(1, 5):
        yield f"small-{number}", written(rng, rng.randint(1, 100), 1000)
    for number in range(1, 3):
        yield f"large-{number}", written(rng, 10**4, 10**12)


def written(rng: random.Random, count: int, greatest: int) -> str:
    """Return an input of so many numbers, as great as that."""
    numbers = [rng.randint(-greatest, greatest) for _ in range(count)]
    return f"{count}\n{' '.join(map(str, numbers))}\n"
