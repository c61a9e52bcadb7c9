"""Certificates: both checks accept true ones and find each changed value."""

import json
from array import array
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardjudge.errors import UserError
from nim.taking import certificate as certificates
from nim.taking.certificate import Certificate, certify, fault, read, write
from nim.taking.checker import first_wrong
from nim.taking.period import Period, PeriodicValues, values_needed
from nim.taking.rules import Rules, octal, subtraction
from tests.nim.reference import taking_values
from tests.tools import slow_after


def proved(code: str) -> Certificate:
    game = PeriodicValues(octal(code))
    assert game.prove(20_000) is not None
    return certify(code, game)


def changed(given: Certificate, place: int) -> Certificate:
    assert given.witness is not None
    data = bytearray(given.witness)
    data[2 * place] ^= 1
    return given._replace(witness=bytes(data), digest=sha256(data).hexdigest())


def test_a_certificate_is_read_as_it_was_written(tmp_path: Path) -> None:
    write(tmp_path / "proof", proved("0.77"))
    (again,) = read(tmp_path / "proof")
    assert again == proved("0.77")
    assert fault(again) is None


@pytest.mark.parametrize("code", slow_after(2, ["0.07", "4.3", "0.137", "0.77", "0.45"]))
def test_both_checks_find_each_changed_value(code: str) -> None:
    given = proved(code)
    period, needed = given.period, values_needed(given.rules, given.period)
    assert given.witness is not None
    assert first_wrong(given.rules, given.witness, period, needed) is None
    for place in range(1, period.start + period.length, max(7, period.start // 12)):
        wrong = changed(given, place)
        assert wrong.witness is not None
        assert fault(wrong) is not None
        assert first_wrong(wrong.rules, wrong.witness, period, needed) is not None


some = st.frozensets(st.integers(0, 3))


@given(st.builds(Rules, some, some, some, st.booleans()), st.integers(1, 60), st.randoms())
def test_both_checks_find_the_same_heap(rules: Rules, heaps: int, rng: Random) -> None:
    """The values are right, or a few of them are wrong."""
    rules = rules._replace(to_none=rules.to_none - {0}, to_one=rules.to_one - {0})
    values = taking_values(lambda heap: list(rules.moves(heap)), heaps)
    period = Period(len(values) - 1, 1)
    assert checked(rules, values, period, first_wrong) is None
    for place in rng.choices(range(len(values)), k=3):
        wrong = [*values[:place], rng.randint(0, max(values) + 1), *values[place + 1 :]]
        plainly = checked(rules, wrong, period, certificates._first_wrong)
        assert checked(rules, wrong, period, first_wrong) == plainly


def checked(
    rules: Rules, values: list[int], period: Period, check: Callable[..., int | None]
) -> int | None:
    return check(rules, array("H", values).tobytes(), period, len(values))


def test_a_certificate_of_a_wrong_period_is_refused() -> None:
    given = proved("0.77")
    for period in (Period(71, 6), Period(70, 12), Period(72, 12)):
        assert fault(given._replace(period=period)) is not None


def test_the_check_computes_an_omitted_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificates, "_LONGEST_WITNESS", 10)
    assert proved("0.156").witness is None
    assert fault(proved("0.156")) is None
    assert fault(proved("0.156")._replace(digest="0" * 64)) == "值與雜湊不合"


def test_a_subtraction_game_has_a_certificate() -> None:
    game = PeriodicValues(subtraction([1, 3, 4]))
    game.prove(100)
    assert fault(certify("subtract 1 3 4", game)) is None


def test_the_published_certificates_hold() -> None:
    """The definition confirms those of short periods; `python -m bench.nim` checks all."""
    published = list(read(Path(__file__).parents[2] / "docs/research/octal.jsonl"))
    assert {"0.77", "0.16", "0.354"} <= {proof.name for proof in published}
    short = [proof for proof in published if sum(proof.period) < 80]
    assert len(short) > 50
    assert [proof.name for proof in short if fault(proof) is not None] == []


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"schema": 1}', '"x"'])
def test_a_file_without_a_certificate_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "proof").write_text(text + "\n")
    with pytest.raises(UserError):
        list(read(tmp_path / "proof"))


def test_a_certificate_without_one_of_its_fields_is_refused(tmp_path: Path) -> None:
    document = certificates.to_json(proved("0.77"))
    for key in document:
        (tmp_path / "proof").write_text(json.dumps({k: v for k, v in document.items() if k != key}))
        with pytest.raises(UserError):
            list(read(tmp_path / "proof"))
