"""Contestants that misbehave: each gets its verdict and leaves no process behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from subprocess import PIPE

import pytest

from blackjack_judge.contestants.program import Program
from blackjack_judge.judge import Setting, play
from blackjack_judge.text import render
from cardjudge.programs.process import Limits
from tests.processes import exists, kit

ROUND = "init_game 1\\nstand\\nreturn\\n"
SHOE = bytes([10, 9, 10, 8] * 5)
blackjack_judge = partial(kit, "blackjack_judge", stdin="1\n")
LIMITS = Limits(wall=20.0, cpu=10.0, memory=256 << 20)


def python(code: str) -> list[str]:
    return [sys.executable, "-S", "-c", code]


def shell(code: str) -> list[str]:
    return ["sh", "-c", code]


def verdict(command: Sequence[str], limits: Limits = LIMITS, shoe: bytes = SHOE) -> str:
    """Return the second line of the verdict."""
    conversation = play(shoe, Program(command, limits), Setting())
    assert conversation.verdict is not None
    return render(conversation.verdict).splitlines()[1]


STOPPED = "程式在遊戲結束前就停止了。"
TOO_SLOW = "程式超過時間限制。"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (["true"], STOPPED),
        (shell("exit 42"), "程式在遊戲結束前就停止了（結束狀態 42）。"),
        (shell("kill -SEGV $$"), "程式在遊戲結束前就停止了（訊號 11）。"),
        (shell(f"printf '{ROUND}init_game 1\\nst'"), STOPPED),  # half a line is no request
        (shell("printf 'hello \\t\\r\\n'"), "不合法的操作：hello"),
        (shell("printf '\\n'"), "不合法的操作："),
        (shell("echo 你好"), "不合法的操作：你好"),
        (shell("printf '\\377\\033[31m\\n'"), "不合法的操作：\\xff\\x1b[31m"),
        (shell("exec >&-; exit 3"), "程式在遊戲結束前就停止了（結束狀態 3）。"),
    ],
)
def test_a_program_that_misbehaves_gets_its_verdict(command: list[str], expected: str) -> None:
    assert verdict(command) == expected


def test_a_flood_without_lines_is_an_illegal_request() -> None:
    expected = "不合法的操作：" + "\\x00" * 200 + "…"
    assert verdict(["cat", "/dev/zero"]) == expected


@pytest.mark.parametrize(
    "code",
    [
        "while True: print('bet_you_have')",
        "import fcntl, os, time\n"
        "fcntl.fcntl(0, fcntl.F_SETPIPE_SZ, 4096)\n"
        "os.write(1, b'bet_you_have\\n' * 3000)\n"
        "time.sleep(600)",
    ],
)
def test_a_program_that_leaves_replies_unread_is_told_so_when_its_time_is_over(code: str) -> None:
    run = blackjack_judge("--wall", "2", "--", *python(code))
    assert run.stdout.splitlines()[1] == TOO_SLOW
    assert run.stderr == "說明：經過的時間超過 2 秒；程式沒有讀裁判的回答\n"


@pytest.mark.parametrize(
    "command",
    [
        shell("echo init_game 1; sleep 60"),
        shell("exec >&-; sleep 60"),
        shell("trap '' TERM INT HUP; sleep 60"),
    ],
)
def test_a_program_that_waits_exceeds_the_wall_time(command: list[str]) -> None:
    assert verdict(command, Limits(wall=0.3)) == TOO_SLOW


def test_a_program_that_computes_exceeds_the_cpu_time() -> None:
    assert verdict(python("while True: pass"), Limits(wall=30.0, cpu=0.2)) == TOO_SLOW


def test_requests_count_even_if_their_replies_are_not_read() -> None:
    """Requests made before the program closed its input count."""
    assert verdict(shell(f"exec <&-; printf '{ROUND}{ROUND}fold\\n'")) == "不合法的操作：fold"


def test_nothing_after_a_verdict_changes_it() -> None:
    """Neither a further request nor a crash changes it."""
    bet = "init_game 300001\\nstand\\nreturn\\n"
    assert verdict(shell(f"printf '{bet}fold\\n'; kill -SEGV $$")) == "你通過了伊綱的考驗。"
    assert verdict(shell(f"printf '{bet}'; exit 9")) == "你通過了伊綱的考驗。"


def test_a_program_that_stays_after_the_verdict_is_ended() -> None:
    start = time.monotonic()
    assert verdict(shell("echo fold; exec sleep 60")) == "不合法的操作：fold"
    assert time.monotonic() - start < 30


def test_games_at_the_same_time_use_different_cores() -> None:
    """As many processes as there are cores play at once, and each has a core of its own."""
    cores = os.sched_getaffinity(0)
    script = (
        "import os\n"
        "from cardjudge.programs import cores\n"
        f"cores._NAME = chr(0) + 'test-{os.getpid()}-{{core}}'\n"  # other tests play, too
        "with cores.own_core():\n"
        "    print(*os.sched_getaffinity(0), flush=True)\n"
        "    input()\n"
    )
    command = [sys.executable, "-c", script]
    for _ in range(2):  # a game that has ended frees its core
        games = [subprocess.Popen(command, stdin=PIPE, stdout=PIPE) for _ in cores]
        told = [game.stdout.readline().split() for game in games if game.stdout is not None]
        for game in games:
            game.communicate(b"\n")
        assert sorted(int(core) for line in told for core in line) == sorted(cores)


def test_the_tail_of_standard_error_is_shown() -> None:
    run = blackjack_judge("--", "sh", "-c", "seq 100 >&2; echo fold")
    assert run.stdout == "Wrong_answer\n不合法的操作：fold\n"
    reason, heading, *tail = run.stderr.splitlines()
    assert reason == "說明：沒有這個操作；這時可以的是 init_game"
    assert heading == "程式寫到標準錯誤輸出的最後幾行："
    assert tail == [f"| {number}" for number in range(81, 101)]
    assert run.returncode == 1


def test_a_crash_of_the_judge_is_no_verdict() -> None:
    """The judge fails at the worst place: status 2 and no verdict."""
    script = (
        "import blackjack_judge.table as table, sys\n"
        "table.Table._return = lambda self: 1 // 0\n"
        "table._PLAIN['return'] = table.Table._return\n"
        "from blackjack_judge.__main__ import main\n"
        "main()\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], input=b"1\n", capture_output=True, check=False
    )
    assert run.stdout == b""
    assert run.stderr.decode().startswith("錯誤：裁判本身出錯：")
    assert "ZeroDivisionError" in run.stderr.decode()
    assert run.returncode == 2


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_judge_ends_its_program(ending: signal.Signals, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pid")
    program = shell(f"read play; echo $$ > {tmp_path / 'pid'}; exec sleep 60")
    process = subprocess.Popen(
        [sys.executable, "-m", "blackjack_judge", "--sandbox", "none", "--", *program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(b"1\n")
    process.stdin.flush()
    child = int((tmp_path / "pid").read_text())
    process.send_signal(ending)
    out, err = process.communicate(timeout=120)
    assert out == b""
    assert b"Traceback" not in err
    assert process.returncode not in (0, 1)
    assert not exists(child)


def test_a_judge_leaves_no_folder_behind_when_it_ends(tmp_path: Path) -> None:
    """The outer judge that runs this judge ends its keeper at once."""
    blackjack_judge("--", "true", TMPDIR=str(tmp_path))
    assert not [*tmp_path.iterdir()]
