"""Output for a person at a terminal, in colours or plain."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from cardjudge.columns import folded
from cardjudge.stdio import unfinished

_ERASE = "\r\x1b[K"
"""Clears the last line of a terminal."""
_BLANK_LINES = 50
"""Lines that push a hand off a screen that cannot be cleared."""


class Screen:
    """A console that wraps long lines between cards and cuts nothing."""

    def __init__(self, plain: bool) -> None:
        self.plain = plain
        self.console = Console(color_system=None if plain else "auto", highlight=False)

    def say(self, line: str = "", style: str = "") -> None:
        """Write a line; a terminal folds it between words."""
        room = self.console.width if self.console.is_terminal else None
        for row in line.split("\n"):
            for part in folded(row, room):
                self.show(Text(part, style))

    def show(self, *parts: Text | str) -> None:
        """Write a line of parts."""
        self.console.print(Text.assemble(*parts), soft_wrap=not self.console.is_terminal)

    @contextmanager
    def private(self) -> Iterator[None]:
        """Show the output of the block to one person, then erase it from screen and scrollback."""
        alternate = not self.plain and self.console.set_alt_screen(True)
        try:
            if alternate:
                self.console.clear()  # some terminals have one screen only, such as GNU screen
            yield
        finally:
            if alternate:
                self.console.clear()
                self.console.set_alt_screen(False)
            else:
                self.say("\n" * _BLANK_LINES)


def show_progress(line: str) -> None:
    """Replace the last line of a terminal; print nothing elsewhere. An error erases the line."""
    if sys.stderr.isatty():
        print(f"{_ERASE}{line[:100]}", end="", file=sys.stderr, flush=True)
        unfinished[:] = [_ERASE] if line else []
