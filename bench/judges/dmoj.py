"""DMOJ: ``dmoj-cli test``, which runs everything under ptrace and seccomp."""

from __future__ import annotations

import json
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
_COMMAND = """
import sys
from dmoj import executors
from dmoj.cli import main
from dmoj.cptbox.filesystem_policies import RecursiveDir

def load(theirs=executors.load_executors, settings=sys.argv.pop(1)):
    from dmoj.executors.java_executor import JavacExecutor
    JavacExecutor.compiler_read_fs = [RecursiveDir(settings)]
    theirs()

executors.load_executors = load
sys.exit(main())
"""
"""The tool, whose Java compiler may read its settings, too, which Debian keeps in /etc."""
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
        python = Path(shutil.which(TOOL) or TOOL).with_name("python3")
        run = subprocess.run(
            [
                python,
                "-c",
                _COMMAND,
                _settings_of_java(),
                "--no-ansi",
                "-c",
                settings,
                "-e",
                ",".join(EXECUTORS),
                *arguments,
            ],
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
    python = Path(sys.base_prefix, "bin", f"python{sysconfig.get_python_version()}").resolve()
    java = Path(shutil.which("javac") or "/").resolve().parent
    runtime = {
        "python3": python,
        "g++17": shutil.which("g++"),
        "java": java / "java",
        "javac": java / "javac",
    }
    readable = {"PY3": sys.base_prefix, "JAVA": _settings_of_java()}
    described = {
        "problem_storage_globs": [f"{folder}/*"],
        "runtime": {name: str(path) for name, path in runtime.items()},
        "extra_fs": {name: [{"recursive_dir": str(path)}] for name, path in readable.items()},
        "compiler_time_limit": _PATIENCE,
        "selftest_time_limit": _PATIENCE,
    }
    return json.dumps(described)  # which is YAML


def _settings_of_java() -> Path:
    home = Path(shutil.which("javac") or "/usr/bin/javac").resolve().parents[1]
    return Path(home, "conf/security/java.security").resolve().parents[1]
