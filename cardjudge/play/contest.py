"""A contest of programs in pairs, each on the same deals from both sides.

Two programs alternate in the seats; with an odd number of seats, the kit's own player has the last
one. A journal gets a line for each game as soon as it is over, so an interrupted contest has lost
nothing that was played.
"""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Any, NamedTuple

from cardjudge import files
from cardjudge.commands.programs import LeagueOptions, ProgramOptions
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.play.entrants import entrants, ready
from cardjudge.play.game import Game, Settings, steps
from cardjudge.play.levels import NORMAL
from cardjudge.play.match import deal
from cardjudge.play.players import act, blaming
from cardjudge.play.program import Program
from cardjudge.play.session import Session
from cardjudge.programs.contestant import Command, ForfeitError, meet
from cardjudge.programs.cores import join_us, own_core
from cardjudge.programs.keeper import private
from cardjudge.series.league import Forfeit, League, Leg, Played, legs, standings
from cardjudge.series.workers import spread
from cardjudge.stdio import tell

_SCHEMA = "cardjudge/contest-games/1"
_PART = 100
"""Deals per batch; the batches of a leg are played in parallel."""
_QUICK = 0.0015
"""Seconds below which a game counts as quick."""
_UNUSED = Random()
"""Programs draw their random numbers themselves."""


class Contest(NamedTuple):
    """The settings of all games of a contest."""

    game: type[Game[Any]]
    kind: type[Program]
    given: Settings
    entrants: Sequence[Command]
    deals: int
    seed: int | None
    """None for a secret one, or that of the contest that goes on."""
    journal: Path
    """The file with the played games."""
    saves: bool
    """Whether every game is saved beside the journal, as an input of the judge or a save."""

    def keep(self, leg: Leg, deal: int, session: Session) -> None:
        """Save a game, if games are saved."""
        if self.saves:
            first, second = (self.entrants[entrant].name for entrant in leg)
            path = self.journal.with_name(f"{deal}-{first}+{second}.in")
            files.write(path, session.text())

    def note(self, leg: Leg, deal: int, played: Played) -> None:
        """Add a game to the journal."""
        with files.naming(self.journal), self.journal.open("ab", buffering=0) as journal:
            journal.write(f"\n{json.dumps([*leg, deal, *played])}\n".encode())


def hold(
    game: type[Game[Any]],
    kind: type[Program],
    paths: Sequence[Path],
    deals: int,
    league: LeagueOptions,
    options: ProgramOptions,
    given: Settings,
) -> League:
    """Hold a contest of the programs at paths, as the options of the command say."""
    entered = entrants(paths, kind.is_program)
    playing = ready(entered, kind.source, options.limits(), options.sandbox(hidden=paths))
    pair = {"seats": 2} if any(row.keyword == "seats" for row in game.settings) else {}
    saves = league.save_games
    with private() as aside:
        journal = (saves or aside) / files.MADE
        terms = {**given, **pair}, playing, deals, league.seed, journal, saves is not None
        return play(Contest(game, kind, *terms), league.workers)


def play(contest: Contest, workers: int | str = 1) -> League:
    """Play what the journal does not contain yet; return the league with the best entrant first.

    UserError if the journal is that of another contest.
    """
    contest, known = _opened(contest)
    assert contest.seed is not None
    parts: list[tuple[Leg, list[int]]] = []
    for leg in legs(len(contest.entrants)):
        left = [deal for deal in range(contest.deals) if (*leg, deal) not in known]
        parts += [(leg, left[start : start + _PART]) for start in range(0, len(left), _PART)]
    with _telling(contest):
        for (leg, deals), games in zip(
            parts, spread(partial(_part, contest), parts, workers, say("比賽")), strict=True
        ):
            known |= {(*leg, deal): game for deal, game in zip(deals, games, strict=True)}
    by_leg = {
        leg: [known[*leg, deal] for deal in range(contest.deals)]
        for leg in legs(len(contest.entrants))
    }
    names = [entrant.name for entrant in contest.entrants]
    rows = standings(len(names), by_leg.items())
    return League(names, rows, contest.deals, contest.seed, by_leg)


def _opened(contest: Contest) -> tuple[Contest, dict[tuple[int, int, int], Played]]:
    """Return the contest with its seed, and the games in its journal; begin a new one."""
    header = {
        "schema": _SCHEMA,
        "game": contest.game.name,
        "settings": dict(contest.given),
        "deals": contest.deals,
        "programs": [[entrant.name, *entrant.words] for entrant in contest.entrants],
    }
    if not contest.journal.exists():
        contest = contest._replace(seed=randbits(64) if contest.seed is None else contest.seed)
        contest.journal.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(header | {"seed": contest.seed}, indent=2, ensure_ascii=False)
        files.write(contest.journal, f"{text}\n")
        return contest, {}
    text = contest.journal.read_text("utf-8", "replace")
    begun: Any = None
    with suppress(ValueError):
        begun, end = json.JSONDecoder().raw_decode(text)
    seed = begun.pop("seed", None) if isinstance(begun, dict) else None
    if begun != header or not isinstance(seed, int) or contest.seed not in (None, seed):
        template = "{path} 裡是另一場比賽，要換一個名字，或先移走"
        raise UserError(template, path=contest.journal.parent)
    known = {}
    for line in text[end:].split("\n"):
        with suppress(ValueError, TypeError):  # the disk was full, or the judge was killed
            *where, points, forfeit, scores = json.loads(line)
            lost = Forfeit(*forfeit) if forfeit else None
            known[tuple(where)] = Played(points, lost, tuple(scores))
    return contest._replace(seed=seed), known


@contextmanager
def _telling(contest: Contest) -> Iterator[None]:
    """Say how many games were played, if a signal or an error ends the contest."""
    try:
        yield
    except BaseException:
        played = len(_opened(contest)[1])
        pairs = len(legs(len(contest.entrants)))
        tell(say("打完 {played} 場，共 {games} 場", played=played, games=pairs * contest.deals))
        if contest.saves:
            tell(say("同樣的指令會從這裡接著打"))
        raise


def _part(contest: Contest, part: tuple[Leg, Sequence[int]]) -> list[Played]:
    """Play deals of a leg; each seat has its own process, which sees each deal once."""
    leg, deals = part
    games: list[Played] = []
    with blaming(contest.game), _seats(contest, leg) as (seats, place):
        for number in deals:
            start = time.monotonic()
            games.append(_played(contest, leg, seats, number))
            contest.note(leg, number, games[-1])
            place(time.monotonic() - start < _QUICK)
    return games


def _played(contest: Contest, leg: Leg, programs: Sequence[Program], number: int) -> Played:
    assert contest.seed is not None
    game = deal(contest.game, contest.given, contest.seed, number)
    for seat, program in enumerate(programs):
        game.names[seat] = f"{program.command.name}-{seat}"

    def hear(events: Sequence[Any]) -> None:
        for seat, program in enumerate(programs):
            program.hear(game, seat, events)

    players = [NORMAL] * len(game.names)
    seed = Random(f"{contest.seed}/{number}").getrandbits(64)
    session = Session(game, players, seed, hear)
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
    contest.keep(leg, number, session)
    shares = game.shares() if lost is None else ()
    for program in programs:
        program.finish(shares)
    if lost is not None:
        side, why = lost[0] % 2, lost[1]
        number_of = game.table.turn(game, len(session.record))
        turn = {"number": number_of, "turns": say(game.table.turns)}
        reason = say("第 {number} {turns}：{reason}", **turn, reason=why.reason)
        return Played(float(side), Forfeit(leg[side], number, reason, why.last_words))
    first, second = (sum(shares[side : len(programs) : 2]) for side in (0, 1))
    points = first / (first + second) if first + second else 0.5
    return Played(points, None, tuple(_by_side(game.values.scores(game), len(programs))))


def _by_side(scores: Sequence[float], seats: int) -> Iterator[float]:
    """Yield the mean score of the seats of each side; nothing without scores."""
    for side in (0, 1) if scores else ():
        own = scores[side:seats:2]
        yield sum(own) / len(own)


@contextmanager
def _seats(contest: Contest, leg: Leg) -> Iterator[tuple[list[Program], Any]]:
    """Yield the programs in all seats, and a function that pins quick ones to this thread's core.

    Slow programs run on any core. All end with the block.
    """
    core, near = ExitStack(), False
    pairs = len(deal(contest.game, contest.given, 0, 0).names) // 2
    seats = [contest.kind(contest.entrants[entrant]) for entrant in pairs * leg]
    meet(seats)

    def place(quick: bool) -> None:
        nonlocal near
        if quick and not near:
            core.enter_context(own_core())
        elif near and not quick:
            core.close()
        else:
            return
        near = quick
        for seat in seats:
            if seat.process is not None:
                join_us(seat.process.pid)

    try:
        yield seats, place
    finally:
        core.close()
        for seat in seats:
            seat.close()
