"""The judge explains a refusal of the sandbox by the messages of real programs."""

import sys

import pytest

from cardjudge.programs.process import Ended, Limits, run
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.signals import refusal
from tests.tools import needs_sandbox

pytestmark = needs_sandbox


def told(*command: str) -> str:
    ended, _ = run(command, limits=Limits(wall=30), sandbox=Sandbox("required"))
    assert ended.status != 0
    return refusal(ended)


def test_a_socket_call_of_a_library_is_no_use_of_the_network() -> None:
    """Java makes such a call at every start."""
    script = (
        "import os, pwd, sys\ntry: pwd.getpwuid(os.getuid())\nexcept KeyError: pass\nsys.exit(3)"
    )
    assert told(sys.executable, "-S", "-c", script) == ""


@pytest.mark.parametrize(("exits", "printed"), [("1", True), ("1", False), ("raise", True)])
def test_a_socket_that_a_program_does_without_is_not_named(exits: str, printed: bool) -> None:
    """Java, started with a source file, tries which kinds of sockets there are."""
    script = f"import socket\ntry: socket.socket()\nexcept OSError: {exits}"
    box = Sandbox("required")
    ended, _ = run((sys.executable, "-S", "-c", script), limits=Limits(wall=30), sandbox=box)
    assert ("網路" in refusal(ended, printed)) == (exits == "raise" or not printed)


def test_a_forkserver_is_named() -> None:
    script = (
        "import multiprocessing as m; m.get_context('forkserver').Process(target=print).start()"
    )
    assert "forkserver" in told(sys.executable, "-S", "-c", script)


@pytest.mark.parametrize("refused", [(), ("socket",)], ids=["", "beside-a-call"])
@pytest.mark.parametrize(
    "said",
    [
        "OSError: [Errno 30] Read-only file system: 'q.txt'",
        "q.txt: Read-only file system",
        "FileNotFoundException: q.txt (Read-only file system)",
        "Error: EROFS: read-only file system, open 'q.txt'",
        "PermissionError: [Errno 13] Permission denied: 'q.txt'",
    ],
)
def test_a_file_that_cannot_be_written_is_named(said: str, refused: tuple[str, ...]) -> None:
    """A library calls sockets, too; the program's own words are more special."""
    ended = Ended(1, None, 0.0, 0.0, None, said.encode(), refused=refused, held=True)
    assert "q.txt" in refusal(ended)
