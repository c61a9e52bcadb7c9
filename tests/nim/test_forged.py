"""Certificates that prove nothing: `nim certify` refuses each and names the reason."""

import json
import lzma
from array import array
from base64 import b85encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from cardjudge.errors import UserError
from nim.taking.certificate import certify, fault, read, to_json
from nim.taking.period import Period, PeriodicValues
from nim.taking.rules import named
from tests.processes import kit

Document = dict[str, Any]

NAME = "名稱與規則不合"
P, N0 = "p 可以更小", "n0 可以更小"
INCOMPLETE, HASH = "值不完整", "值與雜湊不合"
MEX, STOPS = "不是可以走到的值的 MEX", "就不再照週期重複"


@cache
def proved(name: str) -> tuple[PeriodicValues, Period]:
    game = PeriodicValues(named(name))
    period = game.prove(20_000)
    assert period is not None
    return game, period


def document(name: str, start: int | None = None, length: int | None = None) -> Document:
    """Return a certificate with the true values, of the true period or of another."""
    game, period = proved(name)
    true = to_json(certify(name, game))
    start = period.start if start is None else start
    length = period.length if length is None else length
    return {**true, "n0": start, "p": length, **packed([game[n] for n in range(start + length)])}


def packed(values: list[int], more: bytes = b"") -> Document:
    data = array("H", values).tobytes() + more
    text = b85encode(lzma.compress(data)).decode()
    return {"sha256": sha256(data).hexdigest(), "values": text}


def values(of: Document) -> list[int]:
    game, _ = proved(of["name"])
    return [game[n] for n in range(of["n0"] + of["p"])]


def with_value(name: str, heap: int, value: int) -> Document:
    true = document(name)
    given = values(true)
    given[heap] = value
    return {**true, **packed(given)}


KAYLES, DAWSON, CHESS = document("0.77"), document("0.07"), document("0.137")
TAKING, GUILES = document("subtract 1 3 4"), document("0.15")
SPLIT, LONG = document("4.3"), document("0.165")
ALL_ZERO = document("0.0")
GRUNDY = {**KAYLES, "name": "grundy", "to_none": [], "to_one": [], "to_two": [0], "unequal": True}

PROVE_NOTHING: dict[str, tuple[Document, str]] = {
    "renamed": ({**KAYLES, "name": "0.106"}, NAME),
    "renamed to a neighbour": ({**KAYLES, "name": "0.76"}, NAME),
    "renamed to a longer code": ({**KAYLES, "name": "0.777"}, NAME),
    "renamed to a subtraction": ({**TAKING, "name": "subtract 1 3"}, NAME),
    "renamed from a subtraction": ({**TAKING, "name": "0.3303"}, NAME),
    "renamed to the unsolved": ({**KAYLES, "name": "grundy"}, NAME),
    "other rules": ({**KAYLES, "to_two": [1]}, NAME),
    "no rules": ({**KAYLES, "to_none": [], "to_one": [], "to_two": []}, NAME),
    "a move that takes nothing": ({**KAYLES, "to_one": [0, 1, 2]}, NAME),
    "unequal parts": ({**KAYLES, "unequal": True}, NAME),
    "rules far away": ({**KAYLES, "to_one": [1, 2, 10**30]}, NAME),
    "p twice": (document("0.77", 71, 24), P),
    "p ten times": (document("0.77", 71, 120), P),
    "p twice of one that is 1": (document("0.0", 0, 2), P),
    "p twice of a subtraction": (document("subtract 1 3 4", None, 2 * TAKING["p"]), P),
    "p twice of a long one": (document("0.165", None, 2 * LONG["p"]), P),
    "n0 one more": (document("0.77", 72, 12), N0),
    "n0 a period more": (document("0.77", 83, 12), N0),
    "n0 far more": (document("0.07", 5_000), N0),
    "n0 of a subtraction": (document("subtract 1 3 4", 1), N0),
    "n0 and p more": (document("0.77", 72, 24), P),
    "n0 one less": (document("0.77", 70, 12), STOPS),
    "n0 zero": (document("0.77", 0, 12), STOPS),
    "p half": (document("0.77", 71, 6), STOPS),
    "p one less": (document("0.77", 71, 11), STOPS),
    "p one": (document("4.3", None, 1), STOPS),
    "p of a game without one, so far": (
        {**document("0.77", 0, 12), "name": "0.007", "to_none": [3], "to_one": [3], "to_two": [3]},
        MEX,
    ),
    "a period of Grundy's game": (GRUNDY, MEX),
    "first value": (with_value("0.77", 0, 1), MEX),
    "early value": (with_value("0.77", 5, 1), MEX),
    "value in the tail": (with_value("0.137", 40, 7), MEX),
    "last value": (with_value("0.77", 82, 0), MEX),
    "a value of a long one": (with_value("0.165", 1_600, 3), MEX),
    "largest value": (with_value("0.77", 60, 0xFFFF), MEX),
    "all values zero": ({**KAYLES, **packed([0] * 83)}, MEX),
    "values of another game": ({**KAYLES, **packed((values(DAWSON) * 2)[:83])}, MEX),
    "a value less": ({**KAYLES, **packed(values(KAYLES)[:-1])}, INCOMPLETE),
    "a value more": ({**KAYLES, **packed([*values(KAYLES), 0])}, INCOMPLETE),
    "half a value more": ({**KAYLES, **packed(values(KAYLES), b"\0")}, INCOMPLETE),
    "no values": ({**KAYLES, **packed([])}, INCOMPLETE),
    "values left out": ({**KAYLES, "values": None}, INCOMPLETE),
    "period without its values": ({**KAYLES, "p": 24}, INCOMPLETE),
    "another hash": ({**KAYLES, "sha256": DAWSON["sha256"]}, HASH),
    "hash in capitals": ({**KAYLES, "sha256": KAYLES["sha256"].upper()}, HASH),
    "hash of zeros": ({**LONG, "sha256": "0" * 64}, HASH),
    "far more than can be checked": ({**KAYLES, "n0": 10**15, "values": None}, "要檢查的值太多"),
}
"""Documents that could be certificates: what is forged, and a part of the reason."""

ENTRY = {"code": "0.77", "limit": 300, "n0": 71, "p": 12, "like": None, "certificate": KAYLES}
WHOLE = json.dumps(KAYLES)
BOMB = b85encode(lzma.compress(bytes(10**7))).decode()
TRUNCATED = b85encode(lzma.compress(bytes(166))[:-9]).decode()

NO_CERTIFICATES: dict[str, tuple[str | bytes, str]] = {
    "an empty file": ("", "裡沒有證明"),
    "a blank line": ("\n", "JSON"),
    "a blank line after one": (f"{WHOLE}\n\n", "第 2 行"),
    "cut short": (WHOLE[:-40], "JSON"),
    "something after it": (f"{WHOLE} proved", "JSON"),
    "two on a line": (WHOLE + WHOLE, "JSON"),
    "UTF-16": (WHOLE.encode("utf-16"), "JSON"),
    "a number": ("12", "schema"),
    "a list of it": (f"[{WHOLE}]", "schema"),
    "nothing in it": ("{}", "schema"),
    "null": ("null", "schema"),
    "deep": ("[" * 100_000, "JSON"),
    "the result of another command": ('{"schema": "cardjudge/war stats/1"}', "schema"),
    "steps out of order": (json.dumps({**TAKING, "name": "subtract 3 1 4"}), "name"),
    "steps twice": (json.dumps({**TAKING, "name": "subtract 1 1 3 4"}), "name"),
    "steps with a sign": (json.dumps({**TAKING, "name": "subtract +1 3 4"}), "name"),
    "steps with a blank more": (json.dumps({**TAKING, "name": "subtract  1 3 4"}), "name"),
    "a name with a blank": (json.dumps({**KAYLES, "name": "0.77 "}), "name"),
    "a name with a line end": (json.dumps({**KAYLES, "name": "0.77\n0.106"}), "name"),
    "a name in wide digits": (json.dumps({**KAYLES, "name": "0.７７"}), "name"),
    "no name": (json.dumps({**KAYLES, "name": ""}), "name"),
    "a name in words": (json.dumps({**KAYLES, "name": "Kayles"}), "name"),
    "a name that claims": (
        json.dumps({**KAYLES, "name": "0.106：n0 = 1，p = 1，證明成立"}),
        "name",
    ),
    "a name that is a number": (json.dumps({**KAYLES, "name": 0.77}), "name"),
    "n0 as text": (json.dumps({**KAYLES, "n0": "71"}), "n0"),
    "n0 as a fraction": (json.dumps({**KAYLES, "n0": 71.0}), "n0"),
    "n0 below 0": (json.dumps({**KAYLES, "n0": -1}), "n0"),
    "p is true": (json.dumps({**KAYLES, "p": True}), "p 的值"),
    "p is 0": (json.dumps({**KAYLES, "p": 0}), "p 的值"),
    "p is not a number": (json.dumps({**KAYLES, "p": float("nan")}), "p 的值"),
    "p of 5000 digits": (WHOLE.replace('"p": 12', '"p": ' + "9" * 5000), "JSON"),
    "rules twice": (json.dumps({**KAYLES, "to_one": [1, 1, 2]}), "to_one"),
    "rules out of order": (json.dumps({**KAYLES, "to_one": [2, 1]}), "to_one"),
    "rules with true": (json.dumps({**KAYLES, "to_one": [True, 2]}), "to_one"),
    "rules as text": (json.dumps({**KAYLES, "to_two": "12"}), "to_two"),
    "unequal as a number": (json.dumps({**KAYLES, "unequal": 0}), "unequal"),
    "a hash that is a list": (json.dumps({**KAYLES, "sha256": [0] * 64}), "sha256"),
    "a short hash": (json.dumps({**KAYLES, "sha256": "0"}), "sha256"),
    "values in the open": (json.dumps({**KAYLES, "values": values(KAYLES)}), "values"),
    "values that are not packed": (json.dumps({**KAYLES, "values": "0000"}), "values"),
    "values cut short": (json.dumps({**KAYLES, "values": TRUNCATED}), "values"),
    "a bomb": (json.dumps({**KAYLES, "values": BOMB}), "values"),
    "a member more": (json.dumps({**KAYLES, "proved": True}), "proved"),
    "a member twice": (WHOLE.replace('"p": 12', '"p": 24, "p": 12'), "兩次"),
    "a survey of another game": (json.dumps({**ENTRY, "code": "0.106"}), "所說的"),
    "a survey of another period": (json.dumps({**ENTRY, "p": 6}), "所說的"),
    "a survey without its proof": (json.dumps({**ENTRY, "certificate": None}), "schema"),
    "a survey that claims nothing": (json.dumps({"p": None, "certificate": None}), "沒有證明"),
}
"""Files that are none, and a part of the reason."""


def test_the_forged_certificates_are_many() -> None:
    assert len(PROVE_NOTHING) + len(NO_CERTIFICATES) >= 60


def test_a_genuine_certificate_is_accepted(tmp_path: Path) -> None:
    true = [KAYLES, DAWSON, CHESS, TAKING, GUILES, SPLIT, LONG, ALL_ZERO, ENTRY]
    (tmp_path / "proofs").write_text("".join(json.dumps(one) + "\n" for one in true))
    assert [fault(one) for one in read(tmp_path / "proofs")] == [None] * len(true)


def test_forged_certificates_are_refused_each_with_its_reason(tmp_path: Path) -> None:
    lines = [json.dumps(forged) for forged, _ in PROVE_NOTHING.values()]
    (tmp_path / "proofs").write_text("\n".join([WHOLE, *lines]) + "\n")
    done = kit("nim", "certify", tmp_path / "proofs", LC_ALL="zh_TW.UTF-8")
    first, *told = done.stdout.splitlines()
    assert first == "0.77：n0 = 71，p = 12，證明成立"
    for (what, (_, reason)), line in zip(PROVE_NOTHING.items(), told, strict=True):
        assert "：證明不成立：" in line, what
        assert reason in line.rpartition("證明不成立：")[2], what
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("what", NO_CERTIFICATES)
def test_an_invalid_certificate_is_refused(tmp_path: Path, what: str) -> None:
    text, reason = NO_CERTIFICATES[what]
    file = tmp_path / "proof"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UserError) as refused:
        list(read(file))
    assert reason in str(refused.value)


def test_an_empty_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "proof").touch()
    done = kit("nim", "certify", tmp_path / "proof", LC_ALL="en_US.UTF-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: there is no proof in ")
