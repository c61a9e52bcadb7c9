"""Matches: computers play the same deals from every seat."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from cardjudge.columns import columns
from cardjudge.language import say
from cardjudge.play.game import Game, Settings
from cardjudge.play.installed import game as game_named
from cardjudge.play.players import blaming, player_of
from cardjudge.series.estimate import Estimate, by_cluster, mean, share_of_clusters
from cardjudge.series.workers import spread


class Match(NamedTuple):
    """A match: each deal is played once in every rotation of the seats."""

    game: str
    players: tuple[str, ...]
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


class _Outcome(NamedTuple):
    """A game's result by player, not by seat."""

    shares: Sequence[float]
    scores: Sequence[float]


def play(match: Match, workers: int | str = 1) -> list[Standing]:
    """Play all games; return the standings in the order of the players."""
    count = len(match.players)
    games = [*spread(partial(_one, match), range(match.games), workers, say("對局"))]
    standings = []
    for at, player in enumerate(match.players):
        shares = by_cluster([game.shares[at] for game in games], count)
        scores = by_cluster([game.scores[at] for game in games if game.scores], count)
        score = mean(scores) if scores else None
        standings.append(Standing(player, share_of_clusters(shares, count), score))
    return standings


def deal(game: type[Game[Any]], given: Settings, seed: int, number: int) -> Game[Any]:
    """Return a deal of a series by its number; it depends on nothing else."""
    return game.dealt(given, Random(f"{seed}/deal {number}"))


def _one(match: Match, number: int) -> _Outcome:
    """Play one game; it depends on the match and its number alone."""
    kind, count = game_named(match.game), len(match.players)
    with blaming(kind):
        game = deal(kind, match.given, match.seed, number // count)
        players = [player_of(kind, name) for name in match.players]
        rngs = [Random(f"{match.seed}/{number}/{at}") for at in range(count)]
        while not game.over:
            awaited = game.awaited
            if not awaited:
                game.advance()
                continue
            at = (awaited[0] - number) % count
            game.make(awaited[0], players[at].advise(game, awaited[0], rngs[at]).move)
        seats = [(at + number) % count for at in range(count)]
        shares, scores = game.shares(), game.scores()
    return _Outcome([shares[s] for s in seats], [scores[s] for s in seats] if scores else ())


def table(match: Match, standings: Sequence[Standing]) -> str:
    """Return the table of a match."""
    heads = [say("選手"), say("勝率")]
    score = game_named(match.game).score
    rows = [tuple([*heads, say("平均{score}", score=say(score))] if score else heads)]
    for number, row in enumerate(standings, start=1):
        own = [f"{number} {row.player}", row.share.percent(1)]
        rows.append(tuple([*own, row.score.plain()] if row.score else own))
    title = "{deals} 副牌，{games} 局，種子 {seed}；方括號是以一副牌為單位的 95 % 信賴區間"
    told = say(title, deals=match.deals, games=match.games, seed=match.seed)
    return "\n".join([told, *columns(rows)])


def document(match: Match, standings: Sequence[Standing]) -> dict[str, object]:
    """Return the members of the JSON document of a match."""
    counts = {"deals": match.deals, "games": match.games, "seed": match.seed}
    return {**counts, "settings": dict(match.given), "players": standings}
