"""Matches: many games of the same players, with seats rotated over the same deals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple

from big2.game import PLAYERS
from big2.patterns import installed
from big2.players import Budget, Strategy, make
from big2.players.program import Program
from big2.players.record import Record
from big2.series.cases import shuffled
from cardjudge.columns import columns
from cardjudge.language import say
from cardjudge.programs.contestant import Command
from cardjudge.series.estimate import Estimate, mean, share_of_clusters
from cardjudge.series.workers import spread

MOST_LEFT = 13
Seating = Callable[[int, Random], Strategy]
"""Makes the computer that sits so many seats after a person, with a source of chance."""


@dataclass(frozen=True)
class Match:
    """Who plays, how many deals, and from what seed."""

    players: tuple[str | Command, ...]
    """Four names of strategies, or commands of programs."""
    deals: int
    """Each is played once for each seat."""
    seed: int
    budget: Budget
    patterns: tuple[str, ...]
    """The names of the patterns in the chain."""

    @property
    def games(self) -> int:
        """How many games are played."""
        return PLAYERS * self.deals


class Outcome(NamedTuple):
    """A game: the place in `Match.players` of the winner, and the cards that each has left."""

    winner: int
    cards_left: tuple[int, ...]


class Standing(NamedTuple):
    """What one of the players did in the games of a match; the games on a deal are one cluster."""

    player: str
    wins: int
    share: Estimate
    cards_left: Estimate


def seat(player: str | Command, rng: Random, budget: Budget) -> Strategy:
    """Return the player of a name or a command."""
    return Program(player) if isinstance(player, Command) else make(player, rng, budget)


@contextmanager
def seated(players: Sequence[str | Command], budget: Budget) -> Iterator[Seating]:
    """Seat computers in turn after a person; programs start once, and end with the block."""
    programs = {
        distance: Program(player)
        for distance, player in enumerate(players, start=1)
        if isinstance(player, Command)
    }
    try:
        yield (
            lambda distance, rng: programs.get(distance) or seat(players[distance - 1], rng, budget)
        )
    finally:
        for program in programs.values():
            program.close()


def play_game(match: Match, number: int) -> Outcome:
    """Play one game: a function of the match and the number alone.

    Each deal is played four times in a row, and each time all sit one seat further, so that
    everybody plays every hand. Programs start anew for each game, so that none sees a deal twice.
    """
    rng = Random(f"{match.seed}/{number}")
    deck = shuffled(Random(f"{match.seed}/deal {number // PLAYERS}"))
    seats = [(player + number) % PLAYERS for player in range(PLAYERS)]
    players = [seat(each, Random(rng.getrandbits(64)), match.budget) for each in match.players]
    record = Record(deck, installed.select(list(match.patterns)))
    try:
        winner = record.play([players[seats.index(seat)] for seat in range(PLAYERS)])
    finally:
        for player in players:
            player.close()
    return Outcome(seats.index(winner), tuple(len(record.game.hands[seat]) for seat in seats))


def play(match: Match, workers: int | str = 1) -> list[Standing]:
    """Play all games and return the standings in the order of the players."""
    games = spread(partial(play_game, match), range(match.games), workers, "牌局")
    return standings(match, list(games))


def standings(match: Match, games: Sequence[Outcome]) -> list[Standing]:
    """Sum the outcomes up, with 95 % confidence intervals by deal."""
    deals = [games[start : start + PLAYERS] for start in range(0, len(games), PLAYERS)]
    rows = []
    for index, player in enumerate(match.players):
        wins = [sum(game.winner == index for game in deal) for deal in deals]
        left = [sum(game.cards_left[index] for game in deal) / PLAYERS for deal in deals]
        name = player.name if isinstance(player, Command) else player
        share = share_of_clusters([won / PLAYERS for won in wins], PLAYERS)
        rows.append(Standing(name, sum(wins), share, mean(left, 0, MOST_LEFT)))
    return rows


def table(match: Match, results: Sequence[Standing]) -> str:
    """Write the table of a match."""
    rows = [(say("選手"), say("勝場"), say("勝率"), say("平均剩牌"))]
    for number, row in enumerate(results, start=1):
        name = f"{number} {row.player}"
        rows.append((name, str(row.wins), row.share.percent(1), row.cards_left.plain()))
    title = say(
        "{deals} 副牌，{games} 局，種子 {seed}；方括號是以一副牌為單位的 95 % 信賴區間",
        deals=match.deals,
        games=match.games,
        seed=match.seed,
    )
    return "\n".join([title, *(line.rstrip() for line in columns(rows))])


def document(match: Match, results: Sequence[Standing]) -> dict[str, object]:
    """Return the members of the JSON document of a match."""
    return {"deals": match.deals, "games": match.games, "seed": match.seed, "players": results}
