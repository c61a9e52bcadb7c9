"""The steps of a page of Markdown, in their order.

- A line ``    $ command`` with what is printed under it is a `Command` with a screen.
- A line of such a block without ``$`` that begins with a command is a `Command` whose output is
  not shown.
- Code in a line is a `Command` if it begins with a command, has more words than its name and that
  of a subcommand, unless that is all there is to play a game, and no word that stands for something
  else (``FOLDER``, ``…``).
- A fenced block whose paragraph ends with a name of a file and a colon is a `File`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_COMMANDS = "big2 blackjack-judge war nim take6 judge python python3 pip eval".split()

_STANDS_FOR = re.compile(r"…|\[-|(?<![\w.$-])[A-Z][A-Z_]+\b(?!=)|檔案|資料夾|指令|\w\|\w")
"""What only stands for a word or may be left out: FILE, [--option], one|another."""
_BLOCKS = re.compile(
    r"^(?P<fence>`{3,})(?P<language>\w*)\n(?P<code>(?:.*\n)*?)(?P=fence)$"
    r"|(?P<indented>(?:^    .*\n)+)",
    re.MULTILINE,
)
_FILE = re.compile(r"`([\w./-]+\.\w+)`[^`]*[:：]\s*\Z")


@dataclass(frozen=True)
class Command:
    """A command, and its output if the page shows it."""

    line: str
    screen: str | None = None

    @property
    def is_played(self) -> bool:
        """Return whether a person at a terminal answers it."""
        return self.line.split()[1:2] == ["play"]


@dataclass(frozen=True)
class File:
    """A file that the reader writes."""

    name: str
    text: str


@dataclass(frozen=True)
class Code:
    """A block that is none of these."""

    language: str
    text: str


def steps(page: str) -> Iterator[Command | File | Code]:
    """Yield the steps of a page."""
    read = 0
    for block in _BLOCKS.finditer(page):
        prose = page[read : block.start()]
        yield from _in_prose(prose)
        read = block.end()
        if block["indented"]:
            yield from _on_screen(re.sub("^    ", "", block["indented"], flags=re.MULTILINE))
        elif name := _FILE.search(prose):
            yield File(name[1], block["code"])
        else:
            yield Code(block["language"], block["code"])
    yield from _in_prose(page[read:])


def _in_prose(prose: str) -> Iterator[Command]:
    for line in re.findall(r"`([^`\n]+)`", prose):
        command = Command(line)
        if (len(line.split()) > 2 or command.is_played) and _is_command(line):
            yield command


def _on_screen(text: str) -> Iterator[Command | Code]:
    if text.startswith("$ "):
        for line, screen in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            yield Command(line, screen)
    elif _is_command(text):
        yield from (Command(line) for line in text.splitlines())
    else:
        yield Code("", text)


def _is_command(line: str) -> bool:
    return line.split()[0] in _COMMANDS and not _STANDS_FOR.search(line)
