"""DMOJ: ``dmoj-cli test``, which runs everything under ptrace and seccomp."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from bench.judges import FAILED

TOOL = "dmoj-cli"
EXECUTORS = ("CPP17", "JAVA", "PY3")
VERDICTS = {
    "WA": "wrong_answer",
    "RTE": "run_time_error",
    "IR": "run_time_error",
    "TLE": "time_limit_exceeded",
}
_PATIENCE = 60
"""Seconds for a compiler, and for a program that shows that its language works."""
_SUBMISSION = re.compile(r"^\tRunning test (\S+)$", re.MULTILINE)
_CASE = re.compile(r"^\s+Test case +\d+ (\w+)", re.MULTILINE)


@cache
def missing() -> str | None:
    """Return why it cannot run here, or None."""
    if shutil.which(TOOL) is None:
        return "dmoj is not installed (it needs libseccomp-dev)"
    with tempfile.TemporaryDirectory() as folder:
        printed = _run(Path(folder), ["problems"])
    failed = [name for name in EXECUTORS if not re.search(rf"testing {name}: +Success", printed)]
    return f"dmoj cannot run {' and '.join(failed)} here" if failed else None


def test(folder: Path, problems: Sequence[str]) -> str:
    """Return what the tool prints about the packages of a folder."""
    return _run(folder, ["test", *problems])


def verdicts(printed: str) -> dict[str, str]:
    """Return the verdict of each submission to one problem, by its folder and name."""
    _, *parts = _SUBMISSION.split(printed)
    return {
        name: _verdict(_CASE.findall(cases))
        for name, cases in zip(parts[::2], parts[1::2], strict=True)
    }


def _verdict(codes: list[str]) -> str:
    """Return the verdict of a submission: its first fault, which ends the batch."""
    if not codes:
        return FAILED
    fault = next((code for code in codes if code != "AC"), None)
    return "accepted" if fault is None else VERDICTS.get(fault, FAILED)


def _run(folder: Path, arguments: Sequence[str]) -> str:
    with tempfile.TemporaryDirectory() as home:
        settings = Path(home, "dmoj.yml")
        settings.write_text(_settings(folder), encoding="utf-8")
        run = subprocess.run(
            [TOOL, "--no-ansi", "-c", settings, "-e", ",".join(EXECUTORS), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            env={**os.environ, "HOME": home},  # where it keeps a history
            check=False,
        )
        return run.stdout


def _settings(folder: Path) -> str:
    # The Python without its virtual environment, and its library, which the sandbox must let in.
    python = Path(sys.base_prefix, "bin", f"python{sysconfig.get_python_version()}")
    return (
        f"problem_storage_globs: ['{folder}/*']\n"
        f"runtime: {{python3: {python.resolve()}, g++17: {shutil.which('g++')}, "
        f"java: {_java('java')}, javac: {_java('javac')}}}\n"
        f"compiler_time_limit: {_PATIENCE}\nselftest_time_limit: {_PATIENCE}\n"
        f"extra_fs: {{PY3: [{{recursive_dir: {sys.base_prefix}}}]}}\n"
    )


def _java(name: str) -> str:
    path = shutil.which(name)
    return os.path.realpath(path) if path else ""
