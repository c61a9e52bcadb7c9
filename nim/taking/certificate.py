"""A proof of a period as a file: the claim, and the values as its witness.

The check uses only the definition: each value must be the mex of the heap's options, for every heap
in the range that the theorem of `nim.taking.period` requires. A short range takes plain recursion.
A long range takes compiled code that shares nothing with the code that finds values. A certificate
may omit a long witness; the check then computes the values, compares their hash, and checks them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import lzma
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cardjudge import files
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from nim.heaps import mex, nim_sum
from nim.taking.period import Period, PeriodicValues, values_needed
from nim.taking.rules import Rules, named

SCHEMA = "cardjudge/nim certificate/1"
_LONGEST_WITNESS = 10_000
_MOST_CHECKED = 1 << 30
_MOST_MEMORY = 1 << 26
_SHORT = 3_000
"""Number of heaps up to which the check uses plain recursion."""
_PARTS = ("to_none", "to_one", "to_two")


class Certificate(NamedTuple):
    """The rules, their name, the claimed period, and the values up to n0 + p."""

    name: str
    rules: Rules
    period: Period
    digest: str
    """The SHA-256 of the values of heaps 0 to n0 + p - 1 as little-endian words of two bytes."""
    witness: bytes | None


def certify(name: str, game: PeriodicValues) -> Certificate:
    """Return the certificate of a proved period."""
    assert game.period is not None
    end = game.period.start + game.period.length
    data = _packed(game.words(end - 1))
    kept = bytes(data) if end <= _LONGEST_WITNESS else None
    return Certificate(name, game.rules, game.period, hashlib.sha256(data).hexdigest(), kept)


def to_json(certificate: Certificate) -> dict[str, Any]:
    """Return the JSON document of a certificate."""
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
    """Write a certificate to a file, as one line."""
    files.write(file, json.dumps(to_json(certificate)) + "\n")


def read(file: Path) -> Iterator[Certificate]:
    """Yield the certificates of a file, one per line; UserError names an invalid line."""
    found = False
    for number, line in enumerate(file.read_text("utf-8", "replace").splitlines(), 1):
        try:
            certificate = _from_line(line)
        except UserError as error:
            raise UserError(
                "{file}第 {line} 行不是 nim octal --certificate 寫的證明：{reason}",
                file=quote(str(file)),
                line=number,
                reason=error,
            ) from None
        if certificate is not None:
            found = True
            yield certificate
    if not found:
        raise UserError("{file}裡沒有證明", file=quote(str(file)))


def _from_line(line: str) -> Certificate | None:
    """Return the certificate of a line; None for a line of a survey without a period."""
    try:
        document = json.loads(line, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise UserError("這不是 UTF-8 的 JSON") from None
    if not isinstance(document, dict) or "certificate" not in document:
        return from_json(document)
    if document["certificate"] is None and document.get("p") is None:
        return None
    certificate = from_json(document["certificate"])
    if (certificate.name, *certificate.period) != tuple(map(document.get, ("code", "n0", "p"))):
        raise UserError("證明的賽局或週期不是這一行所說的")
    return certificate


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of a JSON object; reject a repeated member."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise UserError("同一個成員出現兩次")
    return members


def from_json(document: object) -> Certificate:
    """Return the certificate of a document; UserError, with the reason, for an invalid one."""
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise UserError("schema 不是 {schema}", schema=SCHEMA)
    for member in document.keys() ^ _MEMBERS.keys():
        known = member in _MEMBERS
        raise UserError("缺少 {member}" if known else "不認得{member}", member=quote(member))
    for member, right in _MEMBERS.items():
        if not right(document[member]):
            raise UserError("{member} 的值不對", member=member)
    none, one, two = (frozenset(document[part]) for part in _PARTS)
    text = document["values"]
    return Certificate(
        document["name"],
        Rules(none, one, two, document["unequal"]),
        Period(document["n0"], document["p"]),
        document["sha256"],
        None if text is None else _unpacked(text),
    )


def _name(value: object) -> bool:
    try:
        return isinstance(value, str) and bool(named(value))
    except ValueError:
        return False


def _natural(value: object) -> bool:
    return type(value) is int and value >= 0


def _ascending(value: object) -> bool:
    return isinstance(value, list) and all(map(_natural, value)) and value == sorted(set(value))


_MEMBERS: dict[str, Callable[[Any], bool]] = {
    "schema": lambda value: value == SCHEMA,
    "name": _name,
    **dict.fromkeys(_PARTS, _ascending),
    "unequal": lambda value: isinstance(value, bool),
    "n0": _natural,
    "p": lambda value: _natural(value) and value > 0,
    "sha256": lambda value: isinstance(value, str) and len(value) == 64,
    "values": lambda value: value is None or isinstance(value, str),
}
"""The members of a document, each with the check of its value."""


def _unpacked(text: str) -> bytes:
    """Decompress a witness, up to the claimed size, because it may be a decompression bomb."""
    try:
        unpack = lzma.LZMADecompressor(memlimit=_MOST_MEMORY)
        data = unpack.decompress(base64.b85decode(text), 2 * _LONGEST_WITNESS + 1)
    except (ValueError, lzma.LZMAError):
        raise UserError("{member} 的值不對", member="values") from None
    if not unpack.eof or unpack.unused_data:
        raise UserError("{member} 的值不對", member="values")
    return data


def _packed(values: array[int] | memoryview) -> bytes | bytearray:
    """Return values as little-endian words of two bytes."""
    if values.itemsize > 1:
        return array("H", values).tobytes()
    packed = bytearray(2 * len(values))
    packed[::2] = values
    return packed


def fault(certificate: Certificate) -> str | None:
    """Return why a certificate is invalid, in the user's language, or None if it is valid."""
    rules, period = certificate.rules, certificate.period
    end = period.start + period.length
    needed = values_needed(rules, period)
    if named(certificate.name) != rules:
        return say("名稱與規則不合")
    if needed > _MOST_CHECKED:
        return say("要檢查的值太多")
    data: bytes | bytearray | None = certificate.witness
    if data is None and end > _LONGEST_WITNESS:
        data = _packed(PeriodicValues(rules).words(end - 1))
    if data is None or len(data) != 2 * end:
        return say("值不完整：要有 {end} 個", end=end)
    if hashlib.sha256(data).hexdigest() != certificate.digest:
        return say("值與雜湊不合")
    wrong = _first_wrong(rules, data, period, needed)
    if wrong is not None:
        later = "值到 n = {heap} 就不再照週期重複"
        return say(later if wrong >= end else "G({heap}) 不是可以走到的值的 MEX", heap=wrong)
    if _repeats(data[2 * period.start :]):
        return say("p 可以更小")
    if period.start and data[-2:] == data[2 * period.start - 2 : 2 * period.start]:
        return say("n0 可以更小")
    return None


def _first_wrong(rules: Rules, data: bytes | bytearray, period: Period, needed: int) -> int | None:
    """Return the first heap below `needed` whose value is not the mex of its options, or None."""
    if needed > _SHORT:
        from nim.taking.checker import first_wrong

        return first_wrong(rules, data, period, needed)
    values = array("H", data).tolist()
    while len(values) < needed:
        values.append(values[-period.length])
    for heap, value in enumerate(values):
        if value != mex(nim_sum(values[part] for part in left) for left in rules.moves(heap)):
            return heap
    return None


def _repeats(cycle: bytes | bytearray) -> bool:
    """Whether a sequence of two-byte words repeats a shorter one."""
    twice, at = cycle + cycle, 1
    while (at := twice.find(cycle, at)) % 2:
        at += 1
    return at < len(cycle)
