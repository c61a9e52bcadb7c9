"""A proof of a period as a file: what is claimed, and the values as the witness of it.

A certificate is checked by the definition, whatever made it: each value must be the mex of what the
heap may become, for every heap of the range that the theorem of `nim.taking.period` asks for. For
short ranges that is plain recursion; for long ones it is done in blocks of heaps with NumPy, by
other code than that which finds values. The witness may be left out where it is long: then values
are computed, compared with their hash, and checked all the same.
"""

from __future__ import annotations

import base64
import hashlib
import json
import lzma
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cardjudge.errors import UserError, quote
from nim.heaps import mex, nim_sum
from nim.taking.period import Period, PeriodicValues, values_needed
from nim.taking.rules import Rules

SCHEMA = "cardjudge/nim certificate/1"
_LONGEST_WITNESS = 10_000
_MOST_CHECKED = 1 << 30
_SHORT = 3_000
"""Up to how many heaps the check is plain recursion."""
_PARTS = ("to_none", "to_one", "to_two")


class Certificate(NamedTuple):
    """The rules, their name, and the period that is claimed, with the values up to n0 + p."""

    name: str
    rules: Rules
    period: Period
    digest: str
    """The SHA-256 of the values of heaps 0 to n0 + p - 1 as little-endian words of two bytes."""
    witness: bytes | None


def certify(name: str, game: PeriodicValues) -> Certificate:
    """Make the certificate of a period that has been proved."""
    assert game.period is not None
    end = game.period.start + game.period.length
    data = _packed(game.words(end - 1))
    kept = bytes(data) if end <= _LONGEST_WITNESS else None
    return Certificate(name, game.rules, game.period, hashlib.sha256(data).hexdigest(), kept)


def to_json(certificate: Certificate) -> dict[str, Any]:
    """Return the certificate as the document that is written."""
    rules, witness = certificate.rules, certificate.witness
    return {
        "schema": SCHEMA,
        "name": certificate.name,
        **{part: sorted(getattr(rules, part)) for part in _PARTS},
        "unequal": rules.unequal,
        "n0": certificate.period.start,
        "p": certificate.period.length,
        "sha256": certificate.digest,
        "values": None if witness is None else base64.b85encode(lzma.compress(witness)).decode(),
    }


def write(file: Path, certificate: Certificate) -> None:
    """Write a certificate as a file of one line."""
    file.write_text(json.dumps(to_json(certificate)) + "\n", encoding="utf-8")


def read(file: Path) -> Iterator[Certificate]:
    """Yield the certificates of a file, one a line, also of a survey; else UserError."""
    try:
        for line in file.read_text("utf-8").splitlines():
            document = json.loads(line)
            document = document.get("certificate", document)
            if document is not None:
                yield from_json(document)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError, lzma.LZMAError):
        raise UserError(
            "{file}不是 nim octal --certificate 寫的證明", file=quote(str(file))
        ) from None


def from_json(document: Mapping[str, Any]) -> Certificate:
    """Return the certificate that a document holds; one of the errors above if it holds none."""
    name, unequal, digest, text = map(document.__getitem__, ("name", "unequal", "sha256", "values"))
    none, one, two = (frozenset(map(_natural, document[part])) for part in _PARTS)
    period = Period(_natural(document["n0"]), _natural(document["p"]))
    known = document["schema"] == SCHEMA and isinstance(unequal, bool) and len(digest) == 64
    if not known or not period.length:
        raise ValueError
    # No more than was written: what a stranger packed may be of any size.
    unpack, most = lzma.LZMADecompressor(), 2 * _LONGEST_WITNESS
    witness = None if text is None else unpack.decompress(base64.b85decode(text), most)
    return Certificate(str(name), Rules(none, one, two, unequal), period, digest, witness)


def _natural(number: object) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise ValueError
    return number


def _packed(values: array[int] | memoryview) -> bytes | bytearray:
    """Return values as words of two bytes, the low one first."""
    if values.itemsize > 1:
        return array("H", values).tobytes()
    packed = bytearray(2 * len(values))
    packed[::2] = values
    return packed


def fault(certificate: Certificate) -> str | None:
    """Return what is wrong with a certificate, as a template, or None if its period is proved."""
    period = certificate.period
    needed = values_needed(certificate.rules, period)
    if needed > _MOST_CHECKED:
        return "要檢查的值太多"
    end = period.start + period.length
    data: bytes | bytearray | None = certificate.witness
    if data is None:
        data = _packed(PeriodicValues(certificate.rules).words(end - 1))
    if len(data) != 2 * end or hashlib.sha256(data).hexdigest() != certificate.digest:
        return "值與雜湊不合"
    if needed <= _SHORT:
        values = array("H", data).tolist()
        while len(values) < needed:
            values.append(values[-period.length])
        wrong = _first_wrong(certificate.rules, values)
    else:
        from nim.taking.checker import first_wrong

        wrong = first_wrong(certificate.rules, data, period, needed)
    if wrong is not None:
        return "有一個值不是可以走到的值的 MEX"
    if period.start and data[-2:] == data[2 * period.start - 2 : 2 * period.start]:
        return "n0 可以更小"
    return None


def _first_wrong(rules: Rules, values: list[int]) -> int | None:
    """Return the first heap whose value is not the mex of what it may become, or None."""
    for heap, value in enumerate(values):
        if value != mex(nim_sum(values[part] for part in left) for left in rules.moves(heap)):
            return heap
    return None
