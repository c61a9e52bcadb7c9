"""The options that several subcommands share, and how they are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

import typer

from big2.game import PLAYERS
from big2.patterns import BUILTIN, installed
from big2.patterns.base import Chain
from cardjudge.commands.completion import list_of
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.stdio import tell

if TYPE_CHECKING:
    from big2.players import Budget


SLOW = "沒有 numba，或牌型不是內建的四種：montecarlo 用純 Python 模擬，慢得多，每一手預設 200 局。"


def _strategies() -> Iterable[str]:
    from big2.players import STRATEGIES

    return STRATEGIES


computers = list_of(_strategies)
"""Completes a list of computers."""


Patterns: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="牌型",
        help="只用這些牌型，以逗號分隔，例如 單張,對子；可以指名已安裝的牌型。",
        show_default="全部的內建牌型",
        autocompletion=list_of(
            lambda: [*BUILTIN.names, *(entry.name for entry in installed.available())], twice=False
        ),
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
        autocompletion=computers,
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


def _split(listed: str) -> list[str]:
    return [word.strip() for word in listed.replace("，", ",").split(",")]


def names_of(listed: str | None) -> Sequence[str]:
    """Return four names; UserError for more, fewer or unprintable ones."""
    if listed is None:
        from big2.series.cases import NAMES

        return NAMES
    names = _split(listed)
    if len(names) != PLAYERS or not all(name and name.isprintable() for name in names):
        raise UserError(f"--names 要有四個名字：{quote(listed)}")
    return names


def players_of(listed: str, chain: Chain, seats: int = PLAYERS) -> list[str]:
    """Return the computers by their names, and warn of one that will be slow; UserError."""
    from big2.players import STRATEGIES, MonteCarlo, is_fast

    names = _split(listed)
    for name in names:
        if name not in STRATEGIES:
            raise UserError(f"沒有{quote(name)}這個電腦（有的是：{'、'.join(STRATEGIES)}）")
    if len(names) != seats:
        raise UserError(f"--players 要有 {seats} 個電腦，這裡有 {len(names)} 個")
    if MonteCarlo.name in names and not is_fast(chain):
        tell(say(SLOW))
    return names


def chain_of(listed: str | None) -> Chain:
    """Return the chain of the patterns that are named; UserError for one that is not there."""
    return BUILTIN if listed is None else _select(listed)


def _select(listed: str) -> Chain:
    names = _split(listed)
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"--patterns 裡重複的牌型：{quote(name)}")
    return installed.select(names)
