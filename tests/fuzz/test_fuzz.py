"""The fuzz: a short run over all targets finds nothing, and planted mistakes are found."""

from collections.abc import Callable
from random import Random

import pytest

from cardjudge.errors import UserError
from tests.fuzz import search as fuzz
from tests.fuzz.mutation import mutated
from tests.fuzz.search import Chunk, Limits, bounded, fault, smaller
from tests.fuzz.targets import TARGETS, Target

SHORT = Limits(seconds=0.5, memory=1 << 28)


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_a_short_run_finds_nothing(name: str) -> None:
    TARGETS["nim sum"].run(b"octal 0.77 : 99999", str.encode)  # compile before the time is measured
    done = fuzz.fuzz(Chunk(name, "test", 100))
    assert done.findings == []
    assert done.inputs == 100


def planted(run: Callable[[bytes], object]) -> Target:
    return Target(lambda data, write: run(data), lambda: [b"1 2 3\n4 5 6\n"])


def test_the_same_seed_gives_the_same_inputs() -> None:
    def inputs(seed: str) -> list[bytes]:
        rng = Random(seed)
        return [mutated(rng, [b"1 2\n3\n"]) for _ in range(100)]

    assert inputs("a") == inputs("a") != inputs("b")


@pytest.mark.parametrize(
    ("mistake", "reason"),
    [
        (lambda data: int("x" if b"5" in data else "1"), "ValueError"),
        (lambda data: [0] * (10**9 if b"5" in data else 1), "MemoryError"),
        (lambda data: "\udce7".encode() if b"5" in data else b"", "UnicodeEncodeError"),
    ],
)
def test_a_planted_mistake_is_found_and_made_small(
    monkeypatch: pytest.MonkeyPatch, mistake: Callable[[bytes], object], reason: str
) -> None:
    monkeypatch.setitem(TARGETS, "planted", planted(mistake))
    (finding,) = fuzz.fuzz(Chunk("planted", "test", 200), SHORT).findings
    assert finding.reason.startswith(reason)
    assert finding.data == b"5"


def test_a_slow_input_is_a_finding() -> None:
    def forever(data: bytes) -> None:
        while True:
            pass

    with bounded(SHORT):
        assert fault(planted(forever), b"", SHORT) == ("more than 0.5 s", False)


def test_an_error_of_two_lines_is_a_finding_but_a_refusal_is_none() -> None:
    def refuse(data: bytes) -> None:
        raise UserError(data.decode())

    assert fault(planted(refuse), b"no") == (None, True)
    reason, _ = fault(planted(refuse), b"no\nno")
    assert reason is not None


def test_smaller_keeps_the_needed_bytes() -> None:
    data = b"one two\nthree four\nfive six\n" * 20
    assert smaller(data, lambda shorter: b"ou" in shorter and b"x" in shorter) == b"oux"


def test_the_command_reports_the_number_of_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz.main(["--inputs", "50", "--target", "war", "--seed", "7"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "50 inputs of seed 7: 0 findings"
