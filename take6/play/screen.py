"""Output to the terminal: in colours on an alternate screen, or as plain lines."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.text import Text

from cardjudge import screen
from cardjudge.columns import columns
from cardjudge.language import say
from take6 import text
from take6.cards import HEADS
from take6.game import FULL

_COLOURS = {1: "", 2: "cyan", 3: "yellow", 5: "red", 7: "bold magenta"}
_CARD = len("104(1)")
_WIDE = 2 + FULL * (_CARD + 1) + 3
"""Width in columns below which all parts are shown below each other."""
_BLANK_LINES = 50


class Screen(screen.Screen):
    """A console, and the drawing of a game on it."""

    def menu(self, title: str, items: Sequence[str], first: int = 1) -> None:
        """Show a menu; its items are numbered from `first`."""
        self.say()
        self.say(say("【{title}】", title=title), "bold")
        for number, item in enumerate(items, first):
            self.show(Text(f"{number}) ", "cyan"), item)

    def rows(self, rows: Sequence[Sequence[int]]) -> None:
        """Show the rows of the table, each with its heads."""
        for number, row in enumerate(rows, 1):
            total = sum(HEADS[card] for card in row)
            if self.plain:
                template = "第 {row} 列：{cards}，共 {heads} 個牛頭"
                self.say(say(template, row=number, cards=text.cards(row), heads=total))
            else:
                shown = Text.assemble((f"{number} ", "bold"), self._cards(row))
                blanks = max(0, _WIDE - 3 - shown.cell_len) if self.console.width >= _WIDE else 1
                self.show(shown, " " * blanks, Text(f"={total:>2}", "bold"))

    def hand(self, title: str, cards: Sequence[int]) -> None:
        """Show cards in the order given."""
        if self.plain:
            self.say(say("{title}：{cards}", title=title, cards=text.cards(cards)))
            return
        self.say(title, "bold")
        for start in range(0, len(cards), FULL):
            self.show("  ", self._cards(cards[start : start + FULL]))

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """Show a table; its first column of names is aligned to the left."""
        for line in columns(rows, right={0, 2, 3}):
            self.say(line)

    def prompt(self, question: str) -> None:
        """Ask for a line of input."""
        self.console.print(Text.assemble(question, (" > ", "bold")), end="", soft_wrap=True)
        sys.stdout.flush()

    @contextmanager
    def private(self) -> Iterator[None]:
        """Show the output of the block to one person, then erase it from screen and scrollback."""
        alternate = not self.plain and self.console.set_alt_screen(True)
        try:
            yield
        finally:
            if alternate:
                self.console.set_alt_screen(False)
            else:
                self.say("\n" * _BLANK_LINES)
                self.say(say("（純文字模式不清螢幕，只空行）"))

    def _cards(self, cards: Sequence[int]) -> Text:
        width = _CARD if self.console.width >= _WIDE else 0
        shown = (Text(text.card(card).rjust(width), _COLOURS[HEADS[card]]) for card in cards)
        return Text(" ").join(shown)
