"""The command line of ``nim``."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from judge.app import App
from judge.stdio import serve
from nim import judge

app = App(
    "nim",
    help="Nim 與無偏賽局：從標準輸入讀取堆數與各堆的石頭數，輸出 X、勝負與每一個必勝的取法。",
    epilog="範例：echo 5 2 5 7 9 6 | nim",
)
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
