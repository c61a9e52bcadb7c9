"""大老二裁判：從標準輸入讀取一場遊戲，輸出每一手發生的事。

不加子命令時，從標準輸入讀一場遊戲並裁判；遇到錯誤前的結果會照常輸出。

輸入
  第一行是牌堆的 52 張牌，由下而上；接著四行是四位玩家的名字；之後每行一個動作：
  -1 是 pass，否則是要打的牌在手牌裡的位置，從 0 算起。遊戲結束之後的輸入不看。

結束狀態
  0：輸入判定到結束；2：用法或輸入不對，標準錯誤輸出有一行說明。

範例
  裁判一場遊戲，看最後一行：
  $ big2 auto --seed 7 | big2 | tail -1
  只用三種牌型：
  $ big2 auto --patterns 單張,對子,葫蘆 | big2 --patterns 單張,對子,葫蘆 | tail -1

參見
  big2 auto --help, big2 play --help, docs/big2.md
"""

from typing import Annotated

from big2.explain import reasons
from big2.judge import judge
from big2.options import OPTIONS
from big2.patterns import BUILTIN, installed
from big2.play import Big2
from cardjudge.commands.rows import option
from cardjudge.language import say
from cardjudge.play.application import game_app

app = game_app(Big2, __doc__, judge, reasons, OPTIONS)


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
