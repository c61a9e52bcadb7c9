"""The output validator of the exported problem: any winning move, and nothing else."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.cases import Case, find
from nim.problem.checker import judge

ROOT = Path(__file__).parents[2]

WON, LOST = "先手必勝\n", "後手必勝\n"


@cache
def wins(heaps: tuple[int, ...]) -> bool:
    """Return whether some move leads to a lost position, by the definition."""
    return any(not wins(tuple(sorted(after))) for _, after in moves(heaps))


def moves(heaps: tuple[int, ...]) -> list[tuple[str, tuple[int, ...]]]:
    return [
        (f"第 {i + 1} 堆：{heap} -> {left}\n", (*heaps[:i], left, *heaps[i + 1 :]))
        for i, heap in enumerate(heaps)
        for left in range(heap)
    ]


@given(st.lists(st.integers(0, 6), min_size=1, max_size=3))
def test_exactly_the_winning_moves_are_accepted(heaps: list[int]) -> None:
    data = f"{len(heaps)}\n{' '.join(map(str, heaps))}\n".encode()
    position = tuple(heaps)
    if not wins(tuple(sorted(position))):
        assert judge(data, LOST.encode(), LOST.encode()) is None
        assert judge(data, LOST.encode(), WON.encode()) is not None
        return
    key = f"{WON}of the judge\n".encode()
    assert judge(data, key, WON.encode()) is not None
    assert judge(data, key, LOST.encode()) is not None
    for move, after in moves(position):
        fault = judge(data, key, f"{WON}{move}".encode())
        assert (fault is None) == (not wins(tuple(sorted(after))))


@pytest.mark.parametrize(
    "output",
    [
        "",
        "先手必勝",
        WON,
        f"{WON}第 4 堆：9 -> 6",
        f"{WON}第 4 堆：9 -> 6\n\n",
        f"{WON}第 4 堆：9 -> 6\n第 4 堆：9 -> 6\n",
        f"{WON}第 4 堆:9 -> 6\n",
        f"{WON}第 04 堆：9 -> 6\n",
        f"{WON}第 4 堆：9  -> 6\n",
        f"{WON}第 4 堆：9 -> 06\n",
        f"{WON}第 4 堆：9 -> ６\n",
        f"{WON}第 0 堆：6 -> 9\n",
        f"{WON}第 9 堆：9 -> 6\n",
        f"{WON}第 3 堆：9 -> 6\n",
        f"{WON}第 4 堆：9 -> 9\n",
        f"{WON}第 4 堆：9 -> 12\n",
        f" {WON}第 4 堆：9 -> 6\n",
        f"X = 15\n{WON}",
        f"X = 14\n{WON}第 4 堆：9 -> 6\n",
        f"X = 15\n{LOST}",
        f"X = 15\n{WON}第 4 堆：9 -> 6\n\n",
    ],
)
def test_any_other_output_is_wrong(output: str) -> None:
    key = f"{WON}第 4 堆：9 -> 6\n".encode()
    assert judge(b"5\n2 5 7 9 6\n", key, key) is None
    assert judge(b"5\n2 5 7 9 6\n", key, output.encode()) is not None


@pytest.mark.parametrize("case", find([ROOT / "testdata/nim"]), ids=lambda case: case.name)
def test_the_full_answer_of_the_assignment_is_accepted(case: Case) -> None:
    x, *short = case.expected().splitlines(keepends=True)
    key = b"".join(short[:2])
    assert judge(case.input.read_bytes(), key, x + b"".join(short)) is None
    assert judge(case.input.read_bytes(), key, x + b"".join(short[:-1])) is not None
    assert judge(case.input.read_bytes(), key, b"X = 0%s" % x[4:] + b"".join(short)) is not None


def test_output_that_is_not_utf8_is_wrong() -> None:
    assert judge(b"1\n1\n", f"{WON}第 1 堆：1 -> 0\n".encode(), b"\xff\x00") is not None
