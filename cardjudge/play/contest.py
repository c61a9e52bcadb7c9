"""A contest of programs in pairs, each on the same deals from both sides."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from cardjudge.errors import UserError, quote
from cardjudge.play.game import Game, Settings, steps
from cardjudge.play.levels import NORMAL
from cardjudge.play.match import deal
from cardjudge.play.players import act, blaming, program_of
from cardjudge.play.program import Program
from cardjudge.play.session import Session
from cardjudge.programs import source
from cardjudge.programs.contestant import Command, ForfeitError
from cardjudge.programs.languages import of_file
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.series.contest import Arena, Terms, command, ready
from cardjudge.series.league import Forfeit, Leg, Played

_UNUSED = Random()
"""Programs draw their random numbers themselves."""


def arena(game: type[Game[Any]], given: Settings) -> Arena[Program]:
    """Return the arena of a game: two programs alternate in the seats."""
    seats = len(deal(game, given, 0, 0).names)
    return Arena(partial(program_of, game), partial(_game, game, dict(given)), seats - seats % 2)


def programs_of(paths: Sequence[Path], limits: Limits, sandbox: Sandbox) -> list[Command]:
    """Compile and return programs: files and folders, or all that a single folder holds.

    In a folder, a program that does not compile is reported and left out. UserError for fewer than
    two programs.
    """
    for path in paths:
        if not path.exists():
            raise UserError("沒有{name}這個檔案或資料夾", name=quote(str(path)))
    inside = len(paths) == 1 and paths[0].is_dir()
    programs = list(paths)
    if inside:
        programs = [
            path for path in sorted(paths[0].iterdir()) if path.is_dir() or of_file(path.name)
        ]
    return ready(programs, partial(command, limits, sandbox, _source), skip_broken=inside)


def _source(path: Path) -> source.Source:
    base, files = (path, path.rglob("*")) if path.is_dir() else (path.parent, [path])
    inside = sorted(file for file in files if file.is_file())
    return source.read({str(file.relative_to(base)): file.read_bytes() for file in inside})


def _game(kind: type[Game[Any]], *rest: Any) -> Played:
    with blaming(kind):
        return _played(kind, *rest)


def _played(
    kind: type[Game[Any]],
    given: Settings,
    terms: Terms,
    leg: Leg,
    programs: Sequence[Program],
    number: int,
) -> Played:
    game = deal(kind, given, terms.seed, number)
    for seat, program in enumerate(programs):
        game.names[seat] = f"{program.command.name}-{seat}"

    def hear(events: Sequence[Any]) -> None:
        for seat, program in enumerate(programs):
            program.hear(game, seat, events)

    # With an odd number of seats the kit's own player sits in the last one.
    players = [NORMAL] * len(game.names)
    session = Session(game, players, Random(f"{terms.seed}/{number}").getrandbits(64), hear)
    lost: tuple[int, ForfeitError] | None = None
    for _ in steps(game):
        seat = game.awaited[0]
        if seat >= len(programs):
            session.let_act(seat)
            continue
        try:
            act(game, seat, programs[seat], _UNUSED, session.accept)
        except ForfeitError as error:
            lost = seat, error
            break
    if terms.saves is not None:
        names = [program.command.name for program in programs[:2]]
        terms.keep(number, names, session.text())
    shares = game.shares() if lost is None else ()
    for program in programs:
        program.finish(shares)
    if lost is not None:
        side = lost[0] % 2
        return Played(float(side), Forfeit(leg[side], number, lost[1].reason, lost[1].last_words))
    first, second = (sum(shares[side : len(programs) : 2]) for side in (0, 1))
    return Played(first / (first + second) if first + second else 0.5)
