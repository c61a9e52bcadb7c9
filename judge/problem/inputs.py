"""Variants of an input: smaller ones with the same fault, and malformed ones."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from cardjudge.errors import quote

T = TypeVar("T")

SHOWN = 60
"""Bytes of an input that a fault shows."""
_NUMBER = re.compile(rb"(?<![^\s])-?\d+(?![^\s])")
_COUNTS = 3
"""Numbers that are tried as the count of the items left out."""
_MOST_WORDS = 400
"""Numbers that are made smaller one by one."""
_MOST_DIGITS = 300
"""Digits of a number that are read: the others are left out, which makes it smaller, too."""
_MOST_SPOILT = 4
"""Numbers of a line, and lines, that are spoilt: the first ones, plus the last."""
_BEYOND = (1 << 20) + 1
"""A count beyond the bound of most problems."""
_HUGE = b"9" * 40
_MOST_BYTES = 16 << 20
"""Bytes of an input with such a count."""


def beginning(data: bytes) -> str:
    """Return the beginning of an input, as a fault shows it."""
    return quote(data[:SHOWN].decode(errors="replace"))


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
        number = int(match[0][:_MOST_DIGITS])
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
    counts = [match for match in _NUMBER.finditer(data) if 0 <= before - float(match[0]) <= 2]
    for match in counts[:_COUNTS]:
        less = b"%d" % (int(match[0]) - gone)
        yield data[: match.start()] + less + data[match.end() :]


def spoiled(
    data: bytes, valid: Sequence[bytes], accepts: Callable[[bytes], bool]
) -> Iterator[tuple[str, list[bytes]]]:
    """Yield the description of a fault, then inputs with it: a validator refuses one at least.

    A number is a name, and stays as it is, if a word is accepted in its place, and other `valid`
    inputs have words on its line.
    """
    named = {at for other in valid for at, line in enumerate(other.splitlines()) if _words(line)}
    yield "後面多一行", [data + b"junk\n"]
    if data.endswith(b"\n"):
        yield "最後沒有換行", [data[:-1]]
    line, end, rest = data.partition(b"\n")
    if end:
        yield "第一行後面多一個空白", [line + b" " + end + rest]
    if b" " in data:
        yield "兩個空白", [data.replace(b" ", b"  ", 1)]
    lines = data.splitlines(keepends=True)
    numbered = [at for at, line in enumerate(lines) if _NUMBER.search(line)]
    for at in _some(numbered):
        before, after = b"".join(lines[:at]), b"".join(lines[at + 1 :])
        spots = []
        for match in _some([*_NUMBER.finditer(lines[at])]):
            start, end = before + match.string[: match.start()], match.string[match.end() :] + after
            if not (at in named and accepts(start + b"junk" + end)):
                spots.append((start, match[0], end))
        if spots:
            zeros = ((start, re.sub(rb"(\d+)", rb"0\1", word), end) for start, word, end in spots)
            yield "數字前面多一個 0", [*map(b"".join, zeros)]
            yield "數字太大", [start + _HUGE + end for start, _, end in spots]
            yield "數字太小", [start + b"-" + _HUGE + end for start, _, end in spots]


def _words(line: bytes) -> list[bytes]:
    return [word for word in line.split() if not _NUMBER.fullmatch(word)]


def _some(items: list[T]) -> list[T]:
    return items[:_MOST_SPOILT] + items[_MOST_SPOILT:][-1:]


def miscounted(inputs: Sequence[bytes]) -> Iterator[tuple[str, list[bytes]]]:
    """Yield an input whose count is wrong, and one with a huge count, after their descriptions.

    A number of the first line is a count if, in all inputs, it is the number of the other lines or
    of the words in the second line, and not always the same.
    """
    rows = [data.split(b"\n", 2) for data in inputs if data.count(b"\n") > 1]
    if len(rows) < len(inputs):
        return
    heads = [row[0].split(b" ") for row in rows]
    bodies = {
        b"\n": [(b"\n".join(row[1:]).removesuffix(b"\n"), b"") for row in rows],
        b" ": [(row[1], row[2]) for row in rows],
    }
    for separator, parts in bodies.items():
        counts = [body.count(separator) + 1 for body, _ in parts]
        for place in range(min(map(len, heads), default=0)):
            words = [head[place] for head in heads]
            if len({*counts}) < 2 or words != [b"%d" % count for count in counts]:
                continue
            least = counts.index(min(counts))
            (body, rest), count = parts[least], counts[least]
            before, after = heads[least][:place], heads[least][place + 1 :]

            def made(count: int, body: bytes) -> bytes:
                head = b" ".join([*before, b"%d" % count, *after])  # noqa: B023  (used at once)
                return b"\n".join([head, body, rest])  # noqa: B023

            yield "數量和項目不合", [made(count + 1, body)]
            times = min(_BEYOND, _MOST_BYTES // (len(body) + 1)) // count + 1
            yield "數量太大", [made(count * times, separator.join([body] * times))]
