"""Inputs that are not well formed, made of one that is: what a validator has to refuse."""

import re
from collections.abc import Iterator

_NUMBER = re.compile(rb"(?<![^\s])-?\d+(?![^\s])")
_MOST = 4
"""Numbers of an input that are spoilt: the first ones, and the last."""


def spoiled(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield what is wrong with an input, and that input."""
    yield "後面多一行", data + b"junk\n"
    if data.endswith(b"\n"):
        yield "最後沒有換行", data[:-1]
    line, end, rest = data.partition(b"\n")
    if end:
        yield "第一行後面多一個空白", line + b" " + end + rest
    if b" " in data:
        yield "兩個空白", data.replace(b" ", b"  ", 1)
    numbers = [*_NUMBER.finditer(data)]
    for found in numbers[:_MOST] + numbers[_MOST:][-1:]:
        sign = b"-" if found[0].startswith(b"-") else b""
        before, after = data[: found.start()], data[found.end() :]
        yield "數字前面多一個 0", before + sign + b"0" + found[0].lstrip(b"-") + after
        yield "數字太大", before + sign + b"9" * 40 + after
