"""The command line of ``big2``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

import typer

from big2.game import PLAYERS
from big2.judge import judge
from big2.patterns import BUILTIN, installed
from big2.patterns.base import Chain
from big2.text import COMMAS
from judge.app import App
from judge.errors import UserError, quote
from judge.options import grouped
from judge.stdio import say, serve

if TYPE_CHECKING:
    from big2.players import Budget

app = App(
    "big2",
    help="大老二裁判：從標準輸入讀取牌堆、四個名字與每一個動作，輸出整場遊戲。",
    epilog="範例：big2 < testdata/big2/sample.in",
)


class Punctuation(StrEnum):
    """The comma of the messages."""

    FULLWIDTH = "fullwidth"
    ASCII = "ascii"


Patterns: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="牌型",
        help="只用這些牌型，以逗號分隔，例如 單張,對子；可以指名已安裝的牌型。",
        show_default="全部的內建牌型",
    ),
]
Seed: TypeAlias = Annotated[
    int, typer.Option(metavar="種子", help="亂數種子：同樣的種子，同樣的輸出。")
]
Names: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="名字", help="四個名字，以逗號分隔。", show_default="水球,火球,保齡球,地瓜球"
    ),
]
Players: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="電腦",
        help="坐在各個位子的電腦，以逗號分隔：random、smallest、greedy 或 montecarlo。",
    ),
]


class BudgetOptions(NamedTuple):
    """How long ``montecarlo`` thinks."""

    playouts: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="次數",
            help="montecarlo 每一手模擬幾局。",
            show_default="4000；沒有 numba，或牌型不是內建的四種時 200",
        ),
    ] = None
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="秒",
            help="montecarlo 每一手用幾秒的 CPU 時間，取代 --playouts；"
            "同樣的種子不再保證同樣的牌局。",
        ),
    ] = None

    def read(self) -> Budget:
        """Return the budget of a move; UserError where both options are given."""
        from big2.players import Budget

        if self.playouts is not None and self.seconds is not None:
            raise UserError("--playouts 與 --seconds 只能擇一")
        return Budget(self.playouts, self.seconds)


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    punctuation: Annotated[
        Punctuation,
        typer.Option(metavar="逗號", help="訊息裡的逗號：fullwidth 是「，」，ascii 是「,」。"),
    ] = Punctuation.FULLWIDTH,
    patterns: Patterns = None,
) -> None:
    """Judge standard input unless a subcommand is given."""
    if context.invoked_subcommand is None:
        serve(partial(judge, chain=_chain(patterns), comma=COMMAS[punctuation]))


@app.command("patterns", help="列出責任鏈裡的牌型，以及已安裝、可以用 --patterns 指名的牌型。")
def list_patterns() -> None:
    """Print the built-in chain and the installed patterns, one a line."""
    for name in BUILTIN.names:
        print(f"{name}  內建")
    for entry in installed.available():
        package = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module
        print(f"{entry.name}  來自 {package}")


@app.command(help="洗牌：印出牌堆與四個名字，也就是裁判輸入的開頭。")
def deal(seed: Seed = 0, names: Names = None) -> None:
    """Print the header of a game."""
    from big2 import cases

    print(*cases.header(cases.shuffled(Random(seed)), _names(names)), sep="\n")


@app.command(help="由電腦打一場，印出完整的裁判輸入，可以直接交給 big2：要多少測資有多少。")
@grouped
def auto(
    seed: Seed = 0,
    players: Players = "greedy,greedy,greedy,greedy",
    illegal: Annotated[
        float,
        typer.Option(
            min=0.0, max=0.9, metavar="比例", help="動作裡大約有多少是不合法的，從 0 到 0.9。"
        ),
    ] = 0.0,
    names: Names = None,
    patterns: Patterns = None,
    *,
    thinking: BudgetOptions,
) -> None:
    """Print a whole game."""
    from big2 import cases, prose
    from big2.players import make
    from big2.table import StuckError

    rng = Random(seed)
    deck = cases.shuffled(rng)
    budget, chain = thinking.read(), _chain(patterns)
    seats = [make(name, Random(rng.getrandbits(64)), budget) for name in _players(players, chain)]
    lines = cases.case(deck, _names(names), chain, seats, rng, illegal)
    try:
        for line in lines:
            print(line)
    except StuckError:
        raise UserError(prose.STUCK) from None


@app.command(help="讓電腦對打：同樣的牌每個位子輪流坐，印出勝率與平均剩牌，附 95 % 信賴區間。")
@grouped
def match(
    players: Players = "montecarlo,greedy,smallest,random",
    games: Annotated[int, typer.Option(min=1, metavar="局數", help="打幾局。")] = 100,
    seed: Seed = 0,
    workers: Annotated[
        int, typer.Option(min=1, metavar="個數", help="幾個行程一起打；結果不受影響。")
    ] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="輸出 JSON。")] = False,
    patterns: Patterns = None,
    *,
    thinking: BudgetOptions,
) -> None:
    """Print the standings of a match."""
    from big2 import prose
    from big2.match import Match, play
    from big2.table import StuckError

    chain, budget = _chain(patterns), thinking.read()
    names = _players(players, chain)
    try:
        table = play(Match(tuple(names), games, seed, budget, chain.names), workers)
    except StuckError:
        raise UserError(prose.STUCK) from None
    if as_json:
        print(json.dumps(prose.as_json(games, seed, table), indent=2))
    else:
        print(prose.standings(games, seed, table))


@app.command(help="把一場遊戲做成一張可以逐步回放的網頁，不需要網路；輸入是裁判的輸入檔。")
def replay(
    case: Annotated[Path, typer.Argument(metavar="輸入檔")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="網頁", show_default="標準輸出"),
    ] = None,
    patterns: Patterns = None,
) -> None:
    """Write the page of a game; of one that ends too early, the page of its beginning."""
    from big2.replay import frames, page
    from judge.stdio import Lines

    with case.open("rb") as file:
        names, shown, error = frames(Lines(file), _chain(patterns))
    html = page(names, shown)
    if output is None:
        print(html, end="")
    else:
        output.write_text(html, encoding="utf-8")
    if error is not None:
        raise error


@app.command(help="在終端機和三個電腦打一場；指令在開始時列出。存檔就是裁判的輸入。")
@grouped
def play(
    seed: Annotated[
        int | None,
        typer.Option(metavar="種子", help="牌局的亂數種子。", show_default="每次不同"),
    ] = None,
    players: Annotated[
        str,
        typer.Option(
            metavar="電腦", help="你的下家起的三個電腦：random、smallest、greedy 或 montecarlo。"
        ),
    ] = "greedy,greedy,greedy",
    names: Annotated[
        str | None,
        typer.Option(metavar="名字", help="四個名字。", show_default="你,水球,火球,保齡球"),
    ] = None,
    seat: Annotated[int, typer.Option(min=0, max=3, metavar="位子", help="你坐第幾個位子。")] = 0,
    plain: Annotated[bool, typer.Option("--plain", help="不用顏色。")] = False,
    patterns: Patterns = None,
    *,
    thinking: BudgetOptions,
) -> None:
    """Play at a terminal."""
    from secrets import randbits

    from big2 import terminal
    from big2.cases import NAMES, shuffled

    seed = randbits(32) if seed is None else seed
    chain = _chain(patterns)
    computers = _players(players, chain, PLAYERS - 1)
    called = list(NAMES[: PLAYERS - 1])
    called.insert(seat, "你")
    session = terminal.Session(
        shuffled(Random(seed)), called if names is None else _names(names), chain, ()
    )
    seats = terminal.seats(seat, computers, seed, thinking.read())
    terminal.play(session, seats, plain)


def _split(listed: str) -> list[str]:
    return [word.strip() for word in listed.replace("，", ",").split(",")]


def _names(listed: str | None) -> Sequence[str]:
    if listed is None:
        from big2.cases import NAMES

        return NAMES
    names = _split(listed)
    if len(names) != PLAYERS or not all(name and name.isprintable() for name in names):
        raise UserError(f"--names 要有四個名字：{quote(listed)}")
    return names


def _players(listed: str, chain: Chain, seats: int = PLAYERS) -> list[str]:
    from big2 import prose
    from big2.players import STRATEGIES, MonteCarlo, is_fast

    names = _split(listed)
    for name in names:
        if name not in STRATEGIES:
            raise UserError(f"沒有{quote(name)}這個電腦（有的是：{'、'.join(STRATEGIES)}）")
    if len(names) != seats:
        raise UserError(f"--players 要有 {seats} 個電腦，這裡有 {len(names)} 個")
    if MonteCarlo.name in names and not is_fast(chain):
        say(prose.SLOW)
    return names


def _chain(listed: str | None) -> Chain:
    return BUILTIN if listed is None else _select(listed)


def _select(listed: str) -> Chain:
    names = _split(listed)
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"--patterns 裡重複的牌型：{quote(name)}")
    try:
        return installed.select(names)
    except LookupError as error:
        known = "、".join([*BUILTIN.names, *(entry.name for entry in installed.available())])
        raise UserError(f"沒有{quote(error.args[0])}這個牌型（有的是：{known}）") from None
    except TypeError as error:
        raise UserError(f"{quote(error.args[0])}的套件給的不是這個牌型") from None
