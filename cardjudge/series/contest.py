"""A contest: a league of strangers' programs, whose games are played in parallel batches."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from cardjudge import files
from cardjudge.errors import UserError, quote, visible
from cardjudge.language import listed, say
from cardjudge.programs.compiler import build
from cardjudge.programs.contestant import Command, Contestant
from cardjudge.programs.cores import join_us, own_core
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.source import Source
from cardjudge.series.league import League, Leg, Played, legs, standings
from cardjudge.series.workers import spread
from cardjudge.stdio import tell

_PART = 100
"""Deals per batch; the batches of a leg are played in parallel."""
_QUICK = 0.0015
"""Seconds below which a game counts as quick."""
_ONE_LINE = 400

Seat = TypeVar("Seat", bound=Contestant)


class Terms(NamedTuple):
    """Settings of all games of a contest."""

    deals: int
    seed: int
    saves: Path | None = None
    """The folder in which every game is saved as an input of the judge."""

    def keep(self, deal: int, names: Iterable[str], case: str) -> None:
        """Save the case of a game between programs of these names, if games are saved."""
        if self.saves is not None:
            files.write(self.saves / f"{deal}-{'-'.join(names)}.in", case)


class Arena(NamedTuple, Generic[Seat]):
    """The parts of a game: it makes seats, plays a deal of a leg in them, and has this many."""

    seat: Callable[[Command], Seat]
    game: Callable[[Terms, Leg, Sequence[Seat], int], Played]
    seats: int


def command(
    limits: Limits, sandbox: Sandbox, source: Callable[[Path], Source], path: Path
) -> Command:
    """Return a compiled contestant; UserError with the compiler's first error."""
    try:
        built = build(source(path), sandbox=sandbox)
    except UserError as error:
        why = visible(str(error), _ONE_LINE)
        raise UserError("{file}：{why}", file=str(path), why=why) from None
    readable = (*sandbox.readable, built.folder)
    return Command(built.command, limits, sandbox._replace(readable=readable), path.name)


def entered(
    paths: Sequence[Path], is_contestant: Callable[[Path], object], kinds: Sequence[str]
) -> list[Path]:
    """Return the named files, and the contestants in the named folders, sorted by name.

    UserError, which names their kinds, if a folder has none.
    """
    programs: list[Path] = []
    for path in paths:
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        taken = [file for file in inside if file == path or is_contestant(file)]
        if not taken:
            template = "{place}裡沒有參賽者（{kinds}）"
            raise UserError(template, place=quote(str(path)), kinds=listed(kinds))
        programs += taken
    return programs


def ready(
    paths: Sequence[Path], made: Callable[[Path], Command], skip_broken: bool
) -> list[Command]:
    """Return the contestants that compile, with unique names.

    UserError if fewer than two are left, or if one does not compile and is not to be skipped.
    """
    entrants: list[Command] = []
    for path in paths:
        same = sum(entrant.name.partition("#")[0] == path.name for entrant in entrants)
        try:
            entrant = made(path)
            entrants.append(entrant._replace(name=f"{path.name}#{same + 1}") if same else entrant)
        except UserError as error:
            if not skip_broken:
                raise
            tell(say("略過：{why}", why=error))
    if len(entrants) < 2:
        raise UserError("至少要有兩位參賽者")
    return entrants


def contest(
    arena: Arena[Seat], entrants: Sequence[Command], terms: Terms, workers: int | str = 1
) -> League:
    """Play a round robin; return the league with the best entrant first."""
    if terms.saves is not None:
        files.begin(terms.saves)
    starts = range(0, terms.deals, _PART)
    deals = [range(start, min(start + _PART, terms.deals)) for start in starts]
    parts = [(leg, part) for leg in legs(len(entrants)) for part in deals]
    played = spread(partial(_part, arena, tuple(entrants), terms), parts, workers, say("比賽"))
    by_leg: dict[Leg, list[Played]] = {}
    for (leg, _), games in zip(parts, played, strict=True):
        by_leg.setdefault(leg, []).extend(games)
    rows = standings(len(entrants), by_leg.items())
    return League([entrant.name for entrant in entrants], rows, terms.deals, terms.seed, by_leg)


def _part(
    arena: Arena[Seat], entrants: Sequence[Command], terms: Terms, part: tuple[Leg, range]
) -> list[Played]:
    """Play a batch of a leg; each seat has its own process, which sees each deal once."""
    leg, deals = part
    seats = [arena.seat(entrants[leg[place % len(leg)]]) for place in range(arena.seats)]
    games: list[Played] = []
    with _near(seats) as place:
        for deal in deals:
            start = time.monotonic()
            games.append(arena.game(terms, leg, seats, deal))
            place(time.monotonic() - start < _QUICK)
    return games


@contextmanager
def _near(seats: Sequence[Contestant]) -> Iterator[Callable[[bool], None]]:
    """Yield a function that pins quick programs to this thread's core; end the programs afterwards.

    Slow programs run on any core, so that two that are asked at once think in parallel.
    """
    core, near = ExitStack(), False

    def place(quick: bool) -> None:
        nonlocal near
        if quick == near:
            return
        near = quick
        if quick:
            core.enter_context(own_core())
        else:
            core.close()
        for seat in seats:
            if seat.process is not None:
                join_us(seat.process.pid)

    try:
        yield place
    finally:
        core.close()
        for seat in seats:
            seat.close()
