"""Variants of an input: smaller ones with the same fault, and malformed ones."""

import re
from collections.abc import Callable, Iterator, Sequence

_NUMBER = re.compile(rb"(?<![^\s])-?\d+(?![^\s])")
_COUNTS = 3
"""Numbers that are tried as the count of the items left out."""
_MOST_WORDS = 400
"""Numbers that are made smaller one by one."""
_MOST_SPOILT = 4
"""Numbers of an input that are spoilt: the first ones, plus the last."""


def size(data: bytes) -> tuple[int, bytes]:
    """Return a sort key: shorter inputs first, then smaller ones of the same length."""
    return len(data), data


def shrunk(data: bytes, wrong: Callable[[bytes], bool]) -> bytes:
    """Return an input on which the program is still wrong and that no step makes smaller."""
    while better := next(filter(wrong, _smaller(data)), None):
        data = better
    return data


def _smaller(data: bytes) -> Iterator[bytes]:
    lines = data.splitlines(keepends=True)
    for fewer, gone in _without(lines):
        yield from _counted(b"".join(fewer), gone, len(lines))
    for at, line in enumerate(lines):
        words = line.split()
        end = line[len(line.rstrip()) :]
        for fewer, gone in _without(words) if len(words) > 1 else ():
            short = [*lines[:at], b" ".join(fewer) + end, *lines[at + 1 :]]
            yield from _counted(b"".join(short), gone, len(words))
    for match in [*_NUMBER.finditer(data)][:_MOST_WORDS]:
        number = int(match[0])
        for less in dict.fromkeys((0, 1, abs(number), int(number / 2), abs(number) - 1)):
            smaller = data[: match.start()] + b"%d" % less + data[match.end() :]
            if size(smaller) < size(data):
                yield smaller


def _without(items: Sequence[bytes]) -> Iterator[tuple[Sequence[bytes], int]]:
    """Yield the sequence without one stretch and the stretch's length, longest first."""
    length = len(items) // 2
    while length:
        for start in range(0, len(items) - length + 1, length):
            yield [*items[:start], *items[start + length :]], length
        length //= 2


def _counted(data: bytes, gone: int, before: int) -> Iterator[bytes]:
    """Yield an input, then variants in which a number, perhaps its count, is smaller by `gone`."""
    yield data
    counts = [match for match in _NUMBER.finditer(data) if 0 <= before - int(match[0]) <= 2]
    for match in counts[:_COUNTS]:
        less = b"%d" % (int(match[0]) - gone)
        yield data[: match.start()] + less + data[match.end() :]


def spoiled(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield inputs that a validator must refuse, each after the description of its fault."""
    yield "後面多一行", data + b"junk\n"
    if data.endswith(b"\n"):
        yield "最後沒有換行", data[:-1]
    line, end, rest = data.partition(b"\n")
    if end:
        yield "第一行後面多一個空白", line + b" " + end + rest
    if b" " in data:
        yield "兩個空白", data.replace(b" ", b"  ", 1)
    numbers = [*_NUMBER.finditer(data)]
    for match in numbers[:_MOST_SPOILT] + numbers[_MOST_SPOILT:][-1:]:
        sign = b"-" if match[0].startswith(b"-") else b""
        before, after = data[: match.start()], data[match.end() :]
        yield "數字前面多一個 0", before + sign + b"0" + match[0].lstrip(b"-") + after
        yield "數字太大", before + sign + b"9" * 40 + after
