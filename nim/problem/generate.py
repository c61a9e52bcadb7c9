"""Positions of Nim; the first player loses about half of them."""

import random
from collections.abc import Iterable, Iterator

from nim.heaps import nim_sum

MOST = 10**18
"""Upper bound of all heaps."""
_ADDED = 2**59
"""Upper bound of the heaps in a position that gets one more heap; it also bounds their nim-sum."""


def tests(seed: int) -> Iterator[tuple[str, str]]:
    """Yield named inputs."""
    rng = random.Random(seed)
    yield "empty", _case([0])
    yield "zeros", _case([0] * 1000)
    yield "one", _case([1])
    yield "holes", _case([0, 4, 0, 0, 1, 0, 5, 6])
    yield "greatest", _case([MOST - 1])
    yield "beyond32bits", _case([2**32 + 5, 5])
    yield "many", _case(rng.randrange(MOST) for _ in range(1000))
    for number in range(3):
        bound = min(10 ** rng.randint(1, 18), _ADDED)  # like heaps have several winning moves
        heaps = [rng.randrange(bound) for _ in range(rng.randint(3, 60))]
        yield f"won{number}", _case(heaps)
        # The added heap makes the nim-sum 0.
        heaps.append(nim_sum(heaps))
        rng.shuffle(heaps)
        yield f"lost{number}", _case(heaps)


def _case(heaps: Iterable[int]) -> str:
    row = list(heaps)
    return f"{len(row)}\n{' '.join(map(str, row))}\n"
