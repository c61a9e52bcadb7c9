"""The kit on other systems: their missing modules and calls are taken away in a subprocess."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT
from tests.tools import slow_after

TAKE_AWAY = """
import asyncio, builtins, concurrent.futures.process, importlib.metadata, io, logging, mmap
import multiprocessing.spawn, multiprocessing.synchronize, os, pathlib, random, selectors, shutil
import signal, socket, subprocess, sys, sysconfig, tempfile, threading, tomllib, types, typing
import zipfile

sysconfig.get_config_vars()
try:
    import click, rich.console, rich.table, typer
    import typer.main
except ImportError:
    pass

def without(module, names):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)

def windows():
    for name in "resource fcntl termios tty pty pwd grp readline".split():
        sys.modules[name] = None
    without(os, "fork waitid wait4 setsid killpg getsid pidfd_open sched_setaffinity geteuid "
                "sched_getaffinity getuid setpriority memfd_create posix_spawn setxattr wait3")
    without(signal, "pthread_sigmask SIGKILL SIGXFSZ SIGXCPU SIGBUS SIGHUP SIGPIPE SIGUSR1 SIGSYS "
                    "valid_signals pthread_kill pidfd_send_signal SIGALRM SIGQUIT SIGTRAP")
    shutil._winapi = types.SimpleNamespace(NeedCurrentDirectoryForExePath=lambda name: False)
    sys.platform = "win32"

def macos():
    without(os, "waitid pidfd_open sched_setaffinity sched_getaffinity memfd_create setxattr")
    sys.platform = "darwin"
    opened, listed = builtins.open, os.listdir
    def no_proc(function):
        def look(path=".", *arguments, **options):
            if str(path).startswith("/proc"):
                raise FileNotFoundError(2, "No such file or directory", path)
            return function(path, *arguments, **options)
        return look
    builtins.open, os.listdir, os.scandir = no_proc(open), no_proc(os.listdir), no_proc(os.scandir)

SYSTEM()
sys.argv = [MODULE, *ARGUMENTS]
import runpy
runpy.run_module(MODULE, run_name="__main__", alter_sys=False)
"""


def on(
    system: str, module: str, *arguments: str, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    script = TAKE_AWAY.replace("SYSTEM()", f"{system}()")
    script = script.replace("MODULE", repr(module)).replace("*ARGUMENTS", f"*{list(arguments)!r}")
    return subprocess.run(
        [sys.executable, "-c", script],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},  # as a console has it
        check=False,
    )


def is_plain(case: Path) -> bool:
    beside = [case.with_suffix(suffix).exists() for suffix in (".args", ".status", ".err")]
    return case.with_suffix(".out").stat().st_size > 0 and not any(beside)


def sample(game: str) -> tuple[str, str]:
    folder = ROOT / "testdata" / game
    played = [path for path in folder.glob("*.in") if is_plain(path)]
    given = min(played, key=lambda path: path.stat().st_size)
    return given.read_text("utf-8"), given.with_suffix(".out").read_text("utf-8")


@pytest.mark.parametrize("game", slow_after(2, ["big2", "take6", "nim", "war"]))
def test_the_judges_work_on_windows(game: str) -> None:
    given, expected = sample(game)
    result = on("windows", game, stdin=given)
    assert (result.stdout, result.stderr) == (expected, "")


@pytest.mark.parametrize(
    ("words", "typed"), [("big2 auto --seed 1", ""), ("blackjack_judge --player half-bold", "2\n")]
)
def test_computers_play_on_windows(words: str, typed: str) -> None:
    result = on("windows", *words.split(), stdin=typed)
    assert result.stderr == ""
    assert result.stdout


@pytest.mark.parametrize(
    "words", slow_after(1, ["judge {0} -- cat", "judge doctor", "big2 contest {0}"])
)
def test_a_command_that_runs_programs_names_its_systems(words: str, tmp_path: Path) -> None:
    for name in "a.in", "a.out":
        (tmp_path / name).write_text("1\n")
    result = on("windows", *words.format(tmp_path).split())
    assert result.returncode == 2
    assert result.stderr == "錯誤：執行程式要在 Linux、macOS 或 WSL 裡\n"


@pytest.mark.slow
def test_programs_on_macos_run_with_limits_only(tmp_path: Path) -> None:
    (tmp_path / "a.in").write_text("1\n")
    (tmp_path / "a.out").write_text("1\n")
    result = on("macos", "judge", str(tmp_path), "--", "cat")
    assert "AC" in result.stdout, result.stderr
    assert result.returncode == 0
    assert "Landlock" in result.stderr
    slow = on("macos", "judge", str(tmp_path), "--wall", "0.3", "--", "sleep", "60")
    assert "TLE" in slow.stdout
    unheld = on("macos", "judge", str(tmp_path), "--sandbox", "required", "--", "cat")
    assert unheld.returncode == 2
