"""Menus and questions at a terminal."""

from collections.abc import Sequence

from cardjudge.errors import quote
from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.play.table import Table
from take6.play.screen import Screen
from take6.play.session import Session


class Menus(Table[Session | None]):
    """A table that asks for an item of a menu, a number or a line."""

    screen: Screen

    def line(self, question: str, empty: bool = False, **parts: object) -> str:
        """Return a line of input."""
        return self.ask(say("{question} > ", question=say(question, **parts)), empty)

    def ask_number(self, question: str, fewest: int, most: int) -> int:
        """Return a number that the person enters."""
        while True:
            line = self.line(question, fewest=fewest, most=most)
            number = integer(line, fewest, most)
            if number is not None:
                return number
            template = "請輸入 {fewest} 到 {most} 的數字，不是{line}。"
            self.say(template, fewest=fewest, most=most, line=quote(line))

    def choose(self, title: str, items: Sequence[str]) -> int:
        """Return the index of the item that the person chooses."""
        self.screen.menu(say(title), [say(item) for item in items])
        return self.ask_number("請選擇", 1, len(items)) - 1
