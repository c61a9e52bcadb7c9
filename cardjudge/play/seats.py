"""The options that choose who plays, and the session that they begin."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from cardjudge.commands.completion import list_of
from cardjudge.commands.programs import ProgramOptions
from cardjudge.commands.slips import in_command
from cardjudge.doors import Row
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.play import checks
from cardjudge.play.game import Game, Settings
from cardjudge.play.levels import NORMAL
from cardjudge.play.options import LEVEL
from cardjudge.play.players import known, player_of, present
from cardjudge.play.session import PERSON, Session
from cardjudge.programs.contestant import Command

ALL = "電腦玩家，以逗號分隔：等級 easy、normal、hard，或電腦的名字，例如 playouts:500。"
OTHERS = "其他位子的電腦玩家，以逗號分隔：等級，或電腦的名字，例如 playouts:500。"

PEOPLE = Row(
    "--seat",
    "seat",
    "你的位子，從 1 算起；幾個人一起玩就寫幾次。",
    "位子",
    least=1,
    shown="1",
    many=True,
)
PROGRAMS = Row(
    "--program",
    "programs",
    "由這個程式坐電腦之後的位子，例如 'python3 my.py'；可以寫很多次。",
    "指令",
    many=True,
)
SITTING = PEOPLE, LEVEL


def players_of(game: type[Game[Any]], where: str) -> Row:
    """Return the option for a game's computer players, with a help that says `where` they sit."""
    words = list_of(lambda: known(game))
    return Row("--players", "players", where, "電腦", shown=NORMAL, words=words)


def seated(
    game: type[Game[Any]],
    given: Settings,
    number: int,
    own: Mapping[str, Any],
    programs: Sequence[Command] = (),
) -> Session:
    """Return the session of a deal for the people, the computers and the programs of `own`."""
    level, players = own.get("level"), own.get("players")
    if level and (players or programs):
        raise UserError("--level 與 --players、--program 只能擇一")
    people = own.get("seat") or [1]
    return dealt(game, given, number, level or players, programs, people)


def commands(programs: Sequence[str] | None, options: ProgramOptions) -> list[Command]:
    """Return the programs that play; UserError for one that is no command."""
    return [_command(program, options) for program in programs or ()]


def dealt(
    game: type[Game[Any]],
    given: Settings,
    seed: int,
    players: str | None = None,
    programs: Sequence[Command] = (),
    people: Sequence[int] = (),
) -> Session:
    """Return a new session of computers and, after them, programs. UserError.

    People sit at the seats of `people`, counted from 1.
    """
    several = [] if players is None else _split(players)
    if len(several) > 1 and any(row.keyword == "seats" for row in game.settings):
        given = {"seats": len(several) + len(programs) + len(set(people)), **given}
    dealt = checks.begun(game, "dealt", given, seed)
    count = len(dealt.names)
    if people and max(people) > count:
        raise UserError("只有 {count} 個位子", count=count)
    free = [seat for seat in range(count) if seat + 1 not in people]
    if len(programs) > len(free):
        raise UserError("只有 {count} 個位子", count=len(free))
    computers = _computers(game, several or [NORMAL], len(free) - len(programs))
    others: list[str | Command] = [*computers, *programs]
    sitting: list[str | Command] = [
        PERSON if seat not in free else others.pop(0) for seat in range(count)
    ]
    if len(set(people)) == 1:
        dealt.names[people[0] - 1] = say("你")
    return Session(dealt, sitting, seed)


def alone(
    game: type[Game[Any]], own: Mapping[str, Any], options: ProgramOptions
) -> list[str | Command]:
    """Return the computers and the programs that play a game with one seat, each alone."""
    programs = commands(own.get("programs"), options)
    names = _split(own["players"]) if "players" in own else [NORMAL] * (not programs)
    return [*_computers(game, names, len(names)), *programs]


def _computers(game: type[Game[Any]], names: list[str], count: int) -> list[str]:
    """Return the names of `count` computers, of which a single name means all; UserError."""
    if len(names) == 1:
        names *= count
    if len(names) != count:
        template = "應有 {seats} 個電腦，卻有 {count} 個"
        raise UserError(template, seats=count, count=len(names))
    now = {name: present(game, name) for name in dict.fromkeys(names)}
    for name in now.values():
        player_of(game, name)
    return [now[name] for name in names]


def _split(listed: str) -> list[str]:
    return [word.strip() for word in listed.replace("，", ",").split(",")]


def _command(program: str, options: ProgramOptions) -> Command:
    try:
        words = shlex.split(program)
    except ValueError:
        words = []
    if not words:
        raise UserError("--program 要是一個指令：{program}", program=quote(program))
    if error := in_command("--program", words):
        raise error
    return Command(tuple(words), options.limits(), options.sandbox(command=words), program)
