"""Strength of `hard`, and the cost and the values of hints and reviews.

Strength is the share of about 400 games that `hard` wins against `normal` in all other seats. Every
deal is played in each rotation of the seats, and the games of a deal are one cluster; the lower end
of the interval must be above an equal share. Hints are those of every seat in games of `normal`,
reviews are those of whole games. A value of a review is compared with 10^4 play-outs of its own, in
positions chosen at random among the decisions where the review prefers another move.

``python -m bench.players WORD`` measures only the claims with this word.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import count, islice
from random import Random
from typing import Any

from bench.claims import Claim, Row, status, told
from bench.peers import call_seconds, exact
from big2.play import Big2
from cardjudge.play.game import Game
from cardjudge.play.levels import HARD, NORMAL
from cardjudge.play.match import Match, play
from cardjudge.play.players import player_of
from cardjudge.play.replay import Replay
from cardjudge.play.review import Decision, Review
from cardjudge.play.reviewing import review
from cardjudge.play.session import Session
from cardjudge.series.estimate import mean, share
from take6.play.game import Take6

GAMES = 400
WORKERS = 2
POSITIONS, PLAYOUTS, SEED = 20, 10_000, 20261126
FEW = 4
"""Decisions of a game that are reviewed to find one that the review would make otherwise."""
TABLES: dict[str, tuple[type[Game[Any]], int]] = {
    "Big-2": (Big2, 4),
    "Take 6! of two": (Take6, 2),
    "Take 6! of four": (Take6, 4),
    "Take 6! of ten": (Take6, 10),
}


def dealt(table: str, number: int) -> Session:
    """Return a new game of `normal` players."""
    game, seats = TABLES[table]
    given = {"seats": seats} if game is Take6 else {}
    return Session(game.dealt(given, number), [NORMAL] * seats, number)


def reviewed(session: Session) -> Review:
    """Return the review of all seats."""
    replay = Replay(type(session.game), session.dump().encode(), {})
    return review(replay, range(len(session.players)))


def strength(table: str, claim: Claim) -> Row:
    """Measure the games that `hard` wins."""
    game, seats = TABLES[table]
    given = {"seats": seats} if game is Take6 else {}
    match = Match(game, (HARD, *[NORMAL] * (seats - 1)), GAMES // seats, 1, given)
    won = play(match, WORKERS)[0].share
    return Row(claim, exact(100 * won.low), f"the lower end of {won.percent(1)}")


def hints(table: str, claim: Claim) -> Row:
    """Measure the slowest hint of three games, in CPU seconds."""
    adviser, seconds = player_of(TABLES[table][0], HARD), []
    for number in range(3):
        session = dealt(table, number)
        game = session.game
        while not game.over:
            seat = game.awaited[0]
            advise = lambda game=game, seat=seat: adviser.advise(game, seat, Random(1))  # noqa: E731
            seconds.append(call_seconds(advise))
            session.let_act(seat)
    average = f"{mean(seconds, 0).value:.2f} s"
    return Row(claim, exact(max(seconds)), f"{len(seconds)} hints, {average} on average")


def reviews(table: str, claim: Claim) -> Row:
    """Measure the reviews of three games, in CPU seconds."""
    seconds, decisions = [], 0
    for number in range(3):
        session = dealt(table, number)
        session.play()
        seconds.append(call_seconds(lambda session=session: reviewed(session)))  # type: ignore[misc]
        decisions += len(session.record)
    return Row(claim, mean(seconds, 0), f"3 games, {decisions / 3:.0f} moves each on average")


def preferred(table: str) -> Iterator[tuple[Game[Any], Decision, Any]]:
    """Yield positions, a decision in each that the review would make otherwise, and its move."""
    rng = Random(SEED)
    for number in count():
        session = dealt(table, number)
        session.play()
        replay = Replay(type(session.game), session.dump().encode(), {})
        few = lambda weigh, tasks: map(weigh, rng.sample(tasks, FEW))  # noqa: E731
        made = review(replay, range(len(session.players)), spread=few).decisions
        if other := [decision for decision in made if decision.done != decision.best]:
            at = next(
                at
                for at, move in enumerate(session.record)
                if (replay.frame_of[at], move.seat) == (other[0].step, other[0].player)
            )
            position = session.after(session.record[:at]).game
            yield position, other[0], position.move(other[0].player, session.record[at].text)


def values(table: str, claim: Claim) -> Row:
    """Measure how many values of a review have that of 10^4 play-outs in their interval."""
    within, off = 0, []
    for game, made, done in islice(preferred(table), POSITIONS):
        choices = game.choices(made.player).single
        called = game.table.called
        named = {called(game, made.player, choice.move): choice.move for choice in choices}
        # The move that was made need not be offered: Big-2 offers one of the plays of equal ranks.
        moves = [named[made.best], done]
        won = game.values.wins(game, made.player, moves, PLAYOUTS, Random(SEED))
        for estimate, sum_of_shares in zip((made.before, made.after), won, strict=True):
            value = sum_of_shares / PLAYOUTS
            within += estimate.low <= value <= estimate.high
            off.append(abs(estimate.value - value))
    note = f"{POSITIONS} positions; {100 * sum(off) / len(off):.1f} points off on average"
    return Row(claim, share(within, 2 * POSITIONS), note)


MEASURES: dict[Claim, tuple[Callable[[str, Claim], Row], str]] = {}
for _table, (_, _seats) in TABLES.items():
    _what = f"games that `hard` wins against `normal`: {_table}"
    MEASURES[Claim(_what, at_least=100 / _seats, unit="%")] = strength, _table
    MEASURES[Claim(f"slowest hint: {_table}", at_most=1, unit="s")] = hints, _table
    MEASURES[Claim(f"a review of a game: {_table}", at_most=60, unit="s")] = reviews, _table
for _table in "Big-2", "Take 6! of four":
    MEASURES[Claim(f"values of a review within their interval: {_table}", at_least=0.85)] = (
        values,
        _table,
    )
CLAIMS = tuple(MEASURES)


def rows(word: str = "") -> Iterator[Row]:
    """Measure the claims with a word."""
    for claim, (measure, table) in MEASURES.items():
        if word in str(claim):
            yield measure(table, claim)


if __name__ == "__main__":
    _word = " ".join(sys.argv[1:])
    sys.exit(status(told([claim for claim in CLAIMS if _word in str(claim)], rows(_word))))
