"""排七裁判：從標準輸入讀取一場遊戲，輸出每一手發生的事。

不加子命令時，從標準輸入讀一場遊戲並裁判；遇到錯誤前的結果會照常輸出。

輸入
  第一行是牌堆的 52 張牌，由下而上；接著四行是四位玩家的名字；之後每行一張牌。

範例
  $ sevens auto --seed 7 | sevens
"""

from cardjudge.play.application import game_app
from sevens.explain import reasons
from sevens.judge import judge
from sevens.play import Sevens

app = game_app(Sevens, __doc__, judge, reasons)
