"""The edge of every judge: bytes, errors, exit statuses and the ways a process can be cut short."""

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardjudge.errors import InputError, quote
from cardjudge.stdio import Lines

SAMPLE = (Path(__file__).parents[2] / "testdata/big2/sample.in").read_bytes()
TAKE6 = (Path(__file__).parents[2] / "testdata/take6/four-players.in").read_bytes()
BIG2 = (sys.executable, "-m", "big2")

ECHO = """
from cardjudge.stdio import serve
def judge(lines, write):
    for line in lines:
        if line == "boom":
            raise lines.error("boom")
        if line == "negative":
            return 1
        write(line + "\\n")
    return 0
serve(judge)
"""


def run(
    stdin: bytes, command: Sequence[str] = (sys.executable, "-c", ECHO), **environment: str
) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, **environment}
    return subprocess.run(command, input=stdin, capture_output=True, env=env, check=False)


def read(data: bytes) -> list[str]:
    return list(Lines(data.splitlines(keepends=True)))


def test_a_line_that_is_not_utf8_is_an_error_when_it_is_reached() -> None:
    lines = Lines([b"good\n", b"b\xe7\x89d\n"])
    assert next(lines) == "good"
    with pytest.raises(InputError, match="第 2 行：第 2 個位元組 0xE7 不是 UTF-8"):
        next(lines)


def test_the_rest_of_a_stream_is_not_decoded() -> None:
    lines = Lines([b"\xef\xbb\xbfone\n", b"two\xe7\n", b"three"])
    assert next(lines) == "one"
    assert lines.rest() == b"two\xe7\nthree"
    assert Lines([b"\xef\xbb\xbfall\n"]).rest() == b"all\n"
    assert Lines(BytesIO(b"\xef\xbb\xbfall\n")).rest() == b"all\n"


def test_a_missing_line_is_an_error_after_the_last_line() -> None:
    lines = Lines([b"one\n"])
    assert lines.expect("first") == "one"
    with pytest.raises(InputError) as caught:
        lines.expect("second")
    assert caught.value.line == 2


@given(st.text())
def test_a_quotation_is_short_and_printable(text: str) -> None:
    assert quote(text).isprintable()
    assert len(quote(text)) <= 10 * 40 + 3


def test_the_output_before_an_error_is_kept() -> None:
    result = run("牌\nboom\nmore\n".encode())
    assert result.stdout == "牌\n".encode()
    assert result.stderr == "錯誤：第 2 行：boom\n".encode()
    assert result.returncode == 2


def test_a_negative_verdict_is_status_1() -> None:
    assert run(b"negative\n").returncode == 1


@pytest.mark.parametrize("arguments", [["--punctuation", "fullwidth"], ["patterns"]])
def test_a_closed_pipe_ends_quietly(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [*BIG2, *arguments], input=SAMPLE, stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert process.stderr == b""
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("closed", "told"), [(">&-", "輸出沒有開啟"), ("2>&-", ""), ("<&-", "第 1 行")]
)
def test_closed_standard_streams_make_no_traceback(closed: str, told: str) -> None:
    process = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *BIG2], input=SAMPLE, capture_output=True, check=False
    )
    assert process.stderr.decode().startswith(f"錯誤：{told}" if told else "")
    assert process.stderr.count(b"\n") == (closed != "2>&-")
    assert process.returncode == (0 if closed == "2>&-" else 2)


def test_ctrl_c_ends_with_130_and_keeps_the_output() -> None:
    process = subprocess.Popen(
        BIG2, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.write(b"\n".join(SAMPLE.splitlines()[:8]) + b"\n")
    process.stdin.flush()
    time.sleep(0.5)  # it has read the input and waits for more
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


@pytest.mark.parametrize("loading", [AT_ONCE, IN_A_CALLBACK])
@pytest.mark.parametrize("command", ["big2", "blackjack_judge", "judge", "nim", "take6", "war"])
def test_ctrl_c_is_quiet_while_a_command_still_loads(
    command: str, loading: str, tmp_path: Path
) -> None:
    (tmp_path / "typer.py").write_text(loading)
    arguments = (sys.executable, "-m", command, "--help")
    ended = run(b"", arguments, PYTHONPATH=str(tmp_path))
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")


def test_the_terminal_shows_that_the_judge_awaits_input() -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(BIG2, stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    os.close(slave)
    os.write(master, b"\x04")
    out, err = process.communicate()
    os.close(master)
    assert out == b""
    assert err.decode().splitlines()[0].startswith("從終端機讀取輸入")
    assert process.returncode == 2


@pytest.mark.parametrize(
    ("command", "sample"),
    [
        ("big2", SAMPLE),
        ("blackjack_judge", b"1\n"),
        ("war", b"1\n2\n"),
        ("nim", b"5\n2 5 7 9 6\n"),
        ("take6", TAKE6),
    ],
)
def test_judge_mode_loads_no_heavy_module(command: str, sample: bytes) -> None:
    """The process itself lists the modules that it has loaded at its very end."""
    script = (
        "import os, sys, runpy\n"
        "def leave(status):\n"
        "    print(*sys.modules, file=sys.stderr)\n"
        "os._exit = leave\n"
        f"sys.argv[1:] = []\n"
        f"runpy.run_module({command!r}, run_name='__main__')\n"
    )
    result = run(sample, (sys.executable, "-c", script))
    loaded = set(result.stderr.decode().split())
    assert f"{command}.judge" in loaded
    assert not loaded & {"typer", "rich", "numpy", "numba", "typing", "re", "dataclasses", "enum"}


@pytest.mark.parametrize(
    "command",
    ["take6 auto --players 1,1 --seed \udcff", "judge . --compare float:\udcff -- true"],
)
def test_a_word_that_is_not_utf8_is_refused(command: str) -> None:
    result = run(b"", (sys.executable, "-m", *command.split()))
    assert result.returncode == 2
    assert "\\udcff」" in result.stderr.decode()
    assert result.stderr.count(b"\n") == 1


def test_a_file_does_not_get_the_descriptor_of_a_closed_stream(tmp_path: Path) -> None:
    file = tmp_path / "transcript"
    command = f'"$1" -m blackjack_judge --shoe - --transcript {file} -- printf "stand\n" >&-'
    result = run(b"1 2 3 4\n", ("sh", "-c", command, "sh", sys.executable))
    assert result.stderr == "說明：這一回合還沒有 init_game\n錯誤：輸出沒有開啟\n".encode()
    assert result.returncode == 2
    assert file.read_text() == "< play 1000000\n> stand\n< Wrong_answer\n"
