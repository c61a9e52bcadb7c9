"""Matches: many games of the same players, who rotate seats on the same deals."""

from collections.abc import Iterator, Sequence
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
from cardjudge.series.estimate import Estimate, by_cluster, mean, share_of_clusters
from cardjudge.series.workers import spread

MOST_LEFT = 13


@dataclass(frozen=True)
class Match:
    """The players, the number of deals, and the seed of a match."""

    players: tuple[str | Command, ...]
    """Four names of strategies, or commands of programs."""
    deals: int
    """Number of deals; the players play each deal once for each rotation of the seats."""
    seed: int
    budget: Budget
    patterns: tuple[str, ...]
    """The names of the patterns in the chain."""

    @property
    def games(self) -> int:
        """Number of games."""
        return PLAYERS * self.deals


class Outcome(NamedTuple):
    """The result of a game: the winner's index in `Match.players`, and each player's cards left."""

    winner: int
    cards_left: tuple[int, ...]


class Standing(NamedTuple):
    """The statistics of a player in a match; the games on one deal are one cluster."""

    player: str
    wins: int
    share: Estimate
    cards_left: Estimate


@contextmanager
def seated(
    players: Sequence[str | Command], rng: Random, budget: Budget
) -> Iterator[list[Strategy]]:
    """Create players from names and commands; leaving the block ends the programs."""
    rngs = [Random(rng.getrandbits(64)) for _ in players]
    made = [
        Program(player) if isinstance(player, Command) else make(player, own, budget)
        for player, own in zip(players, rngs, strict=True)
    ]
    try:
        yield made
    finally:
        for player in made:
            player.close()


def play_game(match: Match, number: int) -> Outcome:
    """Play one game; the result depends on the match and the number alone.

    The players play each deal four times in a row and move one seat further each time, so each
    player plays each hand. Programs start anew for each game, so no process sees a deal twice.
    """
    rng = Random(f"{match.seed}/{number}")
    deck = shuffled(Random(f"{match.seed}/deal {number // PLAYERS}"))
    seats = [(player + number) % PLAYERS for player in range(PLAYERS)]
    record = Record(deck, installed.select(match.patterns))
    with seated(match.players, rng, match.budget) as players:
        winner = record.play([players[seats.index(seat)] for seat in range(PLAYERS)])
    return Outcome(seats.index(winner), tuple(len(record.game.hands[seat]) for seat in seats))


def play(match: Match, workers: int | str = 1) -> list[Standing]:
    """Play all games and return the standings in the order of the players."""
    games = spread(partial(play_game, match), range(match.games), workers, say("牌局"))
    return standings(match, list(games))


def standings(match: Match, games: Sequence[Outcome]) -> list[Standing]:
    """Return the statistics of the outcomes, with 95 % confidence intervals by deal."""
    rows = []
    for index, player in enumerate(match.players):
        name = player.name if isinstance(player, Command) else player
        wins = [game.winner == index for game in games]
        share = share_of_clusters(by_cluster(wins, PLAYERS), PLAYERS)
        left = by_cluster([game.cards_left[index] for game in games], PLAYERS)
        rows.append(Standing(name, sum(wins), share, mean(left, 0, MOST_LEFT)))
    return rows


def table(match: Match, results: Sequence[Standing]) -> str:
    """Return the table of a match."""
    rows = [(say("選手"), say("勝場"), say("勝率"), say("平均剩牌"))]
    for number, row in enumerate(results, start=1):
        name = f"{number} {row.player}"
        rows.append((name, str(row.wins), row.share.percent(1), row.cards_left.plain()))
    title = "{deals} 副牌，{games} 局，種子 {seed}；方括號是以一副牌為單位的 95 % 信賴區間"
    shown = say(title, deals=match.deals, games=match.games, seed=match.seed)
    return "\n".join([shown, *columns(rows)])


def document(match: Match, results: Sequence[Standing]) -> dict[str, object]:
    """Return the JSON document of a match."""
    return {"deals": match.deals, "games": match.games, "seed": match.seed, "players": results}
