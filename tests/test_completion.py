"""Tab in real shells, and the completions of each kind of word."""

import os
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pexpect
import pytest

from cardjudge.commands.completion import respond
from tests.processes import kit
from tests.tables import table
from tests.test_help import MODULES
from tests.tools import tool

ROOT = Path(__file__).parents[1]
SHELLS = {
    "bash": ["bash", "--noprofile", "--norc", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
# An echo replaces the program at Enter; the completion still asks the program.
LEARN = {
    "bash": 'source ~/.bash_completions/{0}.sh; {0}() {{ echo "<$*>"; }}',
    "zsh": 'source ~/.zfunc/_{0}; {0}() {{ echo "<$*>"; }}',
    "fish": 'source ~/.config/fish/completions/{0}.fish; function {0}; echo "<$argv>"; end',
}
LINES = [("blackjack-judge mat", "match"), ("judge --stop", "--stop-first")]


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
            timeout=120,
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
    tool(request.param)
    home = tmp_path_factory.mktemp("home")
    kit("judge", "--install-completion", request.param, HOME=str(home))
    terminal = Terminal(request.param, home)
    yield terminal
    terminal.child.close(force=True)


@pytest.mark.slow
@pytest.mark.parametrize(("line", "arguments"), LINES)
def test_tab_completes_the_line(terminal: Terminal, line: str, arguments: str) -> None:
    assert terminal.complete(line) == arguments


OFFERED = table("completions.txt")


def request(shell: str, line: str) -> dict[str, str]:
    """Return the variables by which a shell asks for the completions of a line."""
    name = line.split()[0]
    variables = {f"_{name.replace('-', '_').upper()}_COMPLETE": f"complete_{shell}"}
    if shell == "bash":
        words = line.split(" ")
        return variables | {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1)}
    return variables | {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}


def offered_by(
    shell: str, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    name = line.split()[0]
    for variable, value in request(shell, line).items():
        monkeypatch.setenv(variable, value)
    with pytest.raises(SystemExit) as end:
        respond(import_module(MODULES[name]).app, name)
    assert end.value.code == 0
    return [item for item in capsys.readouterr().out.splitlines() if item]


@pytest.mark.parametrize(("line", "offered"), OFFERED)
def test_each_kind_of_word_has_its_completions(
    line: str,
    offered: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert offered_by("bash", line, monkeypatch, capsys) == offered.split()


def test_folders_are_offered_beside_subcommands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cases").mkdir()
    (tmp_path / "take6").mkdir()
    assert offered_by("bash", "judge c", monkeypatch, capsys) == ["class", "cases/"]
    assert offered_by("bash", "judge t", monkeypatch, capsys) == [], "the shell's to offer"


@pytest.mark.parametrize(
    ("shell", "file"),
    [
        ("bash", ".bash_completions/{}.sh"),
        ("zsh", ".zfunc/_{}"),
        ("fish", ".config/fish/completions/{}.fish"),
    ],
)
def test_one_command_installs_the_scripts_of_all(shell: str, file: str, tmp_path: Path) -> None:
    told = kit("judge", "--install-completion", shell, HOME=str(tmp_path)).stdout
    for name in MODULES:
        script = tmp_path / file.format(name)
        assert str(script) in told
        assert f"_{name.replace('-', '_').upper()}_COMPLETE" in script.read_text("utf-8")
    assert kit("big2", "--install-completion", shell, HOME=str(tmp_path)).returncode == 2


@pytest.mark.parametrize(
    ("language", "described"), [("", "印出版本。"), ("en_US", "Print the version.")]
)
@pytest.mark.parametrize("name", ["judge", "nim"])
def test_completions_are_described_in_the_language_of_the_help(
    name: str,
    language: str,
    described: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("LANG", language)
    fish = offered_by("fish", f"{name} --", monkeypatch, capsys)
    assert f"--version\t{described}" in fish
    assert all(re.fullmatch(r"--[a-z-]+\t.+", line) for line in fish)
    zsh = offered_by("zsh", f"{name} --vers", monkeypatch, capsys)
    assert zsh == [f"""_arguments '*: :(("--version":"{described}"))'"""]
