"""One fuzzer for every reader of foreign input, with inputs of all kinds.

Run with ``python -m tests.fuzz``; exit status 1 if something was found. ``--inputs 1000000`` runs
for longer, ``--target NAME`` on one target alone, ``--atheris NAME`` lets atheris (the extra
``fuzz``) look for new paths through one target, without an end.

An input is a finding if what reads it raises anything but the error of a wrong input, if that error
is more than a printable line, if text is written that is not UTF-8, or if it takes more CPU time or
memory than `Limits`. The same seed gives the same inputs, whatever the number of workers.
"""

from __future__ import annotations

import argparse
import gc
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import ceil
from random import Random
from types import FunctionType
from typing import NamedTuple, NoReturn

from cardjudge.errors import UserError, visible
from cardjudge.series.workers import spread
from tests.fuzz.mutation import mutated
from tests.fuzz.targets import TARGETS, Target

INPUTS = 100_000
_PACKAGES = ("cardjudge", "judge", "big2", "blackjack_judge", "nim", "take6", "war")
_CHUNK = 1000
_MOST_TRIES = 2000
_MOST_SECONDS = 30.0
"""How many inputs are tried to make a finding smaller, and for how much CPU time."""


class Limits(NamedTuple):
    """The limits of one input: seconds of CPU time, and additional bytes of memory."""

    seconds: float = 10.0
    memory: int = 1 << 30


class Finding(NamedTuple):
    """A minimised input and its fault."""

    target: str
    data: bytes
    reason: str


class Chunk(NamedTuple):
    """A part of the work: some inputs for one target."""

    target: str
    seed: str
    inputs: int


class Done(NamedTuple):
    """The result of a chunk."""

    target: str
    inputs: int
    refused: int
    slowest: float
    findings: list[Finding]


class TooLongError(BaseException):
    """The CPU time of an input is used up."""


def fault(target: Target, data: bytes, limits: Limits = Limits()) -> tuple[str | None, bool]:  # noqa: B008
    """Return the fault of a target on an input, if any, and whether it refuses the input."""
    try:
        with _limited(limits):
            target.run(data, str.encode)
    except UserError as error:
        if not str(error).isprintable():
            return f"an error of more than a printable line: {error}", True
        return None, True
    except TooLongError:
        return f"more than {limits.seconds:g} s", False
    except Exception as error:
        return f"{type(error).__name__}: {error}", False
    return None, False


@contextmanager
def _limited(limits: Limits) -> Iterator[None]:
    # The timer repeats, because the first signal may come where no exception can be raised.
    signal.setitimer(signal.ITIMER_PROF, limits.seconds, 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


@contextmanager
def bounded(limits: Limits) -> Iterator[None]:
    """Signal this process when an input exceeds a limit."""

    def too_long(number: int, frame: object) -> NoReturn:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, too_long)
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (_data_size() + limits.memory, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
        signal.signal(signal.SIGPROF, before)


def _data_size() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[5]) * resource.getpagesize()


def smaller(data: bytes, still_wrong: Callable[[bytes], bool]) -> bytes:
    """Drop lines, then words, then bytes, as long as it stays wrong (delta debugging)."""
    tries, started = 0, time.process_time()

    def go_on() -> bool:
        return tries < _MOST_TRIES and time.process_time() - started < _MOST_SECONDS

    for separator in (b"\n", b" ", b""):
        split = data.split(separator) if separator else [data[i : i + 1] for i in range(len(data))]
        size = len(split)
        while size and go_on():
            at = 0
            while at < len(split) and go_on():
                shorter = split[:at] + split[at + size :]
                tries += 1
                if len(shorter) < len(split) and still_wrong(separator.join(shorter)):
                    split = shorter
                else:
                    at += size
            size //= 2
        data = separator.join(split)
    return data


def fuzz(chunk: Chunk, limits: Limits = Limits()) -> Done:  # noqa: B008
    """Feed a target; report every kind of fault once."""
    target = TARGETS[chunk.target]
    rng = Random(f"{chunk.seed}/{chunk.target}")
    refused, slowest = 0, 0.0
    findings: dict[str, Finding] = {}
    seeds = target.seeds()
    with bounded(limits):
        for _ in range(chunk.inputs):
            data = target.mend(mutated(rng, seeds))
            started = time.process_time()
            wrong, is_refused = fault(target, data, limits)
            slowest = max(slowest, time.process_time() - started)
            refused += is_refused
            if wrong is not None and (kind := wrong.partition(":")[0]) not in findings:
                data = smaller(data, lambda d: _kind(target, d, limits) == kind)
                findings[kind] = Finding(chunk.target, data, wrong)
    return Done(chunk.target, chunk.inputs, refused, slowest, list(findings.values()))


def _kind(target: Target, data: bytes, limits: Limits) -> str:
    wrong, _ = fault(target, data, limits)
    return (wrong or "").partition(":")[0]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the fuzzer, print the findings, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--inputs", type=int, default=INPUTS, help="in all")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--target", choices=TARGETS)
    parser.add_argument("--atheris", choices=TARGETS)
    chosen = parser.parse_args(arguments)
    if chosen.atheris:
        _look_for_paths(TARGETS[chosen.atheris])
    names = [chosen.target] if chosen.target else list(TARGETS)
    shares = sum(TARGETS[name].share for name in names)
    each = {name: ceil(chosen.inputs * TARGETS[name].share / shares) for name in names}
    chunks = [
        Chunk(name, f"{chosen.seed}/{start}", min(_CHUNK, each[name] - start))
        for name in names
        for start in range(0, each[name], _CHUNK)
    ]
    done = list(spread(fuzz, chunks, chosen.workers, "fuzz"))
    total = 0
    for name in names:
        mine = [part for part in done if part.target == name]
        inputs = sum(part.inputs for part in mine)
        refused = sum(part.refused for part in mine)
        slowest = max(part.slowest for part in mine)
        total += inputs
        print(f"{name:24} {inputs:8} inputs, {refused / inputs:4.0%} refused, {slowest:6.3f} s")
    found = {(f.target, f.reason): f for part in done for f in part.findings}
    for finding in found.values():
        shown = visible(repr(finding.data), 2000)
        print(f"FOUND {finding.target}: {finding.reason}\n    {shown}")
    print(f"{total} inputs of seed {chosen.seed}: {len(found)} findings")
    return 1 if found else 0


def _look_for_paths(target: Target) -> NoReturn:
    """Let atheris choose among our inputs by the paths that they take; it ends by Ctrl-C."""
    import atheris

    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and f"{thing.__module__}".split(".")[0] in _PACKAGES:
            atheris.instrument_func(thing)

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        return mutated(Random(seed), [data, *target.seeds()])[:most]

    def run(data: bytes) -> None:
        wrong, _ = fault(target, target.mend(data))
        if wrong is not None:
            raise AssertionError(wrong)

    with bounded(Limits()):
        atheris.Setup([sys.argv[0]], run, custom_mutator=mutate)
        atheris.Fuzz()
    raise SystemExit
