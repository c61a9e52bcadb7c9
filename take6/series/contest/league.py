"""The contest: a league of programs in which each two play every deal from both seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs.contestant import Command, ForfeitError
from cardjudge.series.league import Forfeit, League, Leg, Played, legs, standings
from cardjudge.series.workers import spread
from cardjudge.stdio import tell
from take6 import text
from take6.game import NORMAL, ROWS, Game
from take6.players.table import shuffled
from take6.series.contest.seat import Seat, choose, hand, new_game, pick

_PART = 100
"""Deals that one pair of processes plays: parts of a leg are played side by side."""


class Terms(NamedTuple):
    """What holds for all games of a contest, and the folder in which every game is kept."""

    deals: int
    seed: str
    saves: Path | None = None


class Forfeited(NamedTuple):
    """Why a game was forfeited: in what round, at what call, and the last words."""

    reason: str
    last_words: str


class Outcome(NamedTuple):
    """A game of a leg, and by seat the heads of one that was played to its end."""

    played: Played
    heads: tuple[int, int] | None


def ready(
    paths: Sequence[Path], command: Callable[[Path], Command], skip_broken: bool
) -> list[Command]:
    """Return the contestants that compile, each with a name of its own.

    UserError for one that does not compile, unless it is to be skipped.
    """
    found: list[Command] = []
    for path in paths:
        same = sum(each.name.partition("#")[0] == path.name for each in found)
        try:
            made = command(path)
            found.append(made._replace(name=f"{made.name}#{same + 1}") if same else made)
        except UserError as error:
            if not skip_broken:
                raise
            tell(say("略過：{why}", why=error))
    if len(found) < 2:
        raise UserError("至少要有兩位參賽者")
    return found


def contest(
    entrants: Sequence[Command], terms: Terms, workers: int | str = 1
) -> tuple[League, list[float | None]]:
    """Play everyone against everyone; return the league, the best first, and their mean heads."""
    if terms.saves is not None:
        terms.saves.mkdir(parents=True, exist_ok=True)
    parts = [(leg, deals) for leg in legs(len(entrants)) for deals in _parts(terms.deals)]
    played = spread(partial(_part, tuple(entrants), terms), parts, workers, say("比賽"))
    by_leg: dict[Leg, list[Outcome]] = {}
    for (leg, _), games in zip(parts, played, strict=True):
        by_leg.setdefault(leg, []).extend(games)
    results = [(leg, [game.played for game in games]) for leg, games in by_leg.items()]
    rows = standings(len(entrants), results)
    league = League([each.name for each in entrants], rows, terms.deals, int(terms.seed))
    return league, [_mean_heads(row.entrant, by_leg) for row in rows]


def _parts(deals: int) -> list[range]:
    return [range(start, min(start + _PART, deals)) for start in range(0, deals, _PART)]


def _mean_heads(entrant: int, by_leg: dict[Leg, list[Outcome]]) -> float | None:
    heads = [
        game.heads[leg.index(entrant)]
        for leg, games in by_leg.items()
        if entrant in leg
        for game in games
        if game.heads is not None
    ]
    return fmean(heads) if heads else None


def _part(entrants: Sequence[Command], terms: Terms, part: tuple[Leg, range]) -> list[Outcome]:
    """Play some deals of a leg, each seat with a process of its own, which sees each deal once."""
    leg, deals = part
    seats = [Seat(entrants[entrant]) for entrant in leg]
    try:
        return [_game(terms, leg, seats, deal) for deal in deals]
    finally:
        for seat in seats:
            seat.close()


def _game(terms: Terms, leg: Leg, seats: Sequence[Seat], deal: int) -> Outcome:
    game = Game(shuffled(f"{terms.seed}/deal {deal}"), len(seats))
    lost = play(game, seats)
    if terms.saves is not None:
        names = "-".join(seat.command.name for seat in seats)
        (terms.saves / f"{deal}-{names}.in").write_text(text.case(game), encoding="utf-8")
    if lost is None:
        return Outcome(Played(NORMAL.shares(game.heads)[0]), (game.heads[0], game.heads[1]))
    who, why = lost
    return Outcome(Played(float(who), Forfeit(leg[who], deal, why.reason, why.last_words)), None)


def play(game: Game, seats: Sequence[Seat]) -> tuple[int, Forfeited] | None:
    """Play a game of two; return who forfeits it, and why.

    Both are asked at once for a card. Whoever fails loses at once; of two, the first.
    """
    dealt = game.hands[:]
    first, second = seats
    last: Sequence[int] = (0, 0)
    begins = [new_game(seat, cards) for seat, cards in enumerate(dealt)]
    while not game.over:
        question = pick(game.rows, game.heads, last)
        for seat, begin, was, held in zip(seats, begins, dealt, game.hands, strict=True):
            seat.ask(begin + question + hand(was, held))
        begins = [b"", b""]
        one, two = _card(first, second, game.hands[0]), _card(second, first, game.hands[1])
        if isinstance(one, ForfeitError):
            return 0, _called(one, "pick", len(game.history))
        if isinstance(two, ForfeitError):
            return 1, _called(two, "pick", len(game.history))
        last = one, two
        game.play(last)
        if game.undercut is not None:
            who, card = game.undercut
            row = _row(seats[who], seats[1 - who], choose(game.rows, card))
            if isinstance(row, ForfeitError):
                return who, _called(row, "choose", len(game.history) - 1)
            game.take(row)
    return None


def _card(seat: Seat, rival: Seat, held: Sequence[int]) -> int | ForfeitError:
    try:
        card = seat.answer(rival)
        if card not in held:
            seat.lose(say("手上沒有 {card} 這張牌", card=card))
    except ForfeitError as forfeited:
        return forfeited
    return card


def _row(seat: Seat, rival: Seat, question: bytes) -> int | ForfeitError:
    try:
        seat.ask(question)
        row = seat.answer(rival)
        if not 0 <= row < ROWS:
            seat.lose(say("沒有第 {row} 列（從 0 算起）", row=row))
    except ForfeitError as forfeited:
        return forfeited
    return row


def _called(why: ForfeitError, function: str, rounds: int) -> Forfeited:
    template = "第 {number} 回合的 {function}：{reason}"
    told = say(template, number=rounds + 1, function=function, reason=why.reason)
    return Forfeited(told, why.last_words)


def table(league: League, heads: Sequence[float | None]) -> str:
    """Write the table of a contest; the mean of games of which none came to its end is a dash."""
    return league.table("平均牛頭", ["–" if mean is None else f"{mean:.1f}" for mean in heads])
