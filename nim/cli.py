"""The command line of ``nim``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

import typer

from cardjudge.commands.app import App
from cardjudge.commands.completion import one_of
from cardjudge.errors import UserError
from cardjudge.stdio import NEGATIVE, OK, serve
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
    help="""
    解 Nim 與其他的無偏賽局：誰必勝，以及每一個必勝的走法。

    沒有子命令時解標準輸入的 Nim，輸出各堆的 Nim 和 X、勝負與每一個必勝的取法。
    """,
    epilog="""
    輸入
      堆數，接著是各堆的石頭數，以空白或換行分隔；每個數至多 4300 位。

    結束狀態
      0：輸入判定到結束；2：用法或輸入不對，標準錯誤輸出有一行說明。

    範例
      $ echo 5  2 5 7 9 6 | nim
      拿到最後一顆的人輸：
      $ echo 3  1 2 2 | nim --misere

    參見
      nim play --help, nim sum --help, docs/nim.md
    """,
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


@app.command(
    "choose",
    help="""
    解 Choose Nim：先手選一堆，接著只用那一堆玩 Nim。

    輸入同 nim。
    """,
    epilog="""
    範例
      $ echo 4  1 2 3 4 | nim choose

    參見
      nim --help, docs/nim.md
    """,
)
def choose() -> None:
    """Solve Choose Nim on standard input."""
    serve(judge.choose)


@app.command(
    "line",
    help="解數線上的遊戲：一枚棋子輪流往前走，不能走的人輸。",
    epilog="""
    輸入
      第一行是終點與起點，第二行是先手可以走的步數，第三行是後手的；沒有第三行，兩人相同。

    範例
      從 0 走到 10，每次走 1 或 2 步：
      $ printf '10 0\\n1 2\\n' | nim line
      兩人的步數不同，列出每個位置的類別：
      $ printf '10 0\\n1 2\\n1 3\\n' | nim line --classes

    參見
      docs/nim.md
    """,
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
    help="解有向圖上的遊戲，輸出每個頂點的 SG 值。",
    epilog="""
    輸入
      頂點數與邊數；每條邊的起點與終點，從 1 算起；之後可以接棋子的枚數與它們的位置，
      那就也輸出它們的和誰勝，以及必勝的走法。

    範例
      三個頂點，一枚棋子在頂點 1：
      $ echo 3 3  1 2 2 3 1 3  1 1 | nim graph
      有環的圖：
      $ echo 3 3  1 2 2 1 2 3 | nim graph --loopy

    參見
      docs/nim.md
    """,
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
    help="解賽局和，輸出各自的 SG 值、X、勝負與必勝的走法。",
    epilog=f"""
    輸入
      每行一個賽局，寫法是 {NOTATION}。

    範例
      $ printf 'nim 3 4 5\\noctal 0.77 : 12\\n' | nim sum

    參見
      nim octal --help, nim subtract --help, docs/nim.md
    """,
)
def solve_sum() -> None:
    """Solve the sum on standard input."""
    serve(judge.solve_sum)


@app.command(
    "octal",
    help="""
    八進位賽局：前幾個值、證出的週期，以及指定的 G(n)。

    代號的第 k 個數字說拿走 k 顆之後可以剩下幾堆：1 是零堆，2 是一堆，4 是兩堆，相加。
    週期只在值足以證明時才說。
    """,
    epilog="""
    範例
      Kayles，一堆 10 億顆的值也要：
      $ nim octal 0.77 1000000000
      Dawson 的西洋棋：
      $ nim octal 0.137 --first 40

    參見
      docs/nim.md
    """,
)
def octal(
    code: Annotated[
        str,
        typer.Argument(
            metavar="代號",
            help="例如 0.77、0.137、4.007。",
            autocompletion=one_of(lambda: ("0.77", "0.137", "4.007")),
        ),
    ],
    heaps: Annotated[Heaps, typer.Argument(metavar="n", help="要問的 n。")] = None,
    limit: Limit = 20_000,
    first: First = 24,
) -> None:
    """Print the values, the period and the values asked for."""
    _tell(_checked(lambda: read_octal(code)), heaps, limit, first)


@app.command(
    "subtract",
    help="減法賽局：每次從一堆拿走指定的顆數之一。",
    epilog="""
    範例
      每次拿 1、3 或 4 顆：
      $ nim subtract 1 3 4 --at 100 --at 1000000

    參見
      docs/nim.md
    """,
)
def subtract(
    taken: Annotated[list[str], typer.Argument(metavar="顆數", help="可以拿走的顆數。")],
    heap: Annotated[Heaps, typer.Option("--at", metavar="n", help="要問的 n，可以重複。")] = None,
    limit: Limit = 20_000,
    first: First = 24,
) -> None:
    """Print the values, the period and the values asked for."""
    _tell(subtraction(_checked(lambda: read_steps(" ".join(taken)))), heap, limit, first)


@app.command(
    "grundy",
    help="""
    Grundy 的遊戲：把一堆分成不一樣多的兩堆。

    它的值有沒有週期，至今沒有人知道。
    """,
    epilog="""
    範例
      $ nim grundy 100 --limit 200

    參見
      docs/nim.md
    """,
)
def grundy(
    heaps: Annotated[Heaps, typer.Argument(metavar="n", help="要問的 n。")] = None,
    limit: Limit = 5_000,
    first: First = 24,
) -> None:
    """Print the values and the values asked for."""
    _tell(GRUNDYS_GAME, heaps, limit, first)


@app.command(
    "product",
    help="Nim 乘法：兩個自然數的 Nim 積。",
    epilog="""
    範例
      $ nim product 16 17

    參見
      docs/nim.md
    """,
)
def product(
    a: Annotated[str, typer.Argument(metavar="a", help="自然數。")],
    b: Annotated[str, typer.Argument(metavar="b", help="自然數。")],
) -> None:
    """Print the nim-product."""
    first, second = _checked(lambda: (read_one(a), read_one(b)))
    print(f"積 = {decimal(nim_product(first, second))}")


@app.command(
    "check",
    help="用隨機的賽局檢驗定理 1 到 5 與 Sprague-Grundy 定理。",
    epilog="""
    結束狀態
      0：沒有反例；1：有反例，已經印出來；2：用法不對。

    範例
      $ nim check --games 20 --seed 7

    參見
      docs/nim.md
    """,
)
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
    "play",
    help="""
    在終端機和完美的對手玩，它會用二進位解釋每一步。

    可以玩的是 nim、line、octal、subtract 與 grundy；Ctrl-D 離開。
    """,
    epilog="""
    範例
      $ nim play nim 2 5 7 9 6
      讓電腦先走：
      $ nim play octal 0.77 : 12 --second

    參見
      nim sum --help, docs/nim.md
    """,
)
def play(
    game: Annotated[
        list[str],
        typer.Argument(
            metavar="賽局",
            help="寫法同 nim sum 的一行。",
            autocompletion=one_of(lambda: ("nim", "line", "octal", "subtract", "grundy")),
        ),
    ],
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
