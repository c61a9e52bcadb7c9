"""The sum of the clocks of a family: no time is lost, and none is charged that nobody used."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardjudge.programs.process import run
from cardjudge.programs.sandbox import Layers, Sandbox, kernel, seccomp
from tests.cardjudge.test_counting import LAYERS, LIMITS, held
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


@needs_sandbox
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["threads", "children", "passing children", "sleep"])
@pytest.mark.parametrize("layers", LAYERS.values(), ids=LAYERS)
def test_a_busy_core_is_not_charged_to_a_program(
    kind: str, layers: Layers, compiled: Callable[[str], list[str]], tmp_path: Path
) -> None:
    """Alone, the program takes 0.6 s on a core; eight others use the core, too."""
    command = compiled(Path(__file__).with_name("burn.c").read_text())
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    busy = [subprocess.Popen([sys.executable, "-c", "while 1: pass"]) for _ in range(8)]
    try:
        box = Sandbox("auto", readable=(tmp_path,), layers=layers)
        ended, _ = run([*command, kind], limits=LIMITS, sandbox=box)
    finally:
        for process in busy:
            process.kill()
            process.wait()
        os.sched_setaffinity(0, allowed)
    assert ended.status == 0
    assert 0.55 < ended.wall - ended.waited < 1.8, ended
