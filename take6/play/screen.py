"""What a person sees of a game in the terminal: with Rich tables, or plain for dumb terminals."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Protocol

from take6 import text
from take6.cards import HEADS
from take6.game import Game

_PER_LINE = 5


class Screen(Protocol):
    """Where a game is shown. Nothing here reads input."""

    def say(self, line: str = "") -> None:
        """Show a line."""

    def menu(self, title: str, items: Sequence[str]) -> None:
        """Show a menu whose items are chosen by number from 1 on."""

    def rows(self, rows: Sequence[Sequence[int]]) -> None:
        """Show the rows of the table, each with its heads."""

    def hand(self, title: str, cards: Sequence[int]) -> None:
        """Show cards in the order given."""

    def standings(self, game: Game) -> None:
        """Show the heads of each player and the ranking."""

    def prompt(self, question: str) -> None:
        """Ask for a line of input."""


class Plain:
    """Lines of text, without colours or lines of tables."""

    def say(self, line: str = "") -> None:
        print(line)

    def menu(self, title: str, items: Sequence[str]) -> None:
        print(f"\n【{title}】")
        for index, item in enumerate(items, 1):
            print(f"{index}) {item}")

    def rows(self, rows: Sequence[Sequence[int]]) -> None:
        for index, row in enumerate(rows, 1):
            print(f"第 {index} 列：{text.cards(row)}，共 {_heads(row)} 個牛頭")

    def hand(self, title: str, cards: Sequence[int]) -> None:
        print(f"{title}：{text.cards(cards)}")

    def standings(self, game: Game) -> None:
        print(text.standings(game.heads, game.rule), end="")

    def prompt(self, question: str) -> None:
        print(f"{question} > ", end="")
        sys.stdout.flush()


class Rich:
    """Tables and colours, as wide as the terminal and narrow enough for 40 columns."""

    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(highlight=False)

    def say(self, line: str = "") -> None:
        self._console.print(line, markup=False)

    def menu(self, title: str, items: Sequence[str]) -> None:
        self._console.print(f"\n[bold]【{title}】[/bold]")
        for index, item in enumerate(items, 1):
            self._console.print(f"[cyan]{index})[/cyan] {item}")

    def rows(self, rows: Sequence[Sequence[int]]) -> None:
        grid = self._grid(["列", *[""] * _PER_LINE, "計"])
        for index, row in enumerate(rows, 1):
            places = [_coloured(card) for card in row] + [""] * (_PER_LINE - len(row))
            grid.add_row(f"[bold]{index}[/bold]", *places, f"[bold]{_heads(row)}[/bold]")
        self._console.print(grid)

    def hand(self, title: str, cards: Sequence[int]) -> None:
        self._console.print(f"[bold]{title}[/bold]")
        grid = self._grid(["  ", *[""] * _PER_LINE])
        grid.show_header = False
        for start in range(0, len(cards), _PER_LINE):
            grid.add_row("", *[_coloured(card) for card in cards[start : start + _PER_LINE]])
        self._console.print(grid)

    def standings(self, game: Game) -> None:
        from rich.table import Table

        grid = Table("名次", "玩家", "牛頭", "勝利指數", box=None, padding=(0, 2, 0, 0))
        for column in grid.columns:
            column.justify = "right"
        keys = [game.rule.key(heads) for heads in game.heads]
        for player in game.rule.order(game.heads):
            heads = game.heads[player]
            place = 1 + sum(key < keys[player] for key in keys)
            mad = "（狂牛症）" if game.rule.mad(heads) else ""
            index = game.rule.victory_index(heads)
            grid.add_row(str(place), str(player + 1), str(heads), f"{index}{mad}")
        self._console.print(grid)

    def prompt(self, question: str) -> None:
        self._console.print(f"{question} [bold]>[/bold] ", end="")
        sys.stdout.flush()

    @staticmethod
    def _grid(headers: Iterable[str]):  # type: ignore[no-untyped-def]
        from rich.table import Table

        grid = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False)
        for header in headers:
            grid.add_column(header, justify="right", no_wrap=True, min_width=2 if header else 6)
        return grid


_COLOURS = {1: "white", 2: "cyan", 3: "yellow", 5: "red", 7: "bold magenta"}


def _coloured(card: int) -> str:
    return f"[{_COLOURS[HEADS[card]]}]{text.card(card)}[/]"


def _heads(row: Iterable[int]) -> int:
    return sum(HEADS[card] for card in row)
