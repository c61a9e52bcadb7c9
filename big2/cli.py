"""The command line of ``big2``."""

from __future__ import annotations

import json
from enum import StrEnum
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated

import typer

from big2.game import PLAYERS
from big2.judge import judge
from big2.patterns import BUILTIN, installed
from big2.players.options import (
    BudgetOptions,
    Names,
    Patterns,
    Players,
    Seed,
    chain_of,
    computers,
    names_of,
    players_of,
)
from big2.text import COMMAS
from cardjudge.commands.app import App
from cardjudge.commands.options import grouped
from cardjudge.stdio import serve

app = App(
    "big2",
    help="""
    大老二裁判：從標準輸入讀取一場遊戲，輸出每一手發生的事。

    沒有子命令時裁判標準輸入。錯誤之前裁判的，都已經輸出。
    """,
    epilog="""
    輸入
      第一行是牌堆的 52 張牌，由下而上；接著四行是四位玩家的名字；之後每行一個動作：
      -1 是 pass，否則是要打的牌在手牌裡的位置，從 0 算起。遊戲結束之後的輸入不看。

    結束狀態
      0：輸入判定到結束；2：用法或輸入不對，標準錯誤輸出有一行說明。

    範例
      裁判一場遊戲，看最後一行：
      $ big2 < testdata/big2/sample.in | tail -1
      只用三種牌型：
      $ big2 --patterns 單張,對子,葫蘆 < testdata/big2/sample.in | tail -1

    參見
      big2 auto --help, big2 play --help, docs/big2.md
    """,
)


class Punctuation(StrEnum):
    """The comma of the messages."""

    FULLWIDTH = "fullwidth"
    ASCII = "ascii"


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    punctuation: Annotated[
        Punctuation,
        typer.Option(metavar="逗號", help="訊息裡的逗號：fullwidth 是「，」，ascii 是「,」。"),
    ] = Punctuation.FULLWIDTH,
    patterns: Patterns = None,
) -> None:
    """Judge standard input unless a subcommand is given."""
    if context.invoked_subcommand is None:
        serve(partial(judge, chain=chain_of(patterns), comma=COMMAS[punctuation]))


@app.command(
    "patterns",
    help="""
    列出可以用 --patterns 指名的牌型。

    先是內建的，依責任鏈的順序；再來是別的套件裝上的。
    """,
    epilog="""
    範例
      $ big2 patterns

    參見
      docs/big2.md, README.md
    """,
)
def list_patterns() -> None:
    """Print the built-in chain and the installed patterns, one a line."""
    for name in BUILTIN.names:
        print(f"{name}  內建")
    for entry in installed.available():
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
        print(f"{entry.name}  來自 {package}")


@app.command(
    help="洗牌：印出牌堆與四個名字，也就是裁判輸入的開頭。",
    epilog="""
    範例
      第 7 副牌，換兩個名字：
      $ big2 deal --seed 7 --names 水球,火球,甲,乙

    參見
      big2 auto --help
    """,
)
def deal(seed: Seed = 0, names: Names = None) -> None:
    """Print the header of a game."""
    from big2.series import cases

    print(*cases.header(cases.shuffled(Random(seed)), names_of(names)), sep="\n")


@app.command(
    help="""
    由電腦打一場，印出完整的裁判輸入：要多少測資有多少。

    印出來的可以直接交給 big2。
    """,
    epilog="""
    範例
      一筆有不合法動作的測資，和它的答案：
      $ big2 auto --seed 7 --illegal 0.1 > case.in && big2 < case.in > case.out && tail -1 case.out

    參見
      big2 --help, big2 deal --help, docs/big2.md
    """,
)
@grouped
def auto(
    seed: Seed = 0,
    players: Players = "greedy,greedy,greedy,greedy",
    illegal: Annotated[
        float,
        typer.Option(
            min=0.0, max=0.9, metavar="比例", help="動作裡大約有多少是不合法的，從 0 到 0.9。"
        ),
    ] = 0.0,
    names: Names = None,
    patterns: Patterns = None,
    *,
    thinking: BudgetOptions,
) -> None:
    """Print a whole game."""
    from big2.players import make
    from big2.series import cases

    rng = Random(seed)
    deck = cases.shuffled(rng)
    budget, chain = thinking.read(), chain_of(patterns)
    seats = [make(name, Random(rng.getrandbits(64)), budget) for name in players_of(players, chain)]
    for line in cases.case(deck, names_of(names), chain, seats, rng, illegal):
        print(line)


@app.command(
    help="""
    讓電腦對打，印出勝率與平均剩牌，附 95 % 信賴區間。

    同樣的牌，每個電腦在每個位子都坐一次。
    """,
    epilog="""
    範例
      很快的一比：
      $ big2 match --games 20 --players greedy,greedy,smallest,random
      同樣的牌，不同的位子，輸出 JSON：
      $ big2 match --games 4 --players greedy,smallest,random,random --json

    參見
      docs/big2.md
    """,
)
@grouped
def match(
    players: Players = "montecarlo,greedy,smallest,random",
    games: Annotated[int, typer.Option(min=1, metavar="局數", help="打幾局。")] = 100,
    seed: Seed = 0,
    workers: Annotated[
        int, typer.Option(min=1, metavar="個數", help="幾個行程一起打；結果不受影響。")
    ] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="輸出 JSON。")] = False,
    patterns: Patterns = None,
    *,
    thinking: BudgetOptions,
) -> None:
    """Print the standings of a match."""
    from big2.series import words
    from big2.series.match import Match, play

    chain, budget = chain_of(patterns), thinking.read()
    names = players_of(players, chain)
    table = play(Match(tuple(names), games, seed, budget, chain.names), workers)
    if as_json:
        print(json.dumps(words.as_json(games, seed, table), indent=2))
    else:
        print(words.standings(games, seed, table))


@app.command(
    help="""
    把一場遊戲做成一張可以逐步回放的網頁。

    網頁不需要網路，也不需要別的檔案。
    """,
    epilog="""
    結束狀態
      0：輸入判定到結束；2：用法或輸入不對，標準錯誤輸出有一行說明。

    範例
      $ big2 replay testdata/big2/sample.in -o sample.html

    參見
      big2 --help
    """,
)
def replay(
    case: Annotated[Path, typer.Argument(metavar="輸入檔", help="裁判的輸入。")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="網頁", help="把網頁寫在這裡。", show_default="標準輸出"
        ),
    ] = None,
    patterns: Patterns = None,
) -> None:
    """Write the page of a game; of one that ends too early, the page of its beginning."""
    from big2.play.replay import frames, page
    from cardjudge.stdio import Lines

    with case.open("rb") as file:
        names, shown, error = frames(Lines(file), chain_of(patterns))
    html = page(names, shown)
    if output is None:
        print(html, end="")
    else:
        output.write_text(html, encoding="utf-8")
    if error is not None:
        raise error


@app.command(
    help="""
    在終端機和三個電腦打一場。

    指令在開始時列出。存檔就是裁判的輸入；Ctrl-D 離開。
    """,
    epilog="""
    範例
      坐第三個位子，每次都打同一副牌：
      $ big2 play --seat 2 --seed 7

    參見
      big2 replay --help, docs/big2.md
    """,
)
@grouped
def play(
    seed: Annotated[
        int | None,
        typer.Option(metavar="種子", help="牌局的亂數種子。", show_default="每次不同"),
    ] = None,
    players: Annotated[
        str,
        typer.Option(
            metavar="電腦",
            help="你的下家起的三個電腦：random、smallest、greedy 或 montecarlo。",
            autocompletion=computers,
        ),
    ] = "greedy,greedy,greedy",
    names: Annotated[
        str | None,
        typer.Option(metavar="名字", help="四個名字。", show_default="你,水球,火球,保齡球"),
    ] = None,
    seat: Annotated[
        int, typer.Option(min=0, max=3, metavar="位子", help="你坐第幾個位子，從 0 算起。")
    ] = 0,
    plain: Annotated[bool, typer.Option("--plain", help="不用顏色。")] = False,
    patterns: Patterns = None,
    *,
    thinking: BudgetOptions,
) -> None:
    """Play at a terminal."""
    from secrets import randbits

    from big2.play import terminal
    from big2.series.cases import NAMES, shuffled

    seed = randbits(32) if seed is None else seed
    chain = chain_of(patterns)
    opponents = players_of(players, chain, PLAYERS - 1)
    called = list(NAMES[: PLAYERS - 1])
    called.insert(seat, "你")
    session = terminal.Session(
        shuffled(Random(seed)), called if names is None else names_of(names), chain, ()
    )
    seats = terminal.seats(seat, opponents, seed, thinking.read())
    terminal.play(session, seats, plain)
