"""The judge explains a refusal of the sandbox by the messages of real programs."""

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
def test_a_refused_file_is_named(command: list[str], tmp_path: Path) -> None:
    if command[0] == "node":
        tool("node")
    (tmp_path / "data").write_text("x")
    quoted = str(tmp_path / "data") if command[0] in ("sh", "cat") else repr(str(tmp_path / "data"))
    words = [word.replace("PATH", quoted) for word in command]
    if command[0] == "cat":
        words = ["sh", "-c", f"cat {quoted}"]  # a bare cat could read the file in its command
    sentence = told(*words)
    assert str(tmp_path)[:20] in sentence
    assert "--allow" in sentence


def test_the_refused_network_is_named() -> None:
    assert "網路" in told(sys.executable, "-S", "-c", "import socket; socket.socket()")


def test_a_socket_call_of_a_library_is_no_use_of_the_network() -> None:
    """Java makes such a call at every start."""
    script = (
        "import os, pwd, sys\ntry: pwd.getpwuid(os.getuid())\nexcept KeyError: pass\nsys.exit(3)"
    )
    assert told(sys.executable, "-S", "-c", script) == ""


def test_other_failures_are_no_refusals() -> None:
    for said in b"Segmentation fault", b"PermissionError: [Errno 13] Permission denied\n":
        ended = Ended(1, None, 0.0, 0.0, None, said, held=True)
        assert refusal(ended) == ""


def test_a_forkserver_is_named() -> None:
    script = (
        "import multiprocessing as m; m.get_context('forkserver').Process(target=print).start()"
    )
    assert "forkserver" in told(sys.executable, "-S", "-c", script)
