r"""戰爭（War）裁判：從標準輸入讀取兩位玩家的牌，輸出遊戲的結果。

不加子命令時，從標準輸入讀一場遊戲並裁判；無限遊戲停在循環開始的地方，並印出循環的長度。

輸入
  第一行是玩家 1 的牌，第二行是玩家 2 的，最上面的牌在前，以空白分隔。
  第三行可以是回合數的上限；有上限就不找循環。

結束狀態
  0：輸入判定到結束；2：用法或輸入不對，標準錯誤輸出有一行說明。

範例
  $ printf '1 2 1 2\n2 1 2 1\n' | war
  隨機的一副牌，輪流先出牌：
  $ war deal 13 --seed 1 | war --alternate --nb-vals 13

參見
  war deal --help, war stats --help, docs/war.md
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeAlias

from cardjudge.commands.completion import one_of
from cardjudge.commands.document import show, write
from cardjudge.commands.programs import ProgramOptions
from cardjudge.commands.rows import argument, option
from cardjudge.commands.types import Json, Seed, Workers
from cardjudge.errors import UserError, quote
from cardjudge.play.application import game_app
from cardjudge.series.compiled import warn_if_slow
from cardjudge.stdio import NEGATIVE, OK
from war.battle import RIFFLES
from war.explain import reasons
from war.judge import judge
from war.options import ALTERNATE, OPTIONS
from war.play import WarGame
from war.series.chunks import MOST_VALUES, Series

_BEFORE = "1"
"""The test of the methods before the nine tests; it runs by default for a homework only."""

app = game_app(WarGame, __doc__, judge, reasons, OPTIONS)

NbVals: TypeAlias = Annotated[
    int, argument(metavar="NB_VALS", least=1, most=MOST_VALUES, help="牌有幾種數值。")
]
Riffles: TypeAlias = Annotated[int, option(metavar="次數", least=0, most=1000, help="洗牌的次數。")]
Alternate: TypeAlias = Annotated[bool, ALTERNATE]


@app.command()
def deal(
    nb_vals: NbVals,
    seed: Seed = 0,
    riffles: Riffles = RIFFLES,
    game: Annotated[
        int, option(metavar="編號", least=0, help="war stats 的第幾場，從 0 算起。")
    ] = 0,
) -> None:
    """洗牌、發牌，印出裁判可以讀的兩手牌。

    牌有 NB_VALS 種數值，每種四張。同樣的種子與編號，同樣的牌。

    範例
      重玩 war stats 的第 5 場：
      $ war deal 13 --game 5 | war

    參見
      war --help, war stats --help
    """
    from war.series.deals import deal as deal_hands

    for hand in deal_hands(seed, game, nb_vals, riffles):
        print(hand)


@app.command()
def stats(
    nb_vals: NbVals,
    nb_games: Annotated[int, argument(metavar="NB_GAMES", least=1, help="玩幾場。")],
    seed: Seed = 0,
    riffles: Riffles = RIFFLES,
    alternate: Alternate = False,
    workers: Workers = "1",
    json: Json = None,
) -> None:
    """玩許多場，統計四種結果與平均回合數，附 95 % 信賴區間。

    第 i 場只由種子與 i 決定：統計和工作行程的個數無關。

    範例
      $ war stats 13 2000 --seed 1 --alternate
      統計也寫成 JSON：
      $ war stats 13 1000 --json counted.json

    參見
      war deal --help, docs/war.md
    """
    from war.series import report
    from war.series.stats import count

    series = Series(nb_vals, seed, riffles, alternate)
    if workers.isdigit():
        warn_if_slow()
    tally = count(series, nb_games, workers)
    show(report.statistics(series, tally), json, "war-stats", report.figures(series, tally))


def _tests() -> Iterable[str]:
    from war.verify.assignment import TESTS

    return TESTS


@app.command()
def verify(
    tests: Annotated[
        list[str] | None,
        argument(
            metavar="測試",
            help="1 21a 21b 22 23 31 32 33 41 42；不寫就是全部。",
            words=one_of(_tests),
        ),
    ] = None,
    *,
    java: Annotated[
        Path | None,
        option(metavar="路徑", help="測這個資料夾或檔案裡的 Java 類別 Deck 與 Battle。"),
    ] = None,
    python: Annotated[
        Path | None,
        option(metavar="路徑", help="測這個檔案或資料夾裡的 Python 類別 Deck 與 Battle。"),
    ] = None,
    seed: Seed = 0,
    json: Json = None,
    options: ProgramOptions,
) -> int:
    """執行作業的九個測試，每個一行：測這裡的程式，或你寫的 Deck 與 Battle。

    每個測試呼叫作業指定的方法。含有隨機性的測試，只有結果是正確的程式一百萬次也不會遇到一次時才
    判不通過。你的程式還有測試 1：pick、pickAll、isValid 與 copy。不通過時印出第一個不對的例子。

    時間
      一個測試最多用 --time 兩倍的 CPU 時間；23 和 42 先玩幾場，會結束的再給一百倍。

    結束狀態
      0：都通過；1：有一個沒有通過；2：用法不對。

    範例
      你的類別在 homework 資料夾裡的話，是 war verify --java homework。
      $ war verify 21a 21b 22

    參見
      docs/war.md
    """
    from cardjudge.programs.compiler import CompileError
    from war.series import report
    from war.verify import homework as homeworks
    from war.verify.assignment import TESTS, run
    from war.verify.exam import Own

    if java and python:
        raise UserError("--java 和 --python 只能寫一個")
    names = tests or [name for name in TESTS if name != _BEFORE or java or python]
    for name in names:
        if name not in TESTS:
            known = " ".join(TESTS)
            raise UserError("沒有{name}這個測試（有的是：{known}）", name=quote(name), known=known)
    read = homeworks.java if java else homeworks.python
    where = java or python
    try:
        homework = read(where, options) if where else Own(seed)
    except CompileError as error:
        print(f"[FAIL] {error}", *error.messages.strip().splitlines(), sep="\n    ")
        return NEGATIVE
    verdicts = []
    for name in names:
        verdicts.append(run(name, homework, seed))
        if json != Path("-"):
            print(report.verdict(verdicts[-1]), flush=True)
    if json:
        write(json, "war-verify", {"tests": [report.document(verdict) for verdict in verdicts]})
    return OK if all(verdict.passed for verdict in verdicts) else NEGATIVE
