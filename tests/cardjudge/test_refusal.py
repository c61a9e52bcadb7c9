"""A student is told what the sandbox has refused, from what real programs say."""

import sys
from pathlib import Path

import pytest

from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.signals import refusal
from tests.tools import needs_sandbox, tool

pytestmark = needs_sandbox


def told(*command: str) -> str:
    ended, _ = run(command, limits=Limits(wall=30), sandbox=Sandbox("required"))
    assert ended.status != 0
    return refusal(ended)


@pytest.mark.parametrize(
    "command",
    [
        [sys.executable, "-S", "-c", "open(PATH)"],
        ["sh", "-c", "exec < PATH"],
        ["cat", "PATH"],
        ["node", "-e", "require('fs').readFileSync(PATH)"],
    ],
)
def test_a_file_is_named(command: list[str], tmp_path: Path) -> None:
    if command[0] == "node":
        tool("node")
    (tmp_path / "data").write_text("x")
    quoted = str(tmp_path / "data") if command[0] in ("sh", "cat") else repr(str(tmp_path / "data"))
    words = [word.replace("PATH", quoted) for word in command]
    if command[0] == "cat":
        words = ["sh", "-c", f"cat {quoted}"]  # by itself, cat would be allowed what it names
    sentence = told(*words)
    assert str(tmp_path)[:20] in sentence
    assert "--allow" in sentence


def test_the_network_is_named() -> None:
    assert "網路" in told(sys.executable, "-S", "-c", "import socket; socket.socket()")


def test_what_a_library_asks_by_itself_is_no_use_of_the_network() -> None:
    """As every start of Java does."""
    script = (
        "import os, pwd, sys\ntry: pwd.getpwuid(os.getuid())\nexcept KeyError: pass\nsys.exit(3)"
    )
    assert told(sys.executable, "-S", "-c", script) == ""


def test_nothing_is_made_up() -> None:
    for said in b"Segmentation fault", b"PermissionError: [Errno 13] Permission denied\n":
        ended = Ended(1, None, 0.0, 0.0, None, said, held=True)
        assert refusal(ended) == ""
