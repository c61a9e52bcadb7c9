"""The edge of every judge: bytes, errors, exit statuses and the ways a process can be cut short."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest

from cardjudge.screen import show_progress
from cardjudge.stdio import Lines, tell
from tests.processes import kit, wait_for

SAMPLE = (Path(__file__).parents[2] / "testdata/big2/sample.in").read_bytes()
BIG2 = (sys.executable, "-m", "big2")


def run(
    stdin: bytes, command: Sequence[str], **environment: str
) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, **environment}
    return subprocess.run(command, input=stdin, capture_output=True, env=env, check=False)


def test_the_rest_of_a_stream_is_not_decoded() -> None:
    lines = Lines([b"\xef\xbb\xbfone\n", b"two\xe7\n", b"three"])
    assert next(lines) == "one"
    assert lines.rest() == b"two\xe7\nthree"
    assert Lines([b"\xef\xbb\xbfall\n"]).rest() == b"all\n"
    assert Lines(BytesIO(b"\xef\xbb\xbfall\n")).rest() == b"all\n"


def test_a_closed_standard_error_makes_no_traceback() -> None:
    command = ["sh", "-c", '"$@" 2>&-', "sh", *BIG2]
    process = subprocess.run(command, input=SAMPLE, capture_output=True, check=False)
    assert (process.stderr, process.returncode) == (b"", 0)


def test_an_error_at_a_terminal_erases_the_progress(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    show_progress("1/3")
    tell("one")
    tell("two")
    assert capfd.readouterr().err == "\r\x1b[K1/3\r\x1b[Kone\ntwo\n"


def awaits_input(process: subprocess.Popen[bytes]) -> bool:
    """Return whether a process has read all that its standard input has, and sleeps."""
    assert process.stdin is not None
    unread = fcntl.ioctl(process.stdin, termios.FIONREAD, bytes(4))
    state = Path(f"/proc/{process.pid}/stat").read_bytes().rpartition(b")")[2].split()[0]
    return not any(unread) and state == b"S"


def test_ctrl_c_ends_with_130_and_keeps_the_output() -> None:
    process = subprocess.Popen(
        BIG2, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.write(b"\n".join(SAMPLE.splitlines()[:8]) + b"\n")
    process.stdin.flush()
    wait_for(lambda: awaits_input(process))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert out.decode().startswith("新的回合開始了。\n輪到地瓜球了\n")
    assert err == b""
    assert process.returncode == 130


AT_ONCE = "import os, signal; os.kill(os.getpid(), signal.SIGINT); signal.pause()"
IN_A_CALLBACK = """
import os, signal, time, weakref
gone = type("Gone", (), {})()
callback = weakref.ref(gone, lambda _: os.kill(os.getpid(), signal.SIGINT))
del gone
time.sleep(20)
"""


@pytest.mark.parametrize(
    ("command", "loading"), [("nim", IN_A_CALLBACK), ("nim", AT_ONCE), ("judge", AT_ONCE)]
)
def test_ctrl_c_is_quiet_while_a_command_still_loads(
    command: str, loading: str, tmp_path: Path
) -> None:
    (tmp_path / "typer.py").write_text(loading)
    arguments = (sys.executable, "-m", command, "--help")
    ended = run(b"", arguments, PYTHONPATH=str(tmp_path))
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


@pytest.mark.parametrize(
    "command",
    ["take6 auto --players 1,1 --seed \udcff", "judge . --compare float:\udcff -- true"],
)
def test_a_word_that_is_not_utf8_is_refused(command: str) -> None:
    result = kit(*command.split())
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "\\udcff」" in result.stderr


def test_a_file_does_not_get_the_descriptor_of_a_closed_stream(tmp_path: Path) -> None:
    file = tmp_path / "transcript.txt"
    command = f'"$1" -m blackjack_judge --shoe - --transcript {file} -- printf "stand\n" >&-'
    result = run(b"1 2 3 4\n", ("sh", "-c", command, "sh", sys.executable))
    assert result.stderr == "說明：這一回合還沒有 init_game\n錯誤：輸出沒有開啟\n".encode()
    assert result.returncode == 2
    assert file.read_text() == "< play 1000000\n> stand\n< Wrong_answer\n"
