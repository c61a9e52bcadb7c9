"""A contest: a league of programs, two at a time, each in two seats across from each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from big2.game import PLAYERS
from big2.patterns import installed
from big2.players.program import Program
from big2.players.record import Record
from big2.series.cases import header, shuffled
from big2.text import action_line
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.programs import compiler, source
from cardjudge.programs.contestant import Command, ForfeitError
from cardjudge.programs.languages import of_file
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.series.league import Forfeit, League, Leg, Played, legs, standings
from cardjudge.series.workers import spread
from cardjudge.stdio import tell


class Terms(NamedTuple):
    """What holds for all games of a contest."""

    deals: int
    seed: int
    patterns: tuple[str, ...]
    saves: Path | None
    """The folder in which every game is kept as a case of `big2`."""


def programs(folder: Path, limits: Limits, sandbox: Sandbox) -> list[Command]:
    """Return the programs of a folder by name, compiled: files, and folders of files.

    One that does not compile is told and left out. UserError for fewer than two.
    """
    if not folder.is_dir():
        raise UserError("沒有{name}這個資料夾", name=quote(str(folder)))
    found = []
    for path in sorted(folder.iterdir()):
        if path.is_dir() or of_file(path.name) is not None:
            try:
                found.append(_command(path, limits, sandbox))
            except UserError as error:
                tell(say("{file}：{why}", file=path.name, why=error))
    if len(found) < 2:
        raise UserError("{name}裡至少要有兩個程式", name=quote(str(folder)))
    return found


def _command(path: Path, limits: Limits, sandbox: Sandbox) -> Command:
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    base = path if path.is_dir() else path.parent
    named = {str(file.relative_to(base)): file.read_bytes() for file in files}
    built = compiler.build(source.read(named), sandbox=sandbox)
    held = sandbox._replace(readable=(*sandbox.readable, built.folder))
    return Command(tuple(built.command), limits, held, path.name)


def contest(entrants: Sequence[Command], terms: Terms, workers: int | str = 1) -> League:
    """Play everyone against everyone, the best first."""
    if terms.saves is not None:
        terms.saves.mkdir(parents=True, exist_ok=True)
    order = legs(len(entrants))
    games = spread(partial(_leg, tuple(entrants), terms), order, workers, say("比賽"))
    rows = standings(len(entrants), zip(order, games, strict=True))
    return League([each.name for each in entrants], rows, terms.deals, terms.seed)


def _leg(entrants: Sequence[Command], terms: Terms, leg: Leg) -> list[Played]:
    """Play all deals of a leg, each seat with a process of its own that sees each deal once."""
    who = [leg.first, leg.second] * (PLAYERS // 2)
    players = [Program(entrants[entrant]) for entrant in who]
    try:
        return [_game(entrants, terms, leg, players, deal) for deal in range(terms.deals)]
    finally:
        for player in players:
            player.close()


def _game(
    entrants: Sequence[Command], terms: Terms, leg: Leg, players: Sequence[Program], deal: int
) -> Played:
    deck = shuffled(Random(f"{terms.seed}/deal {deal}"))
    record = Record(deck, installed.select(terms.patterns))
    names = [entrants[leg[seat % 2]].name for seat in range(PLAYERS)]
    lines = [*header(deck, [f"{name}-{seat}" for seat, name in enumerate(names)])]
    forfeit = None
    while record.game.winner is None and forfeit is None:
        seat = record.game.player
        try:
            action = record.choose(players[seat])
        except ForfeitError as error:
            forfeit = Forfeit(leg[seat % 2], deal, error.reason, error.last_words)
        else:
            record.step(action)
            lines.append(action_line(action))
    if terms.saves is not None:
        name = f"{deal}-{names[0]}-{names[1]}.in"
        text = "".join(f"{line}\n" for line in lines)
        (terms.saves / name).write_text(text, encoding="utf-8")
    winner = record.game.winner
    if forfeit is not None or winner is None:
        return Played(float(forfeit is not None and forfeit.entrant != leg.first), forfeit)
    return Played(float(winner % 2 == 0))
