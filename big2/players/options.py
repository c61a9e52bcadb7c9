"""The options that several subcommands share."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

import typer

from big2.game import PLAYERS
from big2.options import PATTERNS, chain_of
from big2.patterns import BUILTIN, installed
from big2.patterns.base import Chain
from cardjudge.commands.completion import list_of
from cardjudge.commands.options import option
from cardjudge.commands.programs import ProgramOptions
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.stdio import tell

if TYPE_CHECKING:
    from big2.players import Budget
    from cardjudge.programs.contestant import Command

SLOW = (
    "沒有 numba，或有牌型沒有編譯的版本：montecarlo 用純 Python 模擬，慢得多，每一手預設 200 局。"
)


def _known() -> Sequence[str]:
    from big2.players import known

    return known()


Patterns: TypeAlias = Annotated[
    str | None,
    option(
        PATTERNS,
        show_default="全部的內建牌型",
        autocompletion=list_of(
            lambda: [*BUILTIN.names, *(entry.name for entry in installed.available())], twice=False
        ),
    ),
]
Names: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="名字", help="四個名字，以逗號分隔。", show_default="水球,火球,保齡球,地瓜球"
    ),
]


class PlayerOptions(NamedTuple):
    """The players, the patterns, and the budget of ``montecarlo``."""

    players: Annotated[
        str | None,
        typer.Option(
            metavar="電腦",
            help="電腦玩家，以逗號分隔；play 只寫三個對手：random、smallest、"
            "greedy、montecarlo，或已安裝的套件裡的。",
            show_default="greedy，到 --program 之前為止",
            autocompletion=list_of(_known),
        ),
    ] = None
    programs: Annotated[
        list[str] | None,
        typer.Option(
            "--program",
            metavar="指令",
            help="由這個程式坐電腦之後的位子，例如 'python3 my.py'；可以寫很多次。",
        ),
    ] = None
    patterns: Patterns = None
    playouts: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="次數",
            help="montecarlo 每一手模擬幾局。",
            show_default="4000；沒有 numba，或有牌型沒有編譯的版本時 200",
        ),
    ] = None
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1e9,
            metavar="秒",
            help="montecarlo 每一手用幾秒的 CPU 時間，取代 --playouts；"
            "同樣的種子不再保證同樣的牌局。",
        ),
    ] = None

    def chain(self) -> Chain:
        """Return the chain of the patterns."""
        return chain_of(self.patterns)

    def budget(self) -> Budget:
        """Return the budget of a move; UserError if the user gives both options."""
        from big2.players import Budget

        if self.playouts is not None and self.seconds is not None:
            raise UserError("--playouts 與 --seconds 只能擇一")
        return Budget(self.playouts, self.seconds)

    def seats(self, holding: ProgramOptions, count: int = PLAYERS) -> list[str | Command]:
        """Return the computer players and then the programs; warn about a slow one. UserError."""
        from big2.players import make

        commands = [_command(program, holding) for program in self.programs or ()]
        listed = self.players
        names = ["greedy"] * (count - len(commands)) if listed is None else _split(listed)
        for name in names:
            make(name, Random(0))
        if (found := len(names) + len(commands)) != count:
            raise UserError("應有 {seats} 個電腦和程式，卻有 {found} 個", seats=count, found=found)
        if "montecarlo" in names:
            tell_if_slow(self.chain())
        return [*names, *commands]


def tell_if_slow(chain: Chain) -> None:
    """Warn the user if the play-outs with this chain run without compiled code."""
    from big2.players import is_fast

    if not is_fast(chain):
        tell(say(SLOW))


def _split(listed: str) -> list[str]:
    return [word.strip() for word in listed.replace("，", ",").split(",")]


def names_of(listed: str | None) -> Sequence[str]:
    """Return four names; UserError for more, fewer or unprintable ones."""
    if listed is None:
        from big2.series.cases import NAMES

        return NAMES
    names = _split(listed)
    if len(names) != PLAYERS or not all(name and name.isprintable() for name in names):
        raise UserError("--names 要有四個名字：{names}", names=quote(listed))
    return names


def _command(program: str, holding: ProgramOptions) -> Command:
    from cardjudge.programs.contestant import Command

    try:
        words = shlex.split(program)
    except ValueError:
        words = []
    if not words:
        raise UserError("--program 要是一個指令：{program}", program=quote(program))
    return Command(tuple(words), holding.limits(), holding.sandbox(command=words), program)
