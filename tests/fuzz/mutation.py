"""Random inputs from good ones: changes of bytes, of words, of lines and of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

_NUMBERS = [
    *("0", "-1", "1", "00", "+7", "1_000", "0x1f", "1e3", "1.5", "NaN", "52", "99", "105", "255"),
    *(str(2**bits + more) for bits in (15, 31, 32, 63, 64) for more in (-1, 0)),
    *("1" + "0" * 30, "-1" + "0" * 30, "9" * 4000, "9" * 4300, "9" * 4301),
]
_LOOK_ALIKES = ["０", "７", "٣", "३", "②", "²", "Ⅳ", "𝟕", "−1", "１０"]
_ODD = [
    *(
        b"\0",
        b"\r",
        b"\r\n",
        b"\n\n\n",
        b"\t",
        b"\v",
        b"\f",
        b"\x1b[31m",
        b"\x7f",
        b"\x1c",
        b"\x04",
    ),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\xe7", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"),
    *(c.encode() for c in ("\u2028", "\x85", "\u3000", "\xa0", "\u200b", "\u202e", "\U0010ffff")),
]
_LONGEST = 1 << 15
"""Bytes; no input becomes longer."""

Change = Callable[[Random, bytes, Sequence[bytes]], bytes]


def mutated(rng: Random, seeds: Sequence[bytes]) -> bytes:
    """Return one of the seeds after a few changes, or sometimes random bytes."""
    if rng.random() < 0.01:
        return rng.randbytes(rng.randrange(100))
    kept, data = _head(rng, rng.choice(seeds))
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
        data = rng.choice(_CHANGES)(rng, data, seeds)
    return (kept + data)[:_LONGEST]


def _head(rng: Random, data: bytes) -> tuple[bytes, bytes]:
    """Often keep the first lines, since a wrong header would be refused at once.

    Return them and the rest.
    """
    lines = data.splitlines(keepends=True)
    count = rng.choice((0, 0, 2, 6, rng.randrange(len(lines) + 1)))
    return b"".join(lines[:count]), b"".join(lines[count:])


def _words(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Replace a word, by one of any seed or by a number at some edge."""
    words = data.split(b" ")
    at = rng.randrange(len(words))
    kind = rng.randrange(3)
    if kind == 0:
        words[at] = rng.choice(rng.choice(seeds).split() or [b""])
    elif kind == 1:
        words[at] = rng.choice(_NUMBERS).encode()
    else:
        words[at] = rng.choice(_LOOK_ALIKES).encode()
    return b" ".join(words)


def _number(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Replace a run of digits."""
    places = [i for i in range(len(data)) if data[i : i + 1].isdigit()]
    if not places:
        return data
    start = end = rng.choice(places)
    while end < len(data) and data[end : end + 1].isdigit():
        end += 1
    number = rng.choice(_NUMBERS) if rng.random() < 0.5 else str(rng.randrange(120))
    return data[:start] + number.encode() + data[end:]


def _pieces(separator: bytes) -> Change:
    def change(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
        """Swap, repeat, drop or take over a piece."""
        pieces = data.split(separator)
        one, other = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        kind = rng.randrange(4)
        if kind == 0:
            pieces[one], pieces[other] = pieces[other], pieces[one]
        elif kind == 1:
            pieces[one:one] = [pieces[other]] * rng.choice((1, 1, 2, 30))
        elif kind == 2:
            del pieces[one]
        else:
            pieces[one] = rng.choice(rng.choice(seeds).split(separator))
        return separator.join(pieces)

    return change


def _bytes(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Insert something odd, or change or drop some bytes."""
    start = rng.randrange(len(data) + 1)
    end = min(len(data), start + rng.choice((0, 0, 1, 1, 5, 50)))
    inserted = rng.choice(_ODD) if rng.random() < 0.7 else rng.randbytes(rng.randrange(4))
    return data[:start] + inserted + data[end:]


def _ends(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Cut the input, go on with another one, or change all line ends."""
    kind = rng.randrange(4)
    start = rng.randrange(len(data) + 1)
    if kind == 0:
        return data[:start]
    if kind == 1:
        other = rng.choice(seeds)
        return data[:start] + other[rng.randrange(len(other) + 1) :]
    if kind == 2:
        return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b" ", b"\xe2\x80\xa8")))
    return data[:start] + data[start : start + 20] * rng.choice((10, 1000))


_CHANGES: Sequence[Change] = (
    _words,
    _number,
    _number,
    _pieces(b" "),
    _pieces(b"\n"),
    _bytes,
    _ends,
)
