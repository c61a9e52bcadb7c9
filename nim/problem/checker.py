"""Accepts the verdict with any winning move, or the full output of the assignment."""

import re

from nim.heaps import nim_sum

MOVE = re.compile("第 ([1-9][0-9]{0,3}) 堆：(0|[1-9][0-9]{0,17}) -> (0|[1-9][0-9]{0,17})\n")
_IN_FULL = "第 {} 堆：{} -> {}\n"


def judge(data: bytes, answer: bytes, output: bytes) -> str | None:
    """Return why the output is wrong, or None; only the verdict of the answer counts."""
    verdict, _, move_to_make = answer.decode().partition("\n")
    try:
        first, newline, move = output.decode().partition("\n")
    except UnicodeDecodeError:
        return "輸出不是 UTF-8"
    heaps = [int(word) for word in data.split()[1:]]
    if first.startswith("X = "):
        return None if output == in_full(heaps, verdict) else "X、勝負或取法不對"
    if first != verdict or not newline:
        return "勝負不對"
    if not move_to_make:
        return "必敗的局面沒有取法可寫" if move else None
    return fault_of_move(heaps, move)


def in_full(heaps: list[int], verdict: str) -> bytes:
    """Return the full output of the assignment: X, the verdict, and each winning move by heap."""
    x = nim_sum(heaps)
    moves = (
        _IN_FULL.format(heap, before, before ^ x)
        for heap, before in enumerate(heaps, 1)
        if before ^ x < before
    )
    return f"X = {x}\n{verdict}\n{''.join(moves)}".encode()


def fault_of_move(heaps: list[int], text: str) -> str | None:
    """Return why a line is not a winning move, or None if it is."""
    found = MOVE.fullmatch(text)
    if found is None:
        return "取法要剛好一行，照規定的格式"
    heap, before, after = map(int, found.groups())
    if heap > len(heaps) or heaps[heap - 1] != before:
        return "沒有這一堆，或不是這麼多顆"
    if after >= before:
        return "這一步沒有拿走石頭"
    heaps[heap - 1] = after
    return "這一步不能必勝" if nim_sum(heaps) else None
