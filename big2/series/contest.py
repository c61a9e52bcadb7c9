"""A contest of programs in pairs; each program of a pair has two opposite seats."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

from big2.game import PLAYERS
from big2.patterns import installed
from big2.players.program import Program
from big2.players.record import Record
from big2.series.cases import header, shuffled
from big2.text import action_line
from cardjudge.errors import UserError, quote
from cardjudge.programs import source
from cardjudge.programs.contestant import Command, ForfeitError
from cardjudge.programs.languages import of_file
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.series.contest import Arena, Terms, command, ready
from cardjudge.series.league import Forfeit, Leg, Played


def programs(folder: Path, limits: Limits, sandbox: Sandbox) -> list[Command]:
    """Compile and return the programs of a folder, files and folders of files, by name.

    A program that does not compile is reported and omitted. UserError for fewer than two programs.
    """
    if not folder.is_dir():
        raise UserError("沒有{name}這個資料夾", name=quote(str(folder)))
    paths = [path for path in sorted(folder.iterdir()) if path.is_dir() or of_file(path.name)]
    if len(paths) < 2:
        raise UserError("{name}裡至少要有兩個程式", name=quote(str(folder)))
    return ready(paths, partial(command, limits, sandbox, _source), skip_broken=True)


def _source(path: Path) -> source.Source:
    base, files = (path, path.rglob("*")) if path.is_dir() else (path.parent, [path])
    inside = sorted(file for file in files if file.is_file())
    return source.read({str(file.relative_to(base)): file.read_bytes() for file in inside})


def arena(patterns: tuple[str, ...]) -> Arena[Program]:
    """Return the arena for games with these patterns."""
    return Arena(Program, partial(_game, patterns), PLAYERS)


def _game(
    patterns: tuple[str, ...], terms: Terms, leg: Leg, players: Sequence[Program], deal: int
) -> Played:
    deck = shuffled(Random(f"{terms.seed}/deal {deal}"))
    record = Record(deck, installed.select(patterns))
    names = [player.command.name for player in players]
    lines = header(deck, [f"{name}-{seat}" for seat, name in enumerate(names)])
    lost = None
    while record.game.winner is None and lost is None:
        seat = record.game.player
        try:
            action = record.choose(players[seat])
        except ForfeitError as error:
            lost = Forfeit(leg[seat % 2], deal, error.reason, error.last_words)
        else:
            record.step(action)
            lines.append(action_line(action))
    terms.keep(deal, names[:2], "".join(f"{line}\n" for line in lines))
    # A forfeit loses; else the parity of the winner's seat tells the program: the second sits odd.
    winner = record.game.winner if lost is None else 1 - (record.game.player % 2)
    assert winner is not None
    return Played(float(winner % 2 == 0), lost)
