"""The steps of a page of Markdown, in their order.

- An indented block has commands. With ``$``, what is printed stands under each: a `Command` with a
  screen. Without ``$``, each line is a `Command` whose output is not shown.
- Code in a sentence is a `Command` if it begins with one, has more words than its name and that of
  a subcommand, unless that is all there is to play a game, and no word that stands for something
  else (``FOLDER``, ``…``).
- A fenced block whose paragraph ends with a name of a file and a colon is a `File`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_IN_PROSE = re.compile(
    r"\. |(judge problem|judge(?! problem)|python3? -m|python3?(?! -m)|pipx?"
    r"|big2|blackjack-judge|war|nim|take6) \S+ \S"
)
"""A command with more words than its name and that of a subcommand."""
_STANDS_FOR = re.compile(r"…|\[-|(?<![\w.$-])[A-Z][A-Z_]*\b(?!=)|[一-鿿]|\w\|\w| = ")
"""What only stands for a word or may be left out: FILE, 檔案, [--option], one|another."""
_WAITS = re.compile(r"(?!make )\S+ play( |$)|judge web$")
_BLOCKS = re.compile(
    r"^(?P<fence>`{3,})(?P<language>[^\n]*)\n(?P<code>(?:.*\n)*?)(?P=fence)$"
    r"|(?P<indented>^    .*\n(?:\n*^    .*\n)*)",
    re.MULTILINE,
)
_FILE = re.compile(r"`([\w./-]+\.\w+)`[^`]*[:：]\s*\Z")


@dataclass(frozen=True)
class Command:
    """A command, and its output if the page shows it."""

    line: str
    screen: str | None = None

    @property
    def waits(self) -> bool:
        """Return whether it goes on until the reader leaves it: a game or a server."""
        return bool(_WAITS.match(self.line))


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
        if (command.waits or _IN_PROSE.match(line)) and not _STANDS_FOR.search(line):
            yield command


def _on_screen(text: str) -> Iterator[Command]:
    if text.startswith("$ "):
        for line, screen in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            yield Command(line, screen)
    else:
        yield from map(Command, text.splitlines())
