"""A contest of programs in pairs, each on the same deals from both sides.

Two programs alternate in the seats; with an odd number of seats, the kit's own player has the last
one. Where a game has one seat, each plays the same deals alone, and computers may enter, too. A
journal gets a line for each game as soon as it is over, so an interrupted contest has lost nothing
that was played.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import permutations
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Any, NamedTuple

from cardjudge import files
from cardjudge.commands.programs import LeagueOptions, ProgramOptions
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.play import checks
from cardjudge.play.entrants import entrants, ready
from cardjudge.play.game import Game, Settings
from cardjudge.play.levels import NORMAL
from cardjudge.play.match import deal
from cardjudge.play.players import act, blaming
from cardjudge.play.program import Program
from cardjudge.play.session import Session
from cardjudge.programs.contestant import Command, ForfeitError, meet
from cardjudge.programs.keeper import private
from cardjudge.series.league import Forfeit, League, Leg, Played, standings
from cardjudge.series.workers import spread
from cardjudge.stdio import tell

_SCHEMA = "cardjudge/contest-games/1"
_PART = 100
"""Deals per batch; the batches of a leg are played in parallel."""
_UNUSED = Random()
"""Programs draw their random numbers themselves."""


class Contest(NamedTuple):
    """The settings of all games of a contest."""

    game: type[Game[Any]]
    kind: type[Program]
    given: Settings
    entrants: Sequence[str | Command]
    """Programs; of a game with one seat also computers, by name."""
    deals: int
    seed: int | None
    """None for a secret one, or that of the contest that goes on."""
    journal: Path
    """The file with the played games."""
    saves: bool
    """Whether every game is saved beside the journal, as an input of the judge or a save."""

    @property
    def names(self) -> list[str]:
        """The names of the entrants."""
        return [each if isinstance(each, str) else each.name for each in self.entrants]

    def dealt(self, number: int) -> Game[Any]:
        """Return a deal by its number; programs have the game as they play it."""
        return deal(self.kind.game or self.game, self.given, self.seed or 0, number)

    def legs(self) -> list[Leg]:
        """Return the legs in order: two of each pair, or one of each alone."""
        together = min(2, len(self.dealt(0).names))
        return [*permutations(range(len(self.entrants)), together)]

    def keep(self, leg: Leg, deal: int, session: Session) -> None:
        """Save a game, if games are saved."""
        if self.saves:
            names = "+".join(self.names[entrant] for entrant in leg)
            files.write(self.journal.with_name(f"{deal}-{names}.in"), session.text())

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
    sandbox = options.sandbox(hidden=paths, readable=kind.readable)
    playing = ready(entered, kind.source, options.limits(), sandbox)
    pair = {"seats": 2} if any(row.keyword == "seats" for row in game.settings) else {}
    saves = league.save_games
    with private() as aside:
        journal = (saves or aside) / files.MADE
        terms = {**given, **pair}, playing, deals, league.seed, journal, saves is not None
        return play(Contest(game, kind, *terms), league.workers)


def alone(
    game: type[Game[Any]],
    kind: type[Program],
    playing: Sequence[str | Command],
    deals: int,
    seed: int,
    workers: int | str,
    given: Settings,
) -> League:
    """Let computers and programs play the same deals of a game with one seat."""
    with private() as aside:
        terms = given, playing, deals, seed, aside / files.MADE, False
        return play(Contest(game, kind, *terms), workers)


def play(contest: Contest, workers: int | str = 1) -> League:
    """Play what the journal does not contain yet; return the league with the best entrant first.

    UserError if the journal is that of another contest.
    """
    contest, known = _opened(contest)
    assert contest.seed is not None
    parts: list[tuple[Leg, list[int]]] = []
    all_legs = contest.legs()
    for leg in all_legs:
        left = [deal for deal in range(contest.deals) if (*leg, deal) not in known]
        parts += [(leg, left[start : start + _PART]) for start in range(0, len(left), _PART)]
    with _telling(contest):
        for (leg, deals), games in zip(
            parts, spread(partial(_part, contest), parts, workers, say("比賽")), strict=True
        ):
            known |= {(*leg, deal): game for deal, game in zip(deals, games, strict=True)}
    by_leg = {leg: [known[*leg, deal] for deal in range(contest.deals)] for leg in all_legs}
    rows = standings(len(contest.entrants), by_leg)
    return League(contest.names, rows, contest.deals, contest.seed, by_leg)


def _opened(contest: Contest) -> tuple[Contest, dict[tuple[int, ...], Played]]:
    """Return the contest with its seed, and the games in its journal; begin a new one."""
    header = {
        "schema": _SCHEMA,
        "game": contest.game.name,
        "settings": dict(contest.given),
        "deals": contest.deals,
        "programs": [
            [each] if isinstance(each, str) else [each.name, *each.words]
            for each in contest.entrants
        ],
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
        games = len(contest.legs()) * contest.deals
        tell(say("打完 {played} 場，共 {games} 場", played=played, games=games))
        if contest.saves:
            tell(say("同樣的指令會從這裡接著打"))
        raise


def _part(contest: Contest, part: tuple[Leg, Sequence[int]]) -> list[Played]:
    """Play deals of a leg; each seat has its own process, which sees each deal once."""
    leg, deals = part
    games: list[Played] = []
    with blaming(contest.game), _seats(contest, leg) as seats:
        for number in deals:
            games.append(_played(contest, leg, seats, number))
            contest.note(leg, number, games[-1])
    return games


def _played(contest: Contest, leg: Leg, programs: Mapping[int, Program], number: int) -> Played:
    game = contest.dealt(number)
    count = len(game.names) // len(leg) * len(leg)
    players = [NORMAL] * len(game.names)
    for seat in range(count):
        name = contest.names[leg[seat % len(leg)]]
        game.names[seat] = f"{name}-{seat}"
        players[seat] = NORMAL if seat in programs else name

    def hear(_: Session, events: Sequence[Any]) -> None:
        for seat, program in programs.items():
            program.hear(game, seat, events)

    seed = Random(f"{contest.seed}/{number}").getrandbits(64)
    session = Session(game, players, seed, hear)
    lost: tuple[int, str, str] | None = None
    for awaited in checks.steps(game):
        seat = awaited[0]
        if seat not in programs:
            session.let_act(seat)
            continue
        try:
            act(game, seat, programs[seat], _UNUSED, session.accept)
        except ForfeitError as error:
            lost = seat % len(leg), error.reason, error.last_words
            break
    contest.keep(leg, number, session)
    shares = checks.shares(game) if lost is None else ()
    for program in programs.values():
        program.finish(shares)
    scores = [*_by_side(game.values.scores(game), count, len(leg))] if lost is None else []
    points = [sum(shares[side : count : len(leg)]) for side in range(len(leg))]
    if len(leg) == 1 and shares and not points[0]:
        lost = 0, " ".join(game.table.result(game)), ""
    if lost is not None:
        side, why, last_words = lost
        number_of = game.table.turn(game, len(session.record))
        turn = {"number": number_of, "turns": say(game.table.turns)}
        reason = say("第 {number} {turns}：{reason}", **turn, reason=why)
        forfeit = Forfeit(leg[side], number, reason, last_words)
        return Played(float(side), forfeit, tuple(scores))
    share = points[0] / sum(points) if sum(points) else 0.5
    return Played(share, None, tuple(scores))


def _by_side(scores: Sequence[float], seats: int, sides: int) -> Iterator[float]:
    """Yield the mean score of the seats of each side; nothing without scores."""
    for side in range(sides) if scores else ():
        own = scores[side:seats:sides]
        yield sum(own) / len(own)


@contextmanager
def _seats(contest: Contest, leg: Leg) -> Iterator[dict[int, Program]]:
    """Yield the programs by seat; all end with the block."""
    sitting = len(contest.dealt(0).names) // len(leg) * [contest.entrants[each] for each in leg]
    seats = {
        seat: contest.kind(each) for seat, each in enumerate(sitting) if isinstance(each, Command)
    }
    meet([*seats.values()])
    try:
        yield seats
    finally:
        for program in seats.values():
            program.close()
