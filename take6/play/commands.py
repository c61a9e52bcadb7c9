"""The commands ``take6 play`` and ``take6 review``."""

from io import BytesIO
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from cardjudge.commands.options import grouped, option
from cardjudge.commands.reviews import File, ReviewOptions
from cardjudge.commands.types import AnySeed, Plain
from cardjudge.errors import UserError, quote
from cardjudge.files import given
from cardjudge.play.levels import NORMAL
from cardjudge.play.options import Level
from cardjudge.series.compiled import warn_if_slow
from take6.options import RANKING

Ranking: TypeAlias = Annotated[Literal["mad-first", "index"], option(RANKING)]


@grouped
def review(file: File, ranking: Ranking = "mad-first", *, asked: ReviewOptions) -> None:
    """覆盤一場遊戲：每張牌、每一列的勝率，最好的打法，和損失最大的失誤。

    勝率由等級 6 估計，只用那位玩家當時知道的事：別人的手牌是抽樣的。損失的 95 % 信賴區間不含 0
    才算失誤。同樣的種子，輸出逐位元組相同。

    範例
      $ take6 review testdata/take6/four-players.in --seat 1 --playouts 400

    參見
      take6 replay --help, docs/take6.md
    """
    from cardjudge.stdio import Lines
    from take6.play.replay import page_frames
    from take6.play.review import read, review

    data = given(file)
    game = read(Lines(BytesIO(data)), ranking)
    warn_if_slow()
    found = review(game, asked.seat, asked.playouts, asked.seed, asked.spread())
    asked.tell("take6-review", found, page_frames(Lines(BytesIO(data)), ranking)[0], game.error)


def play(
    seed: AnySeed = None,
    plain: Plain = False,
    level: Level = None,
    save: Annotated[
        Path, typer.Option(metavar="檔案", help="儲存與讀取進度的檔案。", show_default=True)
    ] = Path("take6.play.save"),
) -> None:
    """在終端機玩整場遊戲。

    有選單，人與電腦可以同桌，進度可以儲存與讀取；Ctrl-D 離開。

    範例
      $ take6 play
      每次都發同樣的牌，不用顏色：
      $ take6 play --seed 7 --plain

    參見
      docs/take6.md
    """
    if not save.name or save.is_dir():
        raise UserError("--save 要是檔案，不是資料夾：{path}", path=quote(str(save)))
    from take6.play.screen import Screen
    from take6.play.terminal import Terminal

    Terminal(Screen(plain), save, seed, level or NORMAL).run()
