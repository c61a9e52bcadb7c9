"""Tab in real shells, and what is offered for each kind of word."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

ROOT = Path(__file__).parents[1]
SHELLS = {
    "bash": ["bash", "--noprofile", "--norc", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
# In its place, an echo of what Enter would have run; the completion still asks the program.
LEARN = {
    "bash": 'eval "$({0} --show-completion bash)"; {0}() {{ echo "<$*>"; }}',
    "zsh": 'eval "$({0} --show-completion zsh)"; {0}() {{ echo "<$*>"; }}',
    "fish": '{0} --show-completion fish | source; function {0}; echo "<$argv>"; end',
}
LINES = [
    ("big2 mat", "match"),
    ("blackjack-judge mat", "match"),
    ("war riff", "riffles"),
    ("nim subt", "subtract"),
    ("take6 cont", "contest"),
    ("judge --skip", "--skip-errors"),
]


class Terminal:
    """An interactive shell."""

    def __init__(self, shell: str, home: Path) -> None:
        environment = {
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "TERM": "dumb",
        }
        self.shell = shell
        self.child = pexpect.spawn(
            SHELLS[shell][0],
            SHELLS[shell][1:],
            cwd=ROOT,
            env=environment,
            encoding="utf-8",
            dimensions=(50, 200),
            timeout=30,
        )
        if shell == "zsh":
            self.child.sendline("autoload -U compinit; compinit -u -d $HOME/.zcompdump")

    def complete(self, line: str) -> str:
        """Return the arguments that Tab and Enter give to the command of a line."""
        command = line.split()[0]
        self.child.sendline(LEARN[self.shell].format(command))
        self.child.send(f"{line}\t\r")
        self.child.expect(r"<([^$>]*)>")
        assert isinstance(self.child.match, re.Match)
        return str(self.child.match[1])


@pytest.fixture(scope="module", params=SHELLS)
def terminal(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Terminal]:
    terminal = Terminal(request.param, tmp_path_factory.mktemp("home"))
    yield terminal
    terminal.child.close(force=True)


@pytest.mark.parametrize(("line", "arguments"), LINES)
def test_tab(terminal: Terminal, line: str, arguments: str) -> None:
    assert terminal.complete(line) == arguments
