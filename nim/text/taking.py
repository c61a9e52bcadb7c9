"""Values and periods of taking and breaking games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardjudge.errors import UserError
from nim.period import NotProvedError, PeriodicValues
from nim.text.verdict import decimal


def render_values(values: Sequence[int]) -> str:
    """Return the line of the first values."""
    return f"G(0..{len(values) - 1}) = {' '.join(map(str, values))}\n"


def render_period(game: PeriodicValues, limit: int) -> str:
    """Return the line of the period, or that none is proved."""
    if game.period is None:
        return f"n ≤ {limit} 的值證不出週期\n"
    return f"n0 = {game.period.start}，p = {game.period.length}\n"


def render_answers(game: PeriodicValues, heaps: Sequence[int], limit: int) -> Iterator[str]:
    """Yield the line of each heap that was asked for; UserError where its value is not known."""
    for heap in heaps:
        try:
            yield f"G({decimal(heap)}) = {game.value(heap, limit)}\n"
        except NotProvedError:
            raise UserError(
                f"n ≤ {limit} 的值證不出週期，無法得知 G({decimal(heap)})；可用 --limit 提高上限"
            ) from None
