"""Matches: many games of the same computers, with seats rotated over the same deals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple

from big2.game import PLAYERS
from big2.patterns import installed
from big2.players import Budget, make
from big2.players.record import Record
from big2.series.cases import shuffled
from cardjudge.series.estimate import Estimate, mean, share
from cardjudge.series.workers import spread


@dataclass(frozen=True)
class Match:
    """Who plays, how many games, and from what seed."""

    players: tuple[str, ...]
    """Four names of strategies."""
    games: int
    seed: int
    budget: Budget
    patterns: tuple[str, ...]
    """The names of the patterns in the chain."""


class Outcome(NamedTuple):
    """A game: the place in `Match.players` of the winner, and the cards that each has left."""

    winner: int
    cards_left: tuple[int, ...]


class Standing(NamedTuple):
    """What one of the players did in the games of a match."""

    player: str
    wins: int
    share: Estimate
    cards_left: Estimate


def play_game(match: Match, number: int) -> Outcome:
    """Play one game: a function of the match and the number alone.

    Each deal is played four times in a row, and each time all sit one seat further, so that
    everybody plays every hand.
    """
    rng = Random(f"{match.seed}/{number}")
    deck = shuffled(Random(f"{match.seed}/deal {number // PLAYERS}"))
    seats = [(player + number) % PLAYERS for player in range(PLAYERS)]
    strategies = [make(name, Random(rng.getrandbits(64)), match.budget) for name in match.players]
    record = Record(deck, installed.select(list(match.patterns)))
    winner = record.play([strategies[seats.index(seat)] for seat in range(PLAYERS)])
    return Outcome(seats.index(winner), tuple(len(record.game.hands[seat]) for seat in seats))


def play(match: Match, workers: int = 1) -> list[Standing]:
    """Play all games and return the standings in the order of the players."""
    return standings(match, spread(partial(play_game, match), range(match.games), workers, "牌局"))


def standings(match: Match, outcomes: Iterator[Outcome]) -> list[Standing]:
    """Sum the outcomes up, with 95 % confidence intervals."""
    games = list(outcomes)
    rows = []
    for index, player in enumerate(match.players):
        wins = sum(game.winner == index for game in games)
        left = mean(game.cards_left[index] for game in games)
        rows.append(Standing(player, wins, share(wins, len(games)), left))
    return rows
