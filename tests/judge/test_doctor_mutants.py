"""Mutants prove the doctor: without any one rule of the filter, it reports a broken promise."""

import os
import resource
from collections.abc import Callable
from typing import Any

import pytest

from cardjudge.programs import clocks, family, folder, limits, made, process
from cardjudge.programs.limits import Limits
from cardjudge.programs.process import Process
from cardjudge.programs.questions import Questions
from cardjudge.programs.sandbox import Sandbox, cgroup, entry, grants, landlock, mounts, seccomp
from cardjudge.programs.sandbox.probe import probe
from cardjudge.programs.sandbox.seccomp import Refusal
from judge import checker, interactive
from judge.doctor.promises import ALONE, try_all, try_calls
from tests.tools import needs_sandbox

pytestmark = [pytest.mark.slow, needs_sandbox]
FEWEST = probe()._replace(mounts=False, cgroup=False)
"""The filter has most rules where it stands alone."""
RULES = [*seccomp.refusals(FEWEST)]
HELD = Sandbox("required", layers=FEWEST)
BY_PROCESSES = {"clone", "fork"}
"""The judge is asked and says yes: too many processes tell that it was not asked."""
WITHOUT_ATTACK = {
    "vfork": "its parent waits until the child has ended or runs another program",
    "exit_group": "it refuses nothing: the judge takes a last look at memory",
}


def broken(rule: Refusal) -> list[str]:
    if rule.action == seccomp.ASK and not rule.tests and rule.call in BY_PROCESSES:
        return [name for tried in try_all(HELD) for name in tried.broken]
    return [name for name, is_open in try_calls(HELD) if is_open]


@pytest.mark.parametrize("place", range(len(RULES)), ids=lambda place: RULES[place].call)
def test_the_doctor_notices_a_missing_rule(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = RULES[place]
    if rule.call in WITHOUT_ATTACK:
        pytest.skip(WITHOUT_ATTACK[rule.call])
    rest = [each for each in RULES if each is not rule]
    monkeypatch.setattr(seccomp, "refusals", lambda *_: iter(rest))
    entry._filters.cache_clear()
    try:
        assert broken(rule)
    finally:
        entry._filters.cache_clear()


RIGHTS = {
    name: 1 << place
    for place, name in enumerate(
        """
EXECUTE WRITE_FILE READ_FILE READ_DIR REMOVE_DIR REMOVE_FILE MAKE_CHAR MAKE_DIR MAKE_REG MAKE_SOCK
MAKE_FIFO MAKE_BLOCK MAKE_SYM REFER TRUNCATE IOCTL_DEV""".split()
    )
}
RIGHTS_WITHOUT_ATTACK = {
    "EXECUTE": "the kernel opens a file to read it, too, before it runs it",
    "MAKE_CHAR": "to make a device needs CAP_MKNOD, which root has given up",
    "MAKE_BLOCK": "to make a device needs CAP_MKNOD, which root has given up",
    "MAKE_SOCK": "the filter lets no program make or bind a socket",
    "REFER": "the kernel refuses to move files between folders unless a rule allows it",
    "IOCTL_DEV": "no device that may be opened knows a call that changes anything",
}


@pytest.mark.parametrize("name", RIGHTS)
def test_the_doctor_notices_a_missing_right(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name in RIGHTS_WITHOUT_ATTACK:
        pytest.skip(RIGHTS_WITHOUT_ATTACK[name])
    assert broken_without(RIGHTS[name], monkeypatch)


def broken_without(rights: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the attacks that succeed where Landlock does not handle some rights."""
    later = tuple((since, right & ~rights) for since, right in landlock._LATER_FILES)
    monkeypatch.setattr(landlock, "_FIRST_FILES", landlock._FIRST_FILES & ~rights)
    monkeypatch.setattr(landlock, "_LATER_FILES", later)
    entry._grants.cache_clear()
    try:
        return [name for tried in try_all(Sandbox("required")) for name in tried.broken]
    finally:
        entry._grants.cache_clear()


def test_an_unreadable_file_cannot_be_executed_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """READ_FILE alone already stops the attack that would notice a missing EXECUTE."""
    assert "execute" not in broken_without(RIGHTS["EXECUTE"], monkeypatch)
    monkeypatch.undo()
    assert "execute" not in broken_without(RIGHTS["READ_FILE"], monkeypatch)
    assert "execute" in broken_without(RIGHTS["EXECUTE"] | RIGHTS["READ_FILE"], monkeypatch)


def nothing(*_: Any, **__: Any) -> None:
    """Return the result of a look that sees nothing."""


def without(limit: str) -> Callable[..., Any]:
    real = limits.enforced.__wrapped__
    which = getattr(resource, limit)
    return lambda *given: tuple(each for each in real(*given) if each[0] != which)


def passing(**blind: float | None) -> Callable[..., Any]:
    real = Process._passed
    return lambda self, wall, cpu, memory: real(
        self, *({"wall": wall, "cpu": cpu, "memory": memory} | blind).values()
    )


def unlimited(*words: Any, limits: Limits, **more: Any) -> Process:
    return Process(*words, limits=Limits(), **more)


def drained(self: Process, fd: int) -> int | None:
    found = DRAIN(self, fd)
    self.exceeded = None if self.exceeded == "output" else self.exceeded
    return found


def endless(self: Questions, most: int) -> list[int]:
    return [COUNT(self, most)[0], 999]


DRAIN, COUNT = Process._drain, Questions._count
COUNTERS: dict[str, tuple[str, str, list[tuple[Any, str, Any]]]] = {
    "CPU time": ("both", "cpu", [(Process, "_passed", passing(cpu=0.0))]),
    "CPU time of a group": ("both", "counters", [(cgroup.Group, "cpu", lambda _: 0.0)]),
    "clocks": ("fewest", "cpu", [(clocks.Clocks, "look", lambda *_: 0.0)]),
    "clocks of those that end": (
        "fewest",
        "counters",
        [
            (clocks.Clocks, "ends", nothing),
            (clocks.Clocks, "born", nothing),
            (clocks, "_charged", lambda *_: 0.0),
        ],
    ),
    "wall": ("both", "wall", [(Process, "_passed", passing(wall=0.0))]),
    "memory": (
        "both",
        "memory",
        [(Process, "_passed", passing(memory=None)), (Process, "_overran", nothing)],
    ),
    "memory without a group": ("fewest", "memory", [(Process, "_passed", passing(memory=None))]),
    "shared pages": (
        "fewest",
        "counters",
        [(family, "_shared", lambda _: {}), (Process, "_passed", passing(memory=None))],
    ),
    "output": ("both", "output", [(Process, "_drain", drained)]),
    "a full file system": ("both", "counters", [(mounts, "full", nothing)]),
    "sizes of folders": ("fewest", "counters", [(folder, "size", lambda *_: 0)]),
    "deleted files": ("fewest", "counters", [(folder, "_unnamed", lambda *_: {})]),
    "stack": ("both", "stack", [(process, "enforced", without("RLIMIT_STACK"))]),
    "processes": ("both", "processes", [(Questions, "_count", lambda *_: [999, 999])]),
    "threads": (
        "both",
        "processes",
        [(Questions, "_count", endless)],
    ),
    "a checker's limits": ("both", "referees", [(checker, "Process", unlimited)]),
    "an interactor's limits": ("both", "referees", [(interactive, "Process", unlimited)]),
    "links in a build": ("both", "builds", [(made, "_OPEN", made._OPEN & ~os.O_NOFOLLOW)]),
    "names in a build": ("both", "builds", [(made, "fnmatchcase", lambda *_: True)]),
    "time of a build": ("both", "builds", [(Process, "_passed", passing(cpu=0.0))]),
    "wide folders": ("both", "grants", [(grants, "is_wide", lambda _: False)]),
    "links in words": ("both", "grants", [(grants, "_is_real", lambda _: True)]),
}


@pytest.mark.parametrize("name", COUNTERS)
def test_the_doctor_notices_a_blind_counter(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    which, promise, blinded = COUNTERS[name]
    held = Sandbox("required", layers=FEWEST if which == "fewest" else probe())
    assert not open_to(promise, held)
    for where, what, instead in blinded:
        monkeypatch.setattr(where, what, instead)
    assert open_to(promise, held)


def open_to(promise: str, held: Sandbox) -> list[str]:
    """Return the attacks on a promise that succeed."""
    if promise in ALONE:
        return [name for name, attack in ALONE[promise].items() if attack(held)]
    return [name for tried in try_all(held) if tried.promise == promise for name in tried.broken]


def test_the_doctor_reports_nothing_if_nothing_is_missing() -> None:
    assert not [name for name, is_open in try_calls(HELD) if is_open]
    assert len(WITHOUT_ATTACK) + len(RIGHTS_WITHOUT_ATTACK) <= 10
