"""The command line of ``big2``."""

from random import Random
from typing import Annotated

from big2 import cases
from big2.explain import reasons
from big2.game import PLAYERS
from big2.judge import judge
from big2.options import OPTIONS
from big2.patterns import BUILTIN, installed
from big2.play import Big2
from cardjudge.commands.rows import option
from cardjudge.commands.types import Seed
from cardjudge.doors import Row
from cardjudge.language import say
from cardjudge.play.application import game_app
from cardjudge.play.commands import Own, Values
from cardjudge.play.seats import ALL, NAMES, names_of, players_of
from cardjudge.play.session import Session

_JUDGE = """大老二裁判：從標準輸入讀取一場遊戲，輸出每一手發生的事。

不加子命令時，從標準輸入讀一場遊戲並裁判；遇到錯誤前的結果會照常輸出。

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
"""
_AUTO = """由電腦打一場，印出完整的裁判輸入：要多少測試資料都有。

印出來的可以直接交給 big2。

範例
  一筆有不合法動作的測試資料，和它的答案：
  $ big2 auto --seed 7 --illegal 0.1 > case.in && big2 < case.in > case.out && tail -1 case.out

參見
  big2 --help, big2 deal --help, docs/big2.md
"""
_ILLEGAL = Row(
    "--illegal",
    "illegal",
    "動作裡大約有多少是不合法的，從 0 到 0.9。",
    "比例",
    least=0.0,
    most=0.9,
    usual=0.0,
    kind=float,
)


def _written(session: Session, own: Values) -> str:
    """Return the case of a session, with illegal actions."""
    game, illegal = session.game, own.get("illegal", 0.0)
    assert isinstance(game, Big2)
    rng = Random(session.seed)
    lines = cases.case(game.deck, game.names, game.at.chain, game.actions(), rng, illegal)
    return "".join(f"{line}\n" for line in lines)


_ROWS = {"own": [_ILLEGAL, NAMES, players_of(Big2, ALL)]}
app = game_app(Big2, _JUDGE, judge, reasons, OPTIONS, {"auto": Own(_AUTO, _ROWS, written=_written)})


@app.command("patterns")
def list_patterns(
    check: Annotated[bool, option("--check", help="檢查別的套件裝上的牌型。")] = False,
) -> int:
    """列出 --patterns 可以用的牌型。

    先是內建的，依責任鏈的順序；再來是別的套件裝上的。--check 檢查裝上的牌型：name、key、choices、
    ways，以及牌型之間有沒有互相壓過。

    結束狀態
      0：沒有問題；1：--check 找到問題。

    範例
      $ big2 patterns

    參見
      docs/big2.md
    """
    if check:
        from big2.patterns.check import report

        lines = report()
        print("\n".join(lines) or say("沒有問題"))
        return 1 if lines else 0
    for name in BUILTIN.names:
        print(name, say("內建"), sep="  ")
    for entry in installed.available():
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
        print(entry.name, say("來自 {package}", package=package), sep="  ")
    return 0


@app.command()
def deal(seed: Seed = 0, names: Annotated[str | None, NAMES] = None) -> None:
    """洗牌：印出牌堆與四個名字，也就是裁判輸入的開頭。

    範例
      第 7 副牌，換兩個名字：
      $ big2 deal --seed 7 --names 水球,火球,甲,乙

    參見
      big2 auto --help
    """
    player_names = cases.NAMES if names is None else names_of(names, PLAYERS)
    print(*cases.header(cases.shuffled(Random(seed)), player_names), sep="\n")
