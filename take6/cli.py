"""誰是牛頭王（Take 6!）裁判：從標準輸入讀取一場遊戲，輸出每一回合發生的事。

不加子命令時，從標準輸入讀一場遊戲並裁判。take6 play 是和電腦玩，take6 contest 是程式的比賽。

--players 的電腦是等級 1 到 3，或 playouts:N：每步模擬 N 次。

輸入
  第一行是人數，用狂牛症規則時再加上門檻；第二行是 104 張牌的牌堆；之後十行，
  每行是每位玩家打的牌，牌比四列都小時，後面接著要收走哪一列。

結束狀態
  0：輸入判定到結束；2：用法或輸入不對，標準錯誤輸出有一行說明。

範例
  裁判一場遊戲，看最後一行：
  $ take6 auto --seed 7 | take6 | tail -1
  只看勝利指數：
  $ take6 auto --mad 20 | take6 --ranking index | tail -1

參見
  take6 play --help, take6 contest --help, docs/take6.md
"""

from pathlib import Path
from typing import Annotated, Any, Literal

from cardjudge.commands.rows import argument
from cardjudge.errors import UserError, quote
from cardjudge.files import demand_new, write_all
from cardjudge.numbers import integer
from cardjudge.play.application import game_app
from cardjudge.play.commands import Own
from take6 import text
from take6.explain import reasons
from take6.game import Rule
from take6.judge import judge
from take6.options import OPTIONS, RANKING
from take6.play.game import Take6
from take6.text import MOST_THRESHOLD


def _terminal() -> type[Any]:
    from take6.play.menus import Menus  # loads Rich

    return Menus


def _contestant() -> type[Any]:
    from take6.series.contest.program import Program

    return Program


_PROTOCOL = (
    "程式用 C（或 Python）寫，有作業的那四個函式；take6 export-header 寫出兩個範例。"
    "每個座位是一個行程，所以沒有程式看到同一副牌兩次。"
)
app = game_app(
    Take6,
    __doc__,
    judge,
    reasons,
    OPTIONS,
    own={
        "play": Own(terminal=_terminal),
        "contest": Own("", {"settings": ()}, program=_contestant, protocol=_PROTOCOL),
    },
)


@app.command()
def rank(
    threshold: Annotated[
        int, argument(least=1, most=MOST_THRESHOLD, metavar="門檻", help="狂牛症規則的門檻。")
    ],
    players: Annotated[list[str], argument(metavar="名字=牛頭數", help="每位玩家的名字與牛頭數。")],
    ranking: Annotated[Literal["mad-first", "index"], RANKING] = "mad-first",
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


@app.command("export-header")
def export_header(
    folder: Annotated[Path, argument(metavar="資料夾", help="還沒有東西的資料夾。")] = Path(
        "take6-contest"
    ),
) -> None:
    """寫出 C 標頭檔、兩個範例參賽者與 Makefile，一分鐘就能開始。

    範例
      $ take6 export-header mine

    參見
      take6 contest --help, docs/take6.md
    """
    from importlib import resources

    demand_new(folder)
    starter = resources.files("take6.series.contest").joinpath("starter")
    texts = {file.name: file.read_bytes() for file in starter.iterdir()}
    write_all(folder, texts)
    for name in sorted(texts):
        print(folder / name)
