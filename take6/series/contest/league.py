"""The contest: programs two at a time, which play every deal from both seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardjudge.language import say
from cardjudge.programs.contestant import ForfeitError
from cardjudge.series.contest import Arena, Terms
from cardjudge.series.league import Forfeit, League, Leg, Played
from take6 import text
from take6.game import NORMAL, ROWS, Game
from take6.players.table import shuffled
from take6.series.contest.seat import Seat, choose, hand, new_game, pick


class Forfeited(NamedTuple):
    """Why a game was forfeited: in what round, at what call, and the last words."""

    reason: str
    last_words: str


def _game(terms: Terms, leg: Leg, seats: Sequence[Seat], deal: int) -> Played:
    game = Game(shuffled(f"{terms.seed}/deal {deal}"), len(seats))
    lost = play(game, seats)
    terms.keep(deal, [seat.command.name for seat in seats], text.case(game))
    if lost is None:
        return Played(NORMAL.shares(game.heads)[0], scores=tuple(game.heads))
    who, why = lost
    return Played(float(who), Forfeit(leg[who], deal, why.reason, why.last_words))


ARENA = Arena(Seat, _game, 2)


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


def table(league: League) -> str:
    """Write the table of a contest; the mean of games of which none came to its end is a dash."""
    means = league.means()
    return league.table("平均牛頭", ["–" if mean is None else f"{mean:.1f}" for mean in means])
