"""The commands ``big2 play`` and ``big2 review``."""

from io import BytesIO
from random import Random
from typing import Annotated

import typer

from big2.game import PLAYERS
from big2.options import chain_of
from big2.players.options import Patterns, PlayerOptions, names_of, tell_if_slow
from cardjudge.commands.options import grouped
from cardjudge.commands.programs import ProgramOptions
from cardjudge.commands.reviews import File, ReviewOptions
from cardjudge.commands.types import AnySeed, Plain
from cardjudge.errors import UserError
from cardjudge.files import given
from cardjudge.play.levels import NORMAL
from cardjudge.play.options import Level


@grouped
def review(case: File, patterns: Patterns = None, *, asked: ReviewOptions) -> None:
    """覆盤一場遊戲：每個決定的勝率、最好的打法，和損失最大的失誤。

    勝率由最強的電腦估計，只用那位玩家當時知道的事：別人的手牌是抽樣的。損失的 95 % 信賴區間不含 0
    才算失誤。同樣的種子，輸出逐位元組相同。

    範例
      只看水球，每個決定少模擬一些：
      $ big2 review testdata/big2/sample.in --seat 水球 --playouts 400

    參見
      big2 replay --help, docs/big2.md
    """
    from big2.play.replay import frames
    from big2.play.review import read, review
    from big2.play.session import said_beside
    from cardjudge.stdio import Lines

    data, chain, seat = given(case), chain_of(patterns), asked.seat
    if patterns is None and (said := said_beside(case)):
        chain, seat = said[0], seat or str(said[1] + 1)
    game = read(Lines(BytesIO(data)), chain)
    tell_if_slow(chain)
    found = review(game, seat, asked.playouts, asked.seed, asked.spread())
    asked.tell("big2-review", found, frames(Lines(BytesIO(data)), chain)[0], game.error)


@grouped
def play(
    seed: AnySeed = None,
    names: Annotated[
        str | None,
        typer.Option(metavar="名字", help="四個名字。", show_default="你,水球,火球,保齡球"),
    ] = None,
    seat: Annotated[
        int, typer.Option(min=1, max=PLAYERS, metavar="位子", help="你坐第幾個位子，從 1 算起。")
    ] = 1,
    level: Level = None,
    plain: Plain = False,
    *,
    players: PlayerOptions,
    holding: ProgramOptions,
) -> None:
    """在終端機和三個電腦打一場。

    指令在開始時列出。存檔就是裁判的輸入。無論怎麼離開，沒存的牌局都會留在一個檔案裡。

    範例
      坐第三個位子，每次都打同一副牌，對手困難：
      $ big2 play --seat 3 --seed 7 --level hard

    參見
      big2 replay --help, docs/big2.md
    """
    from secrets import randbits

    from big2.play.screen import Screen
    from big2.play.session import dealt
    from big2.play.terminal import Terminal
    from big2.players import LEVELS
    from big2.series.match import seated

    seed = randbits(32) if seed is None else seed
    chosen = players.players is not None or players.programs
    if level and chosen:
        raise UserError("--level 與 --players、--program 只能擇一")
    if not chosen:
        level = level or NORMAL
        players = players._replace(players=",".join([LEVELS[level]] * (PLAYERS - 1)))
    budget, called = players.budget(), None if names is None else names_of(names)
    session = dealt(seed, players.chain(), seat - 1, called)
    with seated(players.seats(holding, PLAYERS - 1), Random(seed), budget) as computers:
        Terminal(session, computers, seed, budget, Screen(plain), level or "").run()
