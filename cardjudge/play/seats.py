"""The options that choose who plays, and the session that they begin."""

import shlex
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any, NamedTuple

import typer

from cardjudge.commands.completion import list_of
from cardjudge.commands.programs import ProgramOptions
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.play.game import Game, Settings
from cardjudge.play.levels import NORMAL
from cardjudge.play.levels import named as level_named
from cardjudge.play.players import known, player_of
from cardjudge.play.session import PERSON, Session
from cardjudge.programs.contestant import Command
from cardjudge.stdio import tell

ALL = "電腦玩家，以逗號分隔：等級 easy、normal、hard，或電腦的名字，例如 playouts:500。"
OTHERS = "其他位子的電腦玩家，以逗號分隔：等級，或電腦的名字，例如 playouts:500。"

Names = Annotated[
    str | None,
    typer.Option(
        "--names", metavar="名字", help="玩家的名字，以逗號分隔。", show_default="遊戲預設的名字"
    ),
]


class Seats(NamedTuple):
    """Who plays: computers in the order of the seats, then programs of others."""

    players: str | None = None
    programs: Annotated[
        list[str] | None,
        typer.Option(
            "--program",
            metavar="指令",
            help="由這個程式坐電腦之後的位子，例如 'python3 my.py'；可以寫很多次。",
        ),
    ] = None
    playouts: Annotated[
        int | None, typer.Option(min=1, metavar="次數", help="會模擬的電腦每一手模擬幾局。")
    ] = None
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1e9,
            metavar="秒",
            help="會模擬的電腦每一手用幾秒的 CPU 時間，取代 --playouts；"
            "同樣的種子不再保證同樣的牌局。",
        ),
    ] = None

    def commands(self, options: ProgramOptions) -> list[Command]:
        """Return the programs; UserError for one that is no command."""
        return [_command(program, options) for program in self.programs or ()]

    def computers(self, game: type[Game[Any]], count: int) -> list[str]:
        """Return the names of `count` computers, with the budget of the options; UserError."""
        if self.playouts is not None and self.seconds is not None:
            raise UserError("--playouts 與 --seconds 只能擇一")
        names = [NORMAL] if self.players is None else _split(self.players)
        if len(names) == 1:
            names *= count
        if len(names) != count:
            template = "應有 {seats} 個電腦，卻有 {count} 個"
            raise UserError(template, seats=count, count=len(names))
        return [self._with_budget(game, name) for name in names]

    def _with_budget(self, game: type[Game[Any]], name: str) -> str:
        """Return a name with the budget of the options, if it takes one and has none."""
        player_of(game, name)
        budget = f"{self.seconds}s" if self.playouts is None else f"{self.playouts}"
        spelled = game.levels.get(level_named(name) or "", name)
        if (self.playouts, self.seconds) != (None, None) and ":" not in spelled:
            with suppress(UserError):
                player_of(game, f"{spelled}:{budget}")
                return f"{spelled}:{budget}"
        return name


def seats(game: type[Game[Any]], where: str) -> Any:
    """Return `Seats` with the completion of a game's players, and a help that says `where`."""
    option = typer.Option(
        "--players",
        metavar="電腦",
        help=where,
        show_default=NORMAL,
        autocompletion=list_of(lambda: known(game)),
    )
    return type("Seats", (Seats,), {"__annotations__": {"players": Annotated[str | None, option]}})


def dealt(
    game: type[Game[Any]],
    given: Settings,
    seed: int,
    chosen: Seats,
    options: ProgramOptions,
    names: str | None = None,
    people: Sequence[int] = (),
) -> Session:
    """Return a new session with people at these seats, counted from 1. UserError."""
    several = [] if chosen.players is None else _split(chosen.players)
    if game.seats_setting and len(several) > 1:
        seats = len(several) + len(chosen.programs or ()) + len(set(people))
        given = {game.seats_setting: seats, **given}
    dealt = game.of_seed(given, seed)
    count = len(dealt.names)
    if people and max(people) > count:
        raise UserError("只有 {count} 個位子", count=count)
    programs = chosen.commands(options)
    free = [seat for seat in range(count) if seat + 1 not in people]
    if len(programs) > len(free):
        raise UserError("只有 {count} 個位子", count=len(free))
    computers: list[str | Command] = [*chosen.computers(game, len(free) - len(programs)), *programs]
    players: list[str | Command] = [
        PERSON if seat not in free else computers.pop(0) for seat in range(count)
    ]
    for name in {player for player in players if isinstance(player, str)}:
        if warning := dealt.warning(name):
            tell(warning)
    if names is not None:
        dealt.names[:] = names_of(names, count)
    elif len(set(people)) == 1:
        dealt.names[people[0] - 1] = say("你")
    return Session(dealt, players, seed)


def names_of(listed: str, count: int) -> list[str]:
    """Return the names of all seats; UserError for more, fewer or unprintable ones."""
    names = _split(listed)
    if len(names) != count or not all(name and name.isprintable() for name in names):
        raise UserError("--names 要有 {count} 個名字：{names}", count=count, names=quote(listed))
    return names


def _split(listed: str) -> list[str]:
    return [word.strip() for word in listed.replace("，", ",").split(",")]


def _command(program: str, options: ProgramOptions) -> Command:
    try:
        words = shlex.split(program)
    except ValueError:
        words = []
    if not words:
        raise UserError("--program 要是一個指令：{program}", program=quote(program))
    return Command(tuple(words), options.limits(), options.sandbox(command=words), program)
