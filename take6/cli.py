"""The command line of ``take6``."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from cardjudge.commands.app import App
from cardjudge.commands.completion import list_of
from cardjudge.errors import UserError, quote
from cardjudge.series.compiled import warn_if_slow
from cardjudge.stdio import serve
from take6 import text
from take6.game import FEWEST, MOST, NORMAL, Rule
from take6.judge import judge

app = App(
    "take6",
    help="""
    誰是牛頭王（Take 6!）裁判：從標準輸入讀取一場遊戲，輸出每一回合發生的事。

    沒有子命令時裁判標準輸入。take6 play 是整個遊戲，take6 contest 是程式的比賽。
    """,
    epilog="""
    輸入
      第一行是人數，用狂牛症規則時再加上門檻；第二行是 104 張牌的牌堆；之後十行，
      每行是每位玩家打的牌，牌比四列都小時，後面接著要收走哪一列。

    結束狀態
      0：輸入判定到結束；2：用法或輸入不對，標準錯誤輸出有一行說明。

    範例
      裁判一場遊戲，看最後一行：
      $ take6 < testdata/take6/four-players.in | tail -1
      只看勝利指數：
      $ take6 --ranking index < testdata/take6/mad.in | tail -1

    參見
      take6 play --help, take6 contest --help, docs/take6.md
    """,
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


@app.command(
    help="依狂牛症規則，由牛頭數排名。",
    epilog="""
    範例
      門檻 30：
      $ take6 rank 30 A=35 B=20 C=5 D=12

    參見
      take6 --help, docs/take6.md
    """,
)
def rank(
    threshold: Annotated[int, typer.Argument(metavar="門檻", help="狂牛症門檻，1 到 171。")],
    players: Annotated[
        list[str], typer.Argument(metavar="名字=牛頭數", help="每位玩家的名字與牛頭數。")
    ],
    ranking: RankingOption = Ranking.MAD_FIRST,
) -> None:
    """Print the ranking of heads that are given."""
    names, heads = zip(*[_named_heads(player) for player in players], strict=True)
    print(text.ranking(names, heads, _rule(threshold, ranking)))


def _named_heads(player: str) -> tuple[str, int]:
    name, _, heads = player.rpartition("=")
    count = text.number(heads)
    if not name or not 0 <= count <= text.MOST_THRESHOLD:
        raise UserError(f"應該是 名字=牛頭數，牛頭數 0 到 {text.MOST_THRESHOLD}：{quote(player)}")
    return name, count


SEED = typer.Option(metavar="種子", help="亂數種子，任何文字；相同的種子發相同的牌。")
SeedOption = Annotated[str, SEED]
PlayersOption = Annotated[
    str,
    typer.Option(
        metavar="等級",
        help="每個座位的電腦等級 1 到 6，以逗號分隔。4 到 6 可以加上每步的模擬次數或 CPU 時間："
        "6:20000、6:50ms；只有模擬次數在每台機器上都給出同一場遊戲。",
        autocompletion=list_of(lambda: ("1", "2", "3", "4", "5", "6")),
    ),
]
ThresholdOption = Annotated[
    int | None,
    typer.Option(metavar="門檻", help="用狂牛症規則，門檻 1 到 171。", show_default="普通規則"),
]
WorkersOption = Annotated[int, typer.Option(min=1, metavar="數量", help="同時使用幾個行程。")]


@app.command(
    help="""
    在終端機玩整場遊戲。

    有選單，人與電腦可以同桌，進度可以儲存與讀取；Ctrl-D 離開。
    """,
    epilog="""
    範例
      $ take6 play
      每次都發同樣的牌，不用表格與顏色：
      $ take6 play --seed 7 --plain

    參見
      docs/take6.md
    """,
)
def play(
    seed: Annotated[str | None, SEED] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="只用純文字，不用表格與顏色。", show_default=False)
    ] = False,
    save: Annotated[
        Path, typer.Option(metavar="檔案", help="儲存與讀取進度的檔案。", show_default=True)
    ] = Path("take6.play.save"),
) -> None:
    """Play in the terminal."""
    from take6.play.screen import Plain, Rich
    from take6.play.terminal import Table

    if seed is not None and not seed.isprintable():
        raise UserError(f"種子裡有控制字元：{quote(seed)}")
    warn_if_slow()
    Table(Plain() if plain else Rich(), input, save, seed).run()


@app.command(
    help="""
    讓電腦比很多場，印出勝率與平均牛頭數，附 95 % 信賴區間。

    每一副牌輪流換座位各打一場，平手均分勝場。
    """,
    epilog="""
    範例
      $ take6 match --players 3,2,1 --games 30 --seed 1

    參見
      docs/take6.md
    """,
)
def match(
    players: PlayersOption,
    games: Annotated[
        int, typer.Option(min=1, metavar="場數", help="至少幾場；補足到每一副牌都換完座位。")
    ] = 1000,
    seed: SeedOption = "0",
    mad: ThresholdOption = None,
    ranking: RankingOption = Ranking.MAD_FIRST,
    workers: WorkersOption = 1,
    json: Annotated[bool, typer.Option("--json", help="輸出 JSON。", show_default=False)] = False,
) -> None:
    """Let computers play many games."""
    from take6.series.match import as_json, as_table
    from take6.series.match import match as play_match

    levels = _levels(players)
    results = play_match(levels, games, _seed(seed), _rule(mad, ranking), workers)
    print((as_json if json else as_table)(results))


@app.command(
    help="讓電腦打完一場，寫出這場遊戲的裁判輸入。",
    epilog="""
    範例
      一場狂牛症規則的遊戲，和它的結果：
      $ take6 auto --players 3,2,1 --mad 20 --seed 7 | take6 | tail -1

    參見
      take6 --help, take6 replay --help
    """,
)
def auto(
    players: PlayersOption,
    seed: SeedOption = "0",
    mad: ThresholdOption = None,
) -> None:
    """Write the judge input of a game of computers."""
    from take6.play.replay import as_input
    from take6.players import player
    from take6.players.table import steps

    computers = [player(level) for level in _levels(players)]
    for line in as_input(steps(computers, _seed(seed), _rule(mad, Ranking.MAD_FIRST))):
        print(line)


@app.command(
    help="""
    在終端機一步一步重播一場遊戲。

    按 Enter 看下一步，q 離開。
    """,
    epilog="""
    範例
      $ take6 replay testdata/take6/four-players.in

    參見
      take6 auto --help
    """,
)
def replay(
    file: Annotated[Path, typer.Argument(metavar="檔案", help="裁判輸入，例如 auto 寫出的檔案。")],
    ranking: RankingOption = Ranking.MAD_FIRST,
) -> None:
    """Show a game step by step."""
    from take6.play.replay import show

    with file.open("rb") as lines:
        show(lines, ranking.value)


def _levels(listed: str) -> list[str]:
    from take6.players import BUDGETS, player

    levels = [level.strip() for level in listed.replace("，", ",").split(",")]
    if not FEWEST <= len(levels) <= MOST:
        raise UserError(f"--players 應該有 {FEWEST} 到 {MOST} 個等級：{quote(listed)}")
    for level in levels:
        try:
            player(level)
        except ValueError:
            raise UserError(f"沒有{quote(level)}這個等級；等級是 1 到 6，如 6:50ms") from None
    if any(level[0] in BUDGETS for level in levels):
        warn_if_slow()
    return levels


def _rule(threshold: int | None, ranking: Ranking) -> Rule:
    if threshold is None:
        return NORMAL
    if not 1 <= threshold <= text.MOST_THRESHOLD:
        raise UserError(f"狂牛症門檻應該是 1 到 {text.MOST_THRESHOLD}：{threshold}")
    return Rule(threshold, ranking.value)


def _seed(seed: str) -> str:
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise UserError(f"種子不是 UTF-8：{quote(seed)}") from None
    return seed


@app.command(
    help="""
    讓有作業那四個函式的 C 程式（或 Python 程式）兩兩比賽。

    每一對打許多場，印出等級分、勝率、平均牛頭數與判負的次數。編譯不過的：指名的是錯誤，
    資料夾裡的略過。
    """,
    epilog="""
    範例
      寫出兩個範例參賽者，讓它們比賽：
      $ take6 export-header contest && take6 contest contest --games 10 --seed 1

    參見
      take6 export-header --help, docs/take6.md
    """,
)
def contest(
    contestants: Annotated[
        list[Path],
        typer.Argument(metavar="檔案或資料夾", help=".c 或 .py 檔，或裝著這些檔案的資料夾。"),
    ],
    games: Annotated[
        int, typer.Option(min=1, metavar="場數", help="每一對至少幾場；每一副牌換座位各打一場。")
    ] = 1000,
    seed: SeedOption = "0",
    seconds: Annotated[
        float, typer.Option(min=0.001, metavar="秒數", help="每次呼叫的時間上限。")
    ] = 1.0,
    memory: Annotated[int, typer.Option(min=1, metavar="MiB", help="每個程式的記憶體上限。")] = 256,
    workers: WorkersOption = 1,
) -> None:
    """Let programs play against each other."""
    from take6.series.contest.tournament import Terms, files
    from take6.series.contest.tournament import contest as play_contest

    terms = Terms(-(-games // 2), _seed(seed), seconds, memory << 20)
    has_folder = any(path.is_dir() for path in contestants)
    for line in play_contest(files(contestants), terms, workers, skip_broken=has_folder):
        print(line)


@app.command(
    "export-header",
    help="""
    寫出 C 標頭檔、兩個範例參賽者與 Makefile，一分鐘就能開始。

    已經存在的檔案不會改動。
    """,
    epilog="""
    範例
      $ take6 export-header mine

    參見
      take6 contest --help, docs/take6.md
    """,
)
def export_header(
    folder: Annotated[Path, typer.Argument(metavar="資料夾", help="寫到哪裡；沒有就建立。")] = Path(
        "take6-contest"
    ),
) -> None:
    """Write the header and two example contestants; files that exist are left alone."""
    from importlib import resources

    folder.mkdir(parents=True, exist_ok=True)
    starter = resources.files("take6.series.contest").joinpath("starter")
    for file in sorted(starter.iterdir(), key=lambda file: file.name):
        try:
            with (folder / file.name).open("xb") as copy:
                copy.write(file.read_bytes())
        except FileExistsError:
            print(f"{folder / file.name} 已經存在，沒有改動")
        else:
            print(folder / file.name)
