"""The command line of ``take6``."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated

import typer

from judge.app import App
from judge.errors import UserError, quote
from judge.stdio import serve
from take6 import text
from take6.game import Rule
from take6.judge import judge

app = App(
    "take6",
    help="誰是牛頭王（Take 6!）裁判：從標準輸入讀取人數、牌堆與每一回合的牌，輸出整場遊戲。",
    epilog="範例：take6 < testdata/take6/four-players.in",
)


class Ranking(StrEnum):
    """How the mad-cow rule ranks."""

    MAD_FIRST = "mad-first"
    INDEX = "index"


RankingOption = Annotated[
    Ranking,
    typer.Option(
        metavar="排名",
        help="狂牛症規則的排名：mad-first 先排得狂牛症的玩家，index 只看勝利指數。",
    ),
]


@app.callback(invoke_without_command=True)
def main(context: typer.Context, ranking: RankingOption = Ranking.MAD_FIRST) -> None:
    """Judge standard input unless a subcommand is given."""
    if context.invoked_subcommand is None:
        serve(partial(judge, ranking=ranking.value))


@app.command(help="依牛頭數排名，例如 take6 rank 30 A=35 B=20 C=5 D=12。")
def rank(
    threshold: Annotated[int, typer.Argument(metavar="門檻", help="狂牛症門檻，1 到 171。")],
    players: Annotated[
        list[str], typer.Argument(metavar="名字=牛頭數 …", help="每位玩家的名字與牛頭數。")
    ],
    ranking: RankingOption = Ranking.MAD_FIRST,
) -> None:
    """Print the ranking of heads that are given."""
    if not 1 <= threshold <= text.MOST_THRESHOLD:
        raise UserError(f"狂牛症門檻應該是 1 到 {text.MOST_THRESHOLD}：{threshold}")
    names, heads = zip(*[_named_heads(player) for player in players], strict=True)
    print(text.ranking(names, heads, Rule(threshold, ranking.value)))


def _named_heads(player: str) -> tuple[str, int]:
    name, _, heads = player.rpartition("=")
    count = text.number(heads)
    if not name or not 0 <= count <= text.MOST_THRESHOLD:
        raise UserError(f"應該是 名字=牛頭數，牛頭數 0 到 {text.MOST_THRESHOLD}：{quote(player)}")
    return name, count
