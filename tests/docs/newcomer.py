"""A newcomer, who has only the files of the project and follows a page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pexpect

from tests.docs.markdown import Code, Command, File

ROOT = Path(__file__).parents[2]
_PROMPT = r"(>|：)(\x1b\[0m| )*\Z"
_USAGE = re.compile(r" *(\d+\.\d\d s|\d+ Mi?B| –(?= |$))", re.MULTILINE)
"""Time and memory, which nobody can foretell, and the blanks that align them."""


def _seen(screen: str) -> str:
    """Return the visible part of a screen: a page cannot show the blanks of its tables."""
    lines = (line.rstrip() for line in _USAGE.sub("", screen).split("\n"))
    return "\n".join(line for line in lines if line)


@dataclass
class Newcomer:
    """A person in a folder with the files of the project, whose shell finds commands in `bin`."""

    folder: Path
    bin: Path

    @classmethod
    def in_new(cls, folder: Path, bin: Path) -> Newcomer:
        """Copy the files of the project, tracked or new."""
        listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(listing, cwd=ROOT, capture_output=True, check=True).stdout
        for name in os.fsdecode(listed).split("\0")[:-1]:
            if os.path.lexists(ROOT / name):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name, follow_symlinks=False)
        return cls(folder, bin)

    @property
    def environment(self) -> dict[str, str]:
        """Return an environment without traces of the one in which the tests run.

        The home is a newcomer's own, since completion is installed there; pip keeps its settings.
        """
        theirs = re.compile(r"PYTHON|PYTEST|VIRTUAL_ENV|LC_|LANG|COLUMNS|XDG_")
        ours = {name: value for name, value in os.environ.items() if not theirs.match(name)}
        home = self.folder / ".home"
        home.mkdir(exist_ok=True)
        settings = Path.home() / ".config" / "pip" / "pip.conf"
        if settings.exists():
            ours.setdefault("PIP_CONFIG_FILE", str(settings))
        return {
            **ours,
            "HOME": str(home),
            "LC_ALL": "C.UTF-8",
            "PATH": f"{self.bin}:{os.environ['PATH']}",
            "PIP_CACHE_DIR": str(Path.home() / ".cache" / "pip"),
            "PIP_QUIET": "2",  # pip warns about some machines
        }

    def follow(self, steps: Iterable[Command | File | Code]) -> list[str]:
        """Take each step, and return the differences between the page and the results."""
        return [trouble for step in steps for trouble in self._take(step)]

    def _take(self, step: Command | File | Code) -> list[str]:
        match step:
            case File(name, text):
                path = self.folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            case Command(line) if step.is_played:
                return self._look_in(line)
            case Command(line, screen):
                return self._run(line, screen)
        return []

    def _run(self, line: str, screen: str | None) -> list[str]:
        run = subprocess.run(
            ["bash", "-c", line],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        if screen is None:
            # A verdict may be negative; the usage may not be wrong.
            good = run.returncode in (0, 1)
            return [] if good else [f"$ {line}\nstatus {run.returncode}\n{run.stdout}"]
        if _seen(run.stdout) == _seen(screen):
            return []
        return [f"$ {line}\nshown:\n{screen}\nprinted:\n{run.stdout}"]

    def _look_in(self, line: str) -> list[str]:
        """Start a game at a terminal, wait for its first prompt and leave."""
        child = pexpect.spawn(
            "bash",
            ["-c", line],
            cwd=str(self.folder),
            env=self.environment,
            encoding="utf-8",
            timeout=60,
        )
        try:
            child.expect(_PROMPT)
            child.sendeof()
            child.expect(pexpect.EOF)
        except pexpect.ExceptionPexpect:
            return [f"$ {line}\n{child.before}"]
        finally:
            child.close()
        return [] if child.exitstatus in (0, 1) else [f"$ {line}\nstatus {child.exitstatus}"]
