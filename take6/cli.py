"""The command line of ``take6``."""

from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from cardjudge import files
from cardjudge.commands.app import App
from cardjudge.commands.completion import list_of
from cardjudge.commands.explaining import Explained
from cardjudge.commands.options import grouped
from cardjudge.commands.outputs import PAGE, file_to_write
from cardjudge.commands.programs import PER_CALL, LeagueOptions, ProgramOptions
from cardjudge.commands.types import Json, Plain, Seed, Workers
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.series.compiled import warn_if_slow
from cardjudge.stdio import serve
from take6 import text
from take6.game import FEWEST, MOST, Rule
from take6.judge import judge
from take6.play import commands
from take6.play.commands import Ranking
from take6.text import MOST_THRESHOLD

app = App("take6")


@app.callback(invoke_without_command=True)
def main(context: typer.Context, ranking: Ranking = "mad-first") -> None:
    """誰是牛頭王（Take 6!）裁判：從標準輸入讀取一場遊戲，輸出每一回合發生的事。

    不加子命令時，從標準輸入讀一場遊戲並裁判。take6 play 是和電腦玩，take6 contest 是程式的比賽。

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
    """
    if context.invoked_subcommand is None:
        serve(partial(judge, ranking=ranking))


@app.command()
@grouped
def explain(ranking: Ranking = "mad-first", *, asked: Explained) -> None:
    """說明裁判的每一行輸出為什麼是這樣：輸入的哪一行、哪一條規則、比較的是什麼。

    輸入和裁判的相同。輸入有錯時，先說明到那裡為止的部分。

    範例
      輸出的第 14 行是怎麼來的：
      $ take6 explain testdata/take6/mad.in --line 14

    參見
      take6 --help, docs/take6.md
    """
    from take6.explain import reasons

    asked.show(reasons(asked.data(), ranking), "take6-explain")


@app.command()
def rank(
    threshold: Annotated[
        int, typer.Argument(min=1, max=MOST_THRESHOLD, metavar="門檻", help="狂牛症規則的門檻。")
    ],
    players: Annotated[
        list[str], typer.Argument(metavar="名字=牛頭數", help="每位玩家的名字與牛頭數。")
    ],
    ranking: Ranking = "mad-first",
) -> None:
    """依狂牛症規則，由牛頭數排名。

    範例
      門檻 30：
      $ take6 rank 30 A=35 B=20 C=5 D=12

    參見
      take6 --help, docs/take6.md
    """
    names, heads = zip(*[_named_heads(player) for player in players], strict=True)
    print(text.ranking(names, heads, Rule(threshold, ranking)))


def _named_heads(player: str) -> tuple[str, int]:
    name, _, heads = player.rpartition("=")
    count = integer(heads, 0, MOST_THRESHOLD)
    if not name or count is None:
        raise UserError("應該是 名字=牛頭數，牛頭數 0 到 171：{given}", given=quote(player))
    return name, count


class Computers(NamedTuple):
    """The levels, the seed and the rule of a game of computers."""

    players: Annotated[
        str,
        typer.Option(
            metavar="等級",
            help="每個座位的電腦等級 1 到 6，以逗號分隔。4 到 6 可以加上每步的模擬次數或 CPU 時間："
            "6:20000、6:50ms；只有模擬次數在每台機器上都給出同一場遊戲。",
            autocompletion=list_of(lambda: ("1", "2", "3", "4", "5", "6")),
        ),
    ]
    seed: Seed = 0
    mad: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=MOST_THRESHOLD,
            metavar="門檻",
            help="用狂牛症規則，這是門檻。",
            show_default="普通規則",
        ),
    ] = None
    ranking: Ranking = "mad-first"

    @property
    def rule(self) -> Rule:
        """The rule of the options."""
        return Rule(self.mad, self.ranking)

    def levels(self) -> list[str]:
        """Return the levels; UserError for an unknown level, or for too few or too many."""
        from take6.players import BUDGETS, player

        levels = [level.strip() for level in self.players.replace("，", ",").split(",")]
        if not FEWEST <= len(levels) <= MOST:
            given = quote(self.players)
            raise UserError("--players 應該有 2 到 10 個等級：{given}", given=given)
        for level in levels:
            try:
                player(level)
            except ValueError:
                template = "沒有{level}這個等級；等級是 1 到 6，如 6:50ms"
                raise UserError(template, level=quote(level)) from None
        if any(level[0] in BUDGETS for level in levels):
            warn_if_slow()
        return levels


app.command("play")(commands.play)


@app.command()
@grouped
def match(
    *,
    computers: Computers,
    games: Annotated[
        int, typer.Option(min=1, metavar="場數", help="至少幾場；補足到每一副牌都換完座位。")
    ] = 1000,
    workers: Workers = "1",
    json: Json = None,
) -> None:
    """讓電腦比很多場，印出勝率與平均牛頭數，附 95 % 信賴區間。

    每一副牌輪流換座位各打一場，平手均分勝場。

    範例
      $ take6 match --players 3,2,1 --games 30 --seed 1

    參見
      docs/take6.md
    """
    from cardjudge.commands.document import show
    from take6.series.match import Match, document, play, table

    levels = tuple(computers.levels())
    match = Match(levels, -(-games // len(levels)), str(computers.seed), computers.rule)
    results = play(match, workers)
    show(table(match, results), json, "take6-match", document(match, results))


@app.command()
@grouped
def auto(*, computers: Computers) -> None:
    """讓電腦打完一場，寫出這場遊戲的裁判輸入。

    範例
      一場狂牛症規則的遊戲，和它的結果：
      $ take6 auto --players 3,2,1 --mad 20 --seed 7 | take6 | tail -1

    參見
      take6 --help, take6 replay --help
    """
    from take6.players import player
    from take6.players.base import played

    seats = [player(level) for level in computers.levels()]
    print(text.case(played(seats, str(computers.seed), computers.rule)), end="")


@app.command()
def replay(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="檔案", help="裁判輸入，例如 auto 或 contest 寫出的檔案；- 是標準輸入。"
        ),
    ],
    ranking: Ranking = "mad-first",
    plain: Plain = False,
    html: Annotated[
        Path | None,
        file_to_write(
            "寫成一張不需要網路的網頁。", "--html", mark=PAGE, metavar="網頁", show_default="不寫"
        ),
    ] = None,
) -> None:
    """在終端機一張牌一張牌地重播一場遊戲，或做成一張網頁。

    按 Enter 看下一張，b 回上一張，數字到那一回合，q 離開。不在終端機時全部印出。

    範例
      $ take6 replay testdata/take6/four-players.in

    參見
      take6 auto --help, take6 contest --help
    """
    from cardjudge.stdio import Lines
    from cardjudge.viewer import page
    from take6.play.replay import TITLE, frames, page_frames, show
    from take6.play.screen import Screen

    lines = Lines(BytesIO(files.given(file)))
    if html is None:
        shown, error = frames(lines, ranking)
        show(shown, Screen(plain))
    else:
        made, error = page_frames(lines, ranking)
        files.write(html, page(say(TITLE), made))
    if error is not None:
        raise error


app.command("review")(commands.review)


@app.command()
@grouped
def contest(
    contestants: Annotated[
        list[Path],
        typer.Argument(metavar="檔案或資料夾", help=".c 或 .py 檔，或裝著這些檔案的資料夾。"),
    ],
    games: Annotated[
        int, typer.Option(min=1, metavar="場數", help="每一對至少幾場；每一副牌換座位各打一場。")
    ] = 1000,
    *,
    league: LeagueOptions,
    holding: ProgramOptions = PER_CALL,
) -> None:
    """讓有作業那四個函式的 C 程式（或 Python 程式）兩兩比賽。

    每一對打同樣的牌，兩邊各坐一次。每個座位是一個行程，所以沒有程式看到同一副牌兩次。--time 和
    --wall 是每次呼叫的。出錯牌、當掉或超過時間就輸掉那一場，表格下方有原因和它最後說的話。
    無法編譯的程式，直接指定時是錯誤，在資料夾裡時略過。

    範例
      寫出兩個範例參賽者，讓它們比賽：
      $ take6 export-header contest && take6 contest contest --games 10 --seed 1

    參見
      take6 export-header --help, docs/take6.md
    """
    from cardjudge.commands.document import show
    from cardjudge.series.contest import Terms, command, contest, ready
    from take6.cards import ALL_HEADS
    from take6.series.contest.build import files, source
    from take6.series.contest.league import ARENA, table

    sandbox = holding.sandbox(hidden=contestants)
    has_folder = any(path.is_dir() for path in contestants)
    made = partial(command, holding.limits(), sandbox, source)
    entrants = ready(files(contestants), made, has_folder)
    terms = Terms(-(-games // 2), league.secret(), league.save_games)
    played = contest(ARENA, entrants, terms, league.workers)
    document = played.document(heads=played.means(ALL_HEADS))
    show(table(played), league.json, "take6-contest", document)


@app.command("export-header")
def export_header(
    folder: Annotated[Path, typer.Argument(metavar="資料夾", help="寫到哪裡；沒有就建立。")] = Path(
        "take6-contest"
    ),
) -> None:
    """寫出 C 標頭檔、兩個範例參賽者與 Makefile，一分鐘就能開始。

    已經存在的檔案不會改動。

    範例
      $ take6 export-header mine

    參見
      take6 contest --help, docs/take6.md
    """
    from importlib import resources

    folder.mkdir(parents=True, exist_ok=True)
    starter = resources.files("take6.series.contest").joinpath("starter")
    for file in sorted(starter.iterdir(), key=lambda file: file.name):
        try:
            with (folder / file.name).open("xb") as copy:
                copy.write(file.read_bytes())
        except FileExistsError:
            print(say("{file} 已經存在，沒有改動", file=str(folder / file.name)))
        else:
            print(folder / file.name)
