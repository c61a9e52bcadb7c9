"""Accepts the verdict with any winning move."""

import re

from nim.heaps import nim_sum

MOVE = re.compile("第 ([1-9][0-9]{0,3}) 堆：(0|[1-9][0-9]{0,17}) -> (0|[1-9][0-9]{0,17})\n")


def judge(data: bytes, answer: bytes, output: bytes) -> str | None:
    """Return why the output is wrong, or None; of the answer only the verdict counts."""
    verdict, _, move_to_make = answer.decode().partition("\n")
    try:
        first, newline, move = output.decode().partition("\n")
    except UnicodeDecodeError:
        return "the output is not UTF-8"
    if first != verdict or not newline:
        return "the verdict is wrong"
    if not move_to_make:
        return "there is a move after a lost position" if move else None
    return fault_of_move([int(word) for word in data.split()[1:]], move)


def fault_of_move(heaps: list[int], text: str) -> str | None:
    """Return why a line is no winning move, or None."""
    found = MOVE.fullmatch(text)
    if found is None:
        return "there is not one move, in the form that is asked for"
    heap, before, after = map(int, found.groups())
    if heap > len(heaps) or heaps[heap - 1] != before:
        return "there is no such heap"
    if after >= before:
        return "the move takes nothing"
    heaps[heap - 1] = after
    return "the move does not win" if nim_sum(heaps) else None
