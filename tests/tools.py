"""Tools that a machine may lack: tests that need them are skipped, and say how to get them."""

import shutil
from collections.abc import Iterable
from typing import Any

import pytest

from cardjudge.programs.sandbox.probe import probe

TOOLS = {
    "bash": "apt-get install bash",
    "bsdtar": "apt-get install libarchive-tools",
    "cc": "apt-get install gcc libc6-dev",
    "chromium": "apt-get install chromium chromium-driver",
    "chromedriver": "apt-get install chromium chromium-driver",
    "clang++": "apt-get install clang",
    "firefox": "apt-get install firefox-esr",
    "fish": "apt-get install fish",
    "g++": "apt-get install g++",
    "gcc": "apt-get install gcc libc6-dev",
    "go": "apt-get install golang-go",
    "java": "apt-get install default-jre-headless",
    "javac": "apt-get install default-jdk-headless",
    "kotlinc": "apt-get install kotlin",
    "make": "apt-get install make",
    "mcs": "apt-get install mono-mcs",
    "node": "apt-get install nodejs",
    "npm": "apt-get install npm",
    "python3": "apt-get install python3",
    "ruby": "apt-get install ruby",
    "rustc": "apt-get install rustc",
    "tsc": "npm install -g typescript",
    "zsh": "apt-get install zsh",
}
"""The commands that some tests need, and what installs each on Debian."""
WITHOUT = "needs {}: {}"


SANDBOX = (
    "needs Landlock and seccomp that asks: Linux 5.13 or later, started with landlock in lsm= (see "
    "/sys/kernel/security/lsm); in a container, one whose own filter lets landlock_* and seccomp by"
)
needs_sandbox = pytest.mark.skipif(bool(probe().missing()), reason=SANDBOX)
"""Skip a test where the kernel lacks a layer of the sandbox."""


def slow_after(count: int, rows: Iterable[Any]) -> list[Any]:
    """Return the rows of a test, those from `count` on, as in a slice, as slow ones."""
    given = [*rows]
    slow = (row if type(row) is tuple else (row,) for row in given[count:])
    return [*given[:count], *(pytest.param(*row, marks=pytest.mark.slow) for row in slow)]


def without(name: str) -> str:
    """Return the reason for skipping a test that needs a tool."""
    return WITHOUT.format(name, TOOLS[name])


def needs(*names: str) -> pytest.MarkDecorator:
    """Skip a test, or all of a module as its `pytestmark`, on a machine without these tools."""
    missing = [name for name in names if shutil.which(name) is None]
    return pytest.mark.skipif(bool(missing), reason="; ".join(map(without, missing)))


def tool(name: str) -> str:
    """Return the path of a tool; skip the test on a machine without it."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(without(name))
    return path
