"""解 Nim 與其他的無偏賽局：誰必勝，以及每一個必勝的走法。

不加子命令時，從標準輸入讀一個 Nim 局面，印出各堆的 Nim 和 X、勝負與每一個必勝的取法。

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
"""

from functools import partial
from typing import Annotated

from cardjudge.commands.completion import one_of
from cardjudge.commands.rows import option
from cardjudge.commands.slips import no_subcommand
from cardjudge.commands.types import Seed
from cardjudge.doors import Row
from cardjudge.play.application import game_app
from cardjudge.play.commands import Own, Values
from cardjudge.play.game import Settings
from cardjudge.play.levels import HARD
from cardjudge.play.options import LEVEL
from cardjudge.play.seats import PEOPLE, dealt
from cardjudge.play.session import Session
from cardjudge.stdio import NEGATIVE, OK, serve
from nim import judge
from nim.explain import REASONS, reasons
from nim.options import MISERE, OPTIONS
from nim.play import NimGame
from nim.theorems import THEOREMS, check

_PLAY = """在終端機和電腦玩，它會用二進位解釋每一步。

困難的對手從不走錯，普通的有時走錯，簡單的像新手。

可以玩的是 nim、line 與 graph，匱乏賽局只有 nim 與 line；Ctrl-D 離開。

範例
  $ nim play nim 2 5 7 9 6
  讓電腦先走：
  $ nim play line 10 1 : 1 2 --second
  兩個人玩：
  $ nim play --seat 1 --seat 2

參見
  nim sum --help, docs/nim.md
"""
_GAME = Row(
    (),
    "game",
    "寫法同 nim sum 的一行。",
    "賽局",
    shown="Nim",
    words=one_of(lambda: ("nim", "line", "graph")),
    many=True,
)
_JUDGE = Row("--game", "game", "哪一個裁判：nim、choose 或 line。", "賽局", [*REASONS], shown="nim")
_SECOND = Row("--second", "second", "讓電腦先手。")


def _seated(
    game: type[NimGame], given: Settings, number: int, own: Values, programs: object
) -> Session:
    """Return the session of the game that the words name, against the hardest level."""
    if "game" in own:
        given = {"game": " ".join(own["game"]), **given}
    people = [2] if "second" in own else own.get("seat", [1])
    return dealt(game, given, number, own.get("level", HARD), people=people)


_SITTING = {"own": [_GAME, PEOPLE, _SECOND, LEVEL], "options": (), "settings": OPTIONS}
app = game_app(
    NimGame,
    __doc__,
    judge.judge,
    reasons,
    OPTIONS,
    own={
        "play": Own(_PLAY, _SITTING, _seated),
        "explain": Own(rows={"settings": (*OPTIONS, _JUDGE)}),
    },
    without=("match",),
)

Misere = Annotated[bool, MISERE]


@app.command("choose", slip=no_subcommand)
def choose() -> None:
    """解 Choose Nim：先手選一堆，接著只用那一堆玩 Nim。

    輸入同 nim。

    範例
      $ echo 4  1 2 3 4 | nim choose

    參見
      nim --help, docs/nim.md
    """
    serve(judge.choose)


@app.command("line", slip=no_subcommand)
def line(
    misere: Misere = False,
    classes: Annotated[
        bool,
        option(
            "--classes",
            help="列出每個位置的類別 N、P、L、R："
            "不管誰先走，L 是第一行步數的玩家贏，R 是第二行步數的玩家贏。",
        ),
    ] = False,
) -> None:
    r"""解數線上的遊戲：一枚棋子輪流往前走，不能走的人輸。

    輸入
      第一行是終點與起點，第二行是先手可以走的步數，第三行是後手的；沒有第三行，兩人相同。

    範例
      從 0 走到 10，每次走 1 或 2 步：
      $ printf '10 0\n1 2\n' | nim line
      兩人的步數不同，列出每個位置的類別：
      $ printf '10 0\n1 2\n1 3\n' | nim line --classes

    參見
      docs/nim.md
    """
    serve(partial(judge.line, misere=misere, classes=classes))


@app.command("graph", slip=no_subcommand)
def graph(
    loopy: Annotated[
        bool, option("--loopy", help="圖可以有環：輸出每個頂點是 N、P 或和局；不放棋子。")
    ] = False,
) -> None:
    """解有向圖上的遊戲，輸出每個頂點的 SG 值。

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
    """
    serve(partial(judge.graph, loopy=loopy))


@app.command("sum", slip=no_subcommand)
def solve_sum() -> None:
    r"""解賽局和，輸出各自的 SG 值、X、勝負與必勝的走法。

    輸入
      每行一個賽局，寫法是 nim 3 4 5、choose 0 1 2、line 10 1 : 1 2、graph 檔名 : 3。

    範例
      $ printf 'nim 3 4 5\nline 10 1 : 1 2\n' | nim sum

    參見
      nim line --help, docs/nim.md
    """
    serve(judge.solve_sum)


@app.command("check")
def check_theorems(
    games: Annotated[
        int, option(least=1, most=10**6, metavar="次數", help="每個定理試幾次。")
    ] = 200,
    seed: Seed = 1,
) -> int:
    """用隨機的賽局檢驗定理 1 到 5 與 Sprague-Grundy 定理。

    結束狀態
      0：沒有反例；1：有反例，已經印出來；2：用法不對。

    範例
      $ nim check --games 20 --seed 7

    參見
      docs/nim.md
    """
    status = OK
    for finding in check(THEOREMS, games, seed):
        print(finding.sentence())
        status = status if finding.counterexample is None else NEGATIVE
    return status
