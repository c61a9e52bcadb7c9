"""The commands of taking and breaking games: `nim octal`, `subtract`, `grundy`."""

import sys
from typing import Annotated

import typer

from cardjudge.commands.app import App
from cardjudge.commands.completion import one_of
from cardjudge.errors import UserError
from cardjudge.language import say
from nim.notation import read_numbers, read_octal, read_steps
from nim.taking.period import PeriodicValues
from nim.taking.rules import GRUNDYS_GAME, Rules, subtraction

app = App("nim")
"""`nim.cli` adds its commands to its own."""
Heaps = Annotated[list[str] | None, typer.Argument(metavar="n", help="要問的 n；- 是標準輸入。")]
Limit = Annotated[
    int, typer.Option(min=1, max=10**6, metavar="n", help="用到這個 n 為止的值證明週期。")
]
First = Annotated[int, typer.Option(min=1, max=10**6, metavar="個數", help="先列出幾個值。")]


@app.command("octal")
def octal(
    code: Annotated[
        str,
        typer.Argument(
            metavar="代號",
            help="例如 0.77、0.137、4.007。",
            autocompletion=one_of(lambda: ("0.77", "0.137", "4.007")),
        ),
    ],
    heaps: Heaps = None,
    limit: Limit = 20_000,
    first: First = 24,
) -> None:
    """八進位賽局：前幾個值、證出的週期，以及指定的 G(n)。

    代號的第 k 位數字表示拿走 k 顆之後可以剩下幾堆：1 是零堆，2 是一堆，4 是兩堆，可以相加。
    只有在值足以證明時才列出週期。

    範例
      Kayles，一堆 10 億顆的值也要：
      $ nim octal 0.77 1000000000
      Dawson 的西洋棋：
      $ nim octal 0.137 --first 40

    參見
      docs/nim.md
    """
    _report(read_octal(code), _read(heaps), limit, first)


@app.command("subtract")
def subtract(
    taken: Annotated[
        list[str],
        typer.Argument(metavar="顆數", help="可以拿走的顆數；冒號之後是要問的 n，- 是標準輸入。"),
    ],
    limit: Limit = 20_000,
    first: First = 24,
) -> None:
    """減法賽局：每次從一堆拿走指定的顆數之一。

    範例
      每次拿 1、3 或 4 顆：
      $ nim subtract 1 3 4 : 100 1000000

    參見
      docs/nim.md
    """
    before, _, after = " ".join(taken).partition(":")
    steps = read_steps(before.split())
    _report(subtraction(steps), _read(after.split()), limit, first)


@app.command("grundy")
def grundy(heaps: Heaps = None, limit: Limit = 5_000, first: First = 24) -> None:
    """Grundy 的遊戲：把一堆分成不一樣多的兩堆。

    它的值有沒有週期，至今沒有人知道。

    範例
      $ nim grundy 100 --limit 200

    參見
      docs/nim.md
    """
    _report(GRUNDYS_GAME, _read(heaps), limit, first)


def _read(words: list[str] | None) -> list[int]:
    if words == ["-"]:
        words = sys.stdin.buffer.read().decode(errors="replace").split()
    return read_numbers(words or [])


def _report(rules: Rules, heaps: list[int], limit: int, first: int) -> None:
    """Print the values and the period of a game."""
    game = PeriodicValues(rules)
    print(f"G(0..{first - 1}) = {' '.join(map(str, game.up_to(first - 1)))}")
    period = game.prove(limit)
    told = "n ≤ {limit} 的值證不出週期" if period is None else "n0 = {start}，p = {length}"
    print(say(told, limit=limit, **(period._asdict() if period else {})))
    for heap in heaps:
        if period is None and heap > limit:
            raise UserError(
                "n ≤ {limit} 的值證不出週期，無法得知 G({heap})；可用 --limit 提高上限",
                limit=limit,
                heap=heap,
            )
        print(f"G({heap}) = {game[heap]}")
