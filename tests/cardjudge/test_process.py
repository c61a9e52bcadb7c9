"""Programs under limits: real ones, in Python and C, that misbehave in every known way."""

import errno
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from cardjudge.errors import UserError
from cardjudge.programs import process as process_module
from cardjudge.programs.contestant import Command, Contestant, ForfeitError
from cardjudge.programs.process import Limits, Process, run
from cardjudge.programs.sandbox import start as sandbox_start
from cardjudge.programs.sandbox.start import start
from tests.judge.conftest import python
from tests.processes import exists, wait_for

MB = 1 << 20


@pytest.mark.skipif(sys.platform != "linux", reason="the number of the request is that of Linux")
def test_a_program_that_is_traced_by_the_judge_ends(
    compiled: Callable[[str], list[str]],
) -> None:
    """Without a sandbox no filter forbids it; the judge would see no end, but a stop."""
    headers = "#include <signal.h>\n#include <sys/ptrace.h>\n"
    code = f"{headers}int main() {{ ptrace(0, 0, 0, 0); raise(10); }}"
    ended, _ = run(compiled(code), limits=Limits(wall=60))
    assert (ended.status, ended.exceeded) == (-signal.SIGKILL, None)


def test_a_program_that_does_not_exist_is_an_error_of_the_user() -> None:
    with pytest.raises(UserError, match="無法執行「/no/such/program」"):
        run(["/no/such/program"])


def test_an_exceeded_limit_stays_exceeded_at_a_look_in_the_same_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process_module, "_FIRST_LOOK", 0.0)  # every turn has a look
    script = "import os, time; os.write(1, b'x' * 1025); time.sleep(0.2)"
    ended, stdout = run(python(script), limits=Limits(output=1024, wall=20))
    assert (ended.exceeded, len(stdout)) == ("output", 1024)


def test_only_the_tail_of_a_flood_on_standard_error_is_kept() -> None:
    script = "import sys; sys.stderr.write('x' * 30_000_000 + 'the end'); print('done')"
    ended, stdout = run(python(script), limits=Limits(wall=60))
    assert (ended.status, stdout) == (0, b"done\n")
    assert ended.stderr.endswith(b"xthe end")
    assert len(ended.stderr) == 1 << 14


def test_no_orphan_is_left_behind() -> None:
    script = """
import os, time
ready, said = os.pipe()
if os.fork() == 0:
    print(os.getpid(), flush=True)
    os.write(said, b"x")
    time.sleep(60)
os.read(ready, 1)
"""
    _, stdout = run([sys.executable, "-S", "-c", script])
    assert not exists(int(stdout))


def test_other_children_of_this_process_are_left_alone() -> None:
    bystander = subprocess.Popen(["sleep", "60"])
    with Process(["sleep", "60"], limits=Limits(wall=60)) as other:
        run(python("import os, time\nif os.fork() == 0:\n time.sleep(60)"))
        assert bystander.poll() is None
        assert exists(other.pid)
    assert not exists(other.pid)
    bystander.kill()
    bystander.wait()


def test_a_signal_during_a_start_leaves_no_program_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started = []

    def interrupted(*arguments: Any) -> Any:
        began = start(*arguments)
        started.append(began[0].pid)
        signal.raise_signal(signal.SIGINT)
        return began

    monkeypatch.setattr("cardjudge.programs.process.start", interrupted)
    with pytest.raises(KeyboardInterrupt), Process(["sleep", "60"]):
        pytest.fail("it was interrupted before")
    assert [exists(pid) for pid in started] == [False]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.slow
def test_time_while_the_judge_is_stopped_does_not_count() -> None:
    script = """
        from cardjudge.programs.process import Limits, run
        print("begun", flush=True)
        for _ in range(2):
            ended = run(["sleep", "0.5"], limits=Limits(wall=2))[0]
            print(ended.exceeded, ended.wall < 2, flush=True)
    """
    with subprocess.Popen(python(script), stdout=subprocess.PIPE, text=True) as judge:
        assert judge.stdout is not None
        assert judge.stdout.readline() == "begun\n"
        time.sleep(0.2)
        judge.send_signal(signal.SIGSTOP)
        time.sleep(3)
        judge.send_signal(signal.SIGCONT)
        assert judge.stdout.read() == "None True\nNone True\n"


def test_a_judge_that_cannot_watch_any_more_ends_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> NoReturn:
        raise OSError(errno.ENODEV, "the group has gone")

    monkeypatch.setattr(Process, "_look", fail)
    process = Process(["sleep", "60"])
    process.watch_in_background()
    assert process.stdout is not None
    assert process.stdout.read() == b""
    with pytest.raises(OSError, match="the group has gone"):
        process.end()
    assert not exists(process.pid)


def test_time_before_the_judge_waits_does_not_count_for_a_call(tmp_path: Path) -> None:
    limits = Limits(wall=0.5)
    command = f"read a; echo 1; echo > {tmp_path}/said; read a; sleep 60"
    contestant = Contestant(Command(("sh", "-c", command), limits, None, "sleeper"))
    try:
        contestant.ask(b"1\n")
        wait_for((tmp_path / "said").exists)
        time.sleep(0.6)
        assert contestant.answer(bool) == b"1\n"
        contestant.ask(b"1\n")
        with pytest.raises(ForfeitError, match=r"0\.5 秒"):
            contestant.answer(bool)
    finally:
        contestant.close()


def test_a_helper_that_cannot_start_is_an_error_of_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> NoReturn:
        raise BlockingIOError

    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    monkeypatch.setattr(sandbox_start, "_popen", fail)
    one, other = socket.socketpair()
    with one, other, pytest.raises(sandbox_start.StartError):
        sandbox_start._from_lasting_thread(other, mounts=False)
