"""Kattis: verifyproblem of problemtools."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.judges import FAILED

TOOL = "verifyproblem"
PARTS = ["config", "validators", "graders", "data", "submissions"]
if shutil.which("pandoc") and shutil.which("lualatex"):
    PARTS.append("statement")  # with texlive-luatex, texlive-latex-extra, fonts-cmu
VERDICTS = {
    "AC": "accepted",
    "WA": "wrong_answer",
    "RTE": "run_time_error",
    "TLE": "time_limit_exceeded",
    "JE": FAILED,
}
_LINE = re.compile(r"(\w+/\S+) \([^)]*\) (?:OK|OK with extra time|got):? (\w+)")


def available() -> bool:
    """Tell whether the tool is installed."""
    return shutil.which(TOOL) is not None


def verify(package: Path) -> str:
    """Return what the tool prints about a package: the last line counts the errors."""
    # The first python3 on the path runs the validators; a wrapper there would double their time.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        [TOOL, "-l", "info", "-p", *PARTS, "--", package],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        env={**os.environ, "PATH": path},
        check=False,
    )
    return run.stdout


def verdicts(printed: str) -> dict[str, str]:
    """Return the verdict of each submission from what `verify` returned."""
    return {name: VERDICTS[verdict] for name, verdict in _LINE.findall(printed)}
