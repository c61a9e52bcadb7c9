"""Matches: computers play the same deals from every seat."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from cardjudge.columns import columns
from cardjudge.errors import visible
from cardjudge.language import say
from cardjudge.play import checks
from cardjudge.play.game import Game, Settings
from cardjudge.play.players import blaming
from cardjudge.play.session import Session
from cardjudge.programs.contestant import Command
from cardjudge.series.estimate import Estimate, by_cluster, mean, share_of_clusters
from cardjudge.series.workers import spread

_LONGEST = 60


class Match(NamedTuple):
    """A match: each deal is played once in every rotation of the seats."""

    game: type[Game[Any]]
    players: tuple[str | Command, ...]
    deals: int
    seed: int
    given: Settings

    @property
    def games(self) -> int:
        """The number of games."""
        return self.deals * len(self.players)


class Standing(NamedTuple):
    """A player's results; the games on one deal are one cluster."""

    player: str
    share: Estimate
    score: Estimate | None
    """The mean score; None for a game without scores."""


def play(match: Match, workers: int | str = 1) -> list[Standing]:
    """Play all games; return the standings in the order of the players."""
    count = len(match.players)
    games = [*spread(partial(_one, match), range(match.games), workers, say("對局"))]
    standings = []
    for at, player in enumerate(match.players):
        name = player if isinstance(player, str) else player.name
        shares = by_cluster([shares[at] for shares, _ in games], count)
        scores = by_cluster([scores[at] for _, scores in games if scores], count)
        score = mean(scores, 0) if scores else None
        standings.append(Standing(name, share_of_clusters(shares, count), score))
    return standings


def deal(game: type[Game[Any]], given: Settings, seed: int, number: int) -> Game[Any]:
    """Return a deal of a series by its number; it depends on nothing else."""
    return checks.begun(game, "dealt", given, f"{seed}/deal {number}")


def _one(match: Match, number: int) -> tuple[list[float], list[float]]:
    """Play one game, which depends on the match and its number alone.

    Return its shares and its scores, if it has any, by player and not by seat.
    """
    kind, count = match.game, len(match.players)
    with blaming(kind):
        game = deal(kind, match.given, match.seed, number // count)
        seats = [(at + number) % count for at in range(count)]
        sitting = [match.players[(seat - number) % count] for seat in range(count)]
        Session(game, sitting, Random(f"{match.seed}/{number}").getrandbits(64)).play()
        shares, scores = checks.shares(game), game.values.scores(game)
    return [shares[s] for s in seats], [scores[s] for s in seats] if scores else []


def table(match: Match, standings: Sequence[Standing]) -> str:
    """Return the table of a match."""
    heads = [say("選手"), say("勝率")]
    score = match.game.values.score
    rows = [tuple([*heads, say("平均{score}", score=say(score))] if score else heads)]
    for number, row in enumerate(standings, start=1):
        own = [f"{number} {visible(row.player, _LONGEST)}", row.share.percent(1)]
        rows.append(tuple([*own, row.score.plain()] if row.score else own))
    title = "{deals} 副牌，{games} 局，種子 {seed}；方括號是以一副牌為單位的 95 % 信賴區間"
    head = say(title, deals=match.deals, games=match.games, seed=match.seed)
    return "\n".join([head, *columns(rows)])


def document(match: Match, standings: Sequence[Standing]) -> dict[str, object]:
    """Return the members of the JSON document of a match."""
    counts = {"deals": match.deals, "games": match.games, "seed": match.seed}
    return {**counts, "settings": dict(match.given), "players": standings}
