"""The sum of the clocks of a family: no time is lost, and none is charged that nobody used."""

import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from cardjudge.programs.clocks import Clocks
from cardjudge.programs.process import run
from cardjudge.programs.processes import Member
from cardjudge.programs.sandbox import Sandbox, kernel, seccomp
from tests.cardjudge.test_counting import LAYERS, LIMITS, held
from tests.tools import needs_sandbox

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

GAP = 0.3
"""Seconds without a look."""


@pytest.fixture
def sleeper() -> Iterator[int]:
    with subprocess.Popen(["sleep", "60"]) as process:
        yield process.pid
        process.kill()


def alive(process: int) -> Member:
    return Member(process, process, 1, process, 0, threads=1, lives=True)


def charged_for_the_gap(clocks: Clocks, process: int) -> float:
    """Look at a process that still lives, then at its end, which no look has seen."""
    before = clocks.look([alive(process)])
    time.sleep(GAP)
    return clocks.look([], last=True) - before


def test_a_process_whose_end_a_signal_has_interrupted_is_charged(sleeper: int) -> None:
    clocks = Clocks(sleeper)
    clocks.ends(sleeper)
    clocks.goes_on(sleeper)
    assert charged_for_the_gap(clocks, sleeper) >= GAP


@needs_sandbox
@pytest.mark.parametrize("processors", [1, None])
def test_the_cap_takes_nothing_from_a_short_program(
    processors: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of a program includes its start, which took longer than the program lives."""
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    box = Sandbox("auto", layers=LAYERS["neither"])
    assert min(run(["true"], limits=LIMITS, sandbox=box)[0].cpu for _ in range(20)) > 0


FALSE_ENDS = """
    import ctypes, os, resource, signal, time
    for _ in range(60):
        if os.fork() == 0:
            signal.signal(signal.SIGALRM, lambda *_: None)
            signal.setitimer(signal.ITIMER_REAL, 6e-5, 6e-5)
            ctypes.CDLL(None).syscall({number}, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
            begin = time.process_time()
            while time.process_time() < begin + 0.03: pass
            os.kill(os.getpid(), 9)
        os.wait()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(sum(each.ru_utime + each.ru_stime for each in used))
"""
"""Children ask for their end, a signal takes them back, and they compute until they are killed."""


@needs_sandbox
def test_a_false_end_hides_no_time_from_an_older_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp, "_WAITS_SINCE", (99, 0))
    number = kernel.numbers(kernel.machine() or "x86_64")[seccomp.LAST]
    ended, told = held(FALSE_ENDS.format(number=number), LAYERS["neither"])
    assert ended.cpu > 0.95 * float(told)
