"""The command line of ``nim``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

import typer

from judge.app import App
from judge.errors import UserError
from judge.stdio import NEGATIVE, OK, serve
from nim import judge
from nim.integers import read_one
from nim.period import PeriodicValues
from nim.play import Match
from nim.product import nim_product
from nim.taking import GRUNDYS_GAME, Rules, subtraction
from nim.terminal import play_at_terminal
from nim.text.components import NOTATION, read_octal, read_steps
from nim.text.play import read_game
from nim.text.taking import render_answers, render_period, render_values
from nim.text.theorems import render_finding
from nim.text.verdict import decimal
from nim.theorems import THEOREMS, check

app = App(
    "nim",
    help="Nim 與無偏賽局：從標準輸入讀取堆數與各堆的石頭數，輸出 X、勝負與每一個必勝的取法。",
    epilog="範例：echo 5 2 5 7 9 6 | nim",
)
Result = TypeVar("Result")
Heaps = list[str] | None
Limit = Annotated[int, typer.Option(min=1, metavar="n", help="用到這個 n 為止的值證明週期。")]
First = Annotated[int, typer.Option(min=1, metavar="個數", help="先列出幾個值。")]
Misere = Annotated[bool, typer.Option("--misere", help="匱乏賽局：無法操作者贏。")]


@app.callback(invoke_without_command=True)
def main(context: typer.Context, misere: Misere = False) -> None:
    """Solve Nim on standard input unless a subcommand is given."""
    if context.invoked_subcommand is None:
        serve(partial(judge.judge, misere=misere))


@app.command("choose", help="Choose Nim：先手選一堆，接著只用那一堆玩 Nim。輸入同 nim。")
def choose() -> None:
    """Solve Choose Nim on standard input."""
    serve(judge.choose)


@app.command(
    "line",
    help="數線上的遊戲：第一行是終點與起點，第二行是先手的步數，第三行（可省略）是後手的步數。",
)
def line(
    misere: Misere = False,
    classes: Annotated[
        bool,
        typer.Option("--classes", help="列出每個位置的類別 N、P、L、R（L 是第二行的玩家必勝）。"),
    ] = False,
) -> None:
    """Solve a line game on standard input."""
    serve(partial(judge.line, misere=misere, classes=classes))


@app.command(
    "graph",
    help="有向圖上的遊戲：V E、E 條邊 u v，之後可接 K 與 K 枚棋子的位置；輸出每個頂點的 SG 值。",
)
def graph(
    loopy: Annotated[
        bool, typer.Option("--loopy", help="圖可以有環：輸出每個頂點是 N、P 或和局。")
    ] = False,
) -> None:
    """Solve a game on a graph on standard input."""
    serve(partial(judge.graph, loopy=loopy))


@app.command(
    "sum",
    help="賽局和：每行一個賽局，輸出各自的 SG 值、X、勝負與必勝的走法。",
    epilog=f"一行的寫法：{NOTATION}",
)
def solve_sum() -> None:
    """Solve the sum on standard input."""
    serve(judge.solve_sum)


@app.command(
    "octal", help="八進位賽局，例如 0.77（Kayles）：前幾個值、證出的週期，以及指定的 G(n)。"
)
def octal(
    code: Annotated[str, typer.Argument(metavar="代號", help="例如 0.77、0.137、4.007。")],
    heaps: Annotated[Heaps, typer.Argument(metavar="n", help="要問的 n。")] = None,
    limit: Limit = 20_000,
    first: First = 24,
) -> None:
    """Print the values, the period and the values asked for."""
    _tell(_checked(lambda: read_octal(code)), heaps, limit, first)


@app.command("subtract", help="減法賽局：每次從一堆拿走指定的顆數之一。")
def subtract(
    taken: Annotated[list[str], typer.Argument(metavar="顆數", help="可以拿走的顆數。")],
    heap: Annotated[Heaps, typer.Option("--at", metavar="n", help="要問的 n，可以重複。")] = None,
    limit: Limit = 20_000,
    first: First = 24,
) -> None:
    """Print the values, the period and the values asked for."""
    _tell(subtraction(_checked(lambda: read_steps(" ".join(taken)))), heap, limit, first)


@app.command("grundy", help="Grundy 的遊戲：把一堆分成不一樣多的兩堆（至今沒有人知道週期）。")
def grundy(
    heaps: Annotated[Heaps, typer.Argument(metavar="n", help="要問的 n。")] = None,
    limit: Limit = 5_000,
    first: First = 24,
) -> None:
    """Print the values and the values asked for."""
    _tell(GRUNDYS_GAME, heaps, limit, first)


@app.command("product", help="Nim 乘法：兩個自然數的 Nim 積。")
def product(
    a: Annotated[str, typer.Argument(metavar="a", help="自然數。")],
    b: Annotated[str, typer.Argument(metavar="b", help="自然數。")],
) -> None:
    """Print the nim-product."""
    first, second = _checked(lambda: (read_one(a), read_one(b)))
    print(f"積 = {decimal(nim_product(first, second))}")


@app.command("check", help="用隨機的賽局檢驗定理 1 到 5 與 Sprague-Grundy 定理；有反例就印出來。")
def check_theorems(
    games: Annotated[int, typer.Option(min=1, metavar="次數", help="每個定理試幾次。")] = 200,
    seed: Annotated[int, typer.Option(metavar="種子", help="隨機數的種子。")] = 1,
) -> int:
    """Print a line for each theorem; status 1 if one has a counterexample."""
    found = OK
    for finding in check(THEOREMS, games, seed):
        print(render_finding(finding), end="")
        found = found if finding.counterexample is None else NEGATIVE
    return found


@app.command(
    "play", help="和完美的對手玩，例如：nim play nim 2 5 7 9 6、nim play octal 0.77 : 12。"
)
def play(
    game: Annotated[list[str], typer.Argument(metavar="賽局", help="寫法同 nim sum 的一行。")],
    second: Annotated[bool, typer.Option("--second", help="讓電腦先手。")] = False,
) -> None:
    """Play at the terminal."""
    play_at_terminal(Match(read_game(" ".join(game))), computer=0 if second else 1)


def _checked(read: Callable[[], Result]) -> Result:
    try:
        return read()
    except ValueError as error:
        raise UserError(str(error)) from None


def _tell(rules: Rules, heaps: list[str] | None, limit: int, first: int) -> None:
    asked = _checked(lambda: [read_one(heap) for heap in heaps or ()])
    game = PeriodicValues(rules)
    game.prove(limit)
    print(render_values(game.up_to(first - 1)), end="")
    print(render_period(game, limit), end="")
    for line in render_answers(game, asked, limit):
        print(line, end="")
