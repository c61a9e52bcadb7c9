"""The sum of the clocks of a family: no time is lost, and none is charged that nobody used."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from cardjudge.programs import clocks
from cardjudge.programs.process import run
from cardjudge.programs.processes import Member
from cardjudge.programs.sandbox import Layers, Sandbox, kernel, seccomp
from cardjudge.programs.sandbox.start import Begun
from tests.cardjudge.test_counting import LAYERS, LIMITS, held
from tests.processes import busy_processes
from tests.tools import needs_sandbox

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


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


@pytest.mark.parametrize(("runs", "waits"), [(0.004, 0.044), (0.003, 0.1), (0.02, 0.5)])
def test_all_waits_of_a_program_without_threads_are_known(
    runs: float, waits: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The scheduler tells a wait when it is over; a wait goes on at almost every look."""
    draw = Random(1)
    turns = [(draw.uniform(0.5, 1.5) * waits, draw.uniform(0.5, 1.5) * runs) for _ in range(200)]
    now = 0.0

    def schedule() -> tuple[float, float]:
        ran = waited = 0.0
        for wait, busy in turns:
            if ran + waited + wait > now:
                break
            waited += wait
            ran += min(busy, now - ran - waited)
        return ran, waited

    def schedules(process: int, only: int = 0) -> Iterator[tuple[int, float, float]]:
        yield process, *schedule()

    monkeypatch.setattr(clocks, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(clocks, "schedules", schedules)
    sums = clocks.Waits(Begun(1, 0.0, 0, 0.0), lambda: schedule()[0])
    while now < 100 * (runs + waits):
        now += draw.uniform(0.06, 0.09)
        sums.look([Member(1, 1, 0, 1, True)])
    ran, waited = schedule()
    assert 0.97 * waited < sums.seconds <= now - ran


@needs_sandbox
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["one", "threads", "children", "passing children", "sleep"])
@pytest.mark.parametrize("layers", LAYERS.values(), ids=LAYERS)
def test_a_busy_core_is_not_charged_to_a_program(
    kind: str, layers: Layers, compiled: Callable[[str], list[str]], tmp_path: Path
) -> None:
    """Alone, the program takes 0.6 s on a core; eight others use the core, too."""
    command = compiled(Path(__file__).with_name("burn.c").read_text())
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        with busy_processes():
            box = Sandbox("auto", readable=(tmp_path,), layers=layers)
            ended, _ = run([*command, kind], limits=LIMITS, sandbox=box)
    finally:
        os.sched_setaffinity(0, allowed)
    assert ended.status == 0
    assert 0.55 < ended.wall - ended.waited < 1.8, ended
