"""The strength of the levels of Take 6!, for docs/take6.md.

``python -m bench.take6_strength levels [GAMES [WORKERS]]`` prints the strength of the levels at
50 ms a move, with GAMES (2,000) games for each line; it takes an hour. ``… budgets`` prints the
strength of level 6 at 5, 50 and 500 ms a move, for 2, 4 and 10 players and both rules; it takes
hours.
"""

from __future__ import annotations

from argparse import ArgumentParser

from take6.game import NORMAL, Rule
from take6.series.match import match

MAD = Rule(25)


def line(what: str, levels: list[str], count: int, rule: Rule = NORMAL, workers: int = 1) -> None:
    """Play a match and print the result of the first player."""
    first, second = match(levels, count, "bench", rule, workers)[:2]
    print(
        f"{what:<44} {first.share.percent(1):<22} "
        f"heads {first.heads.plain(1)} against {second.heads.plain(1)}",
        flush=True,
    )


def levels(count: int, workers: int) -> None:
    """Print the table of strengths at 50 ms a move."""
    line("6:50ms against three of level 3", ["6:50ms", "3", "3", "3"], count, workers=workers)
    line("6:50ms against three of level 4", ["6:50ms", "4", "4", "4"], count, workers=workers)
    line("5:50ms against three of level 3", ["5:50ms", "3", "3", "3"], count, workers=workers)
    line("5:50ms against three of level 4", ["5:50ms", "4", "4", "4"], count, workers=workers)
    line("4 against three of level 3", ["4", "3", "3", "3"], count, workers=workers)
    line("4 against one of level 3", ["4", "3"], count, workers=workers)


def budgets(count: int, workers: int) -> None:
    """Print the strength of level 6 by budget, number of players and rule."""
    for rule, name in ((NORMAL, "normal rule"), (MAD, "mad-cow rule, 25")):
        for players in (2, 4, 10):
            for budget, fewer in (("5ms", 1), ("50ms", 1), ("500ms", 10)):
                seats = [f"6:{budget}", *["3"] * (players - 1)]
                what = f"{name}, {players} players, {budget}"
                line(what, seats, count // fewer, rule, workers)


def main() -> None:
    """Print the table that is asked for."""
    parser = ArgumentParser(prog="python -m bench.take6_strength")
    parser.add_argument("what", choices=("levels", "budgets"))
    parser.add_argument("games", type=int, nargs="?", default=2000)
    parser.add_argument("workers", type=int, nargs="?", default=1)
    asked = parser.parse_args()
    {"levels": levels, "budgets": budgets}[asked.what](asked.games, asked.workers)


if __name__ == "__main__":
    main()
