"""An ordinary user at a terminal, who follows a page in a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from pwd import getpwnam
from tempfile import TemporaryDirectory, gettempdir
from typing import NamedTuple

from pexpect import EOF, ExceptionPexpect, spawn
from pexpect.replwrap import PEXPECT_PROMPT, REPLWrapper

from cardjudge import npm
from tests.docs.markdown import Command, File

ROOT = Path(__file__).parents[2]
_COLUMNS = 80
_ASKS = r"(>|：)(\x1b\[0m| )*\Z|http://127\.0\.0\.1:\d+"
"""The prompt of a game, or the address of a page."""
_PORT = Path(gettempdir(), "walk.lock")
"""Locked by the only walk that may serve a page."""
_ERASED = re.compile(r"\r+(?=\n)|[^\n]*\r(?![\r\n])|\x1b\[[\d;?]*[A-Za-z]")
"""What is written over on the same line, and colours."""
_CHANGES = re.compile(
    r" *(\d+\.\d\d s|\d+ Mi?B| –(?= |$))|^ *(等處理器的 .*|\d+\.\d s without a processor .*)$",
    re.MULTILINE,
)
"""Time and memory, which differ from run to run, the blanks that align them, and a busy machine."""


def copy_project(folder: Path) -> Path:
    """Copy the files of the project, tracked or new, as a clone has them; return the folder."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout
    for name in os.fsdecode(listed).split("\0")[:-1]:
        if os.path.lexists(ROOT / name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name, follow_symlinks=False)
    return folder


def environment(home: Path, locale: str) -> dict[str, str]:
    """Return an environment without traces of the one in which the tests run.

    PATH begins with the Python of the tests, if other users can run it, never with an environment.
    The settings of pip stay. A dumb terminal shows no bar that comes and goes.
    """
    theirs = re.compile(r"PYTHON|PYTEST|HYPOTHESIS|NUMBA|VIRTUAL_ENV|LC_|LANG|COLUMNS|LINES|XDG_")
    ours = {name: value for name, value in os.environ.items() if not theirs.match(name)}
    return {
        **ours,
        "HOME": str(home),
        "LANG": locale,
        "PATH": f"{sys.base_prefix}/bin:/usr/local/bin:/usr/bin:/bin:/usr/games",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "TERM": "dumb",
        "VIRTUAL_ENV_DISABLE_PROMPT": "1",
    }


class Account(NamedTuple):
    """A user of this machine: the words before a command that runs as this user, and the home."""

    become: tuple[str, ...]
    home: Path

    @classmethod
    @contextmanager
    def ordinary(cls, folder: Path) -> Iterator[Account]:
        """Yield an account until the block ends: oneself, or the user `newcomer` if one is root.

        The home is new, but for the packages of npm that root has; one's own is in the folder.
        """
        if os.geteuid() != 0:
            yield cls((), folder)
            return
        name = "newcomer"
        # Two at once would make one name twice, and a home of the number that is gone.
        making = ["flock", "/etc/passwd", "useradd", "--create-home", name]
        subprocess.run(making, check=False, capture_output=True)
        user = getpwnam(name)
        become = "setpriv", f"--reuid={name}", f"--regid={user.pw_gid}", "--init-groups"
        with TemporaryDirectory(dir=user.pw_dir, ignore_cleanup_errors=True) as home:
            account = cls(become, Path(home))
            if npm.cache().exists():
                shutil.copytree(npm.cache(), account.home / ".cache/cardjudge/npm")
            account.own(account.home)
            yield account

    def clone(self, name: str) -> Path:
        """Return a new folder of the user with the files of the project."""
        place = self.home / name
        copy_project(place / "cardjudge")
        self.own(place)
        for command in "git init -q", "git add -A":
            words = [*self.become, *command.split()]
            env = environment(self.home, "C.UTF-8")
            subprocess.run(words, cwd=place / "cardjudge", env=env, check=True)
        return place / "cardjudge"

    def own(self, place: Path) -> None:
        """Give the account a file or folder that root has made."""
        if self.become:
            owner = self.home.parent
            subprocess.run(["chown", "-R", f"--reference={owner}", place], check=True)


def visible(screen: str) -> str:
    """Return a screen without colours, figures that change, and blanks at the ends of lines."""
    lines = _CHANGES.sub("", _ERASED.sub("", screen)).split("\n")
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _quiet(command: Command) -> str:
    """Return a command; if no output is shown, with nobody at the keyboard."""
    return command.line if command.screen is not None else f"{{ {command.line}; }} </dev/null"


class Newcomer:
    """A user at a shell in a folder, who takes the steps of a page."""

    def __init__(self, account: Account, folder: Path, locale: str) -> None:
        self.folder = folder
        words = [*account.become, "bash", "--noprofile", "--norc", "--noediting"]
        self._terminal = spawn(
            words[0],
            words[1:],
            cwd=str(folder),
            env={**environment(account.home, locale), "PS1": "$ "},
            dimensions=(24, _COLUMNS),
            echo=False,
            encoding="utf-8",
            timeout=300,
        )
        prompts = "PS1='{0}' PS2='{1}' PROMPT_COMMAND=''"
        self._shell = REPLWrapper(self._terminal, r"\$ ", prompts)
        self._account = account

    def follow(self, steps: Iterable[Command | File]) -> list[str]:
        """Take each step, and return the differences between the page and the results."""
        return [trouble for step in steps for trouble in self._take(step)]

    def run(self, line: str) -> tuple[int, str]:
        """Return the exit status of a command, and what its terminal shows."""
        screen = self._shell.run_command(line)
        return int(self._shell.run_command("echo $?")), screen

    def leave(self) -> None:
        """End the shell."""
        self._terminal.close(force=True)

    def _take(self, step: Command | File) -> Iterator[str]:
        if isinstance(step, File):
            self._write(step)
            return
        try:
            status, screen = self._begin(step.line) if step.waits else self.run(_quiet(step))
        except (ExceptionPexpect, ValueError) as error:
            yield f"$ {step.line}\n{error}"
            self._terminal.sendintr()
            self._terminal.expect([re.escape(PEXPECT_PROMPT), EOF])
            return
        if "Traceback" in screen:
            yield f"$ {step.line}\n{screen}"
        elif step.screen is None and status not in (0, 1, 130):  # a negative verdict, Ctrl-C
            yield f"$ {step.line}\nstatus {status}\n{screen}"
        elif step.screen is not None and visible(step.screen) != visible(screen):
            yield f"$ {step.line}\nshown:\n{step.screen}\nprinted:\n{screen}"

    def _write(self, file: File) -> None:
        path = self.folder / file.name
        top = next(each for each in (path, *path.parents) if each.parent.exists())
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
        self._account.own(top)

    def _begin(self, line: str) -> tuple[int, str]:
        """Start a game or a server, wait until it asks or serves, and leave it."""
        with _PORT.open("w") as lock:
            flock(lock, LOCK_EX)
            return self._begun(line)

    def _begun(self, line: str) -> tuple[int, str]:
        self._terminal.sendline(line)
        prompt = re.escape(PEXPECT_PROMPT)
        if self._terminal.expect([prompt, _ASKS]) == 1:
            leave = self._terminal.sendintr if "web" in line else self._terminal.sendeof
            leave()
            self._terminal.expect(prompt)
        screen = str(self._terminal.before)
        return int(self._shell.run_command("echo $?")), screen
