"""Matches of computers: every deal is played once in each rotation of the seats."""

from collections.abc import Sequence
from functools import cache, partial
from typing import NamedTuple

from cardjudge.columns import columns
from cardjudge.language import say
from cardjudge.series.estimate import Estimate, by_cluster, mean, share_of_clusters
from cardjudge.series.workers import spread
from take6.cards import ALL_HEADS
from take6.game import NORMAL, Rule
from take6.players import player
from take6.players.base import played, shuffled


class Match(NamedTuple):
    """The levels, the number of deals, the seed and the rule of a match."""

    levels: tuple[str, ...]
    deals: int
    seed: str
    rule: Rule = NORMAL

    @property
    def games(self) -> int:
        """The number of games."""
        return self.deals * len(self.levels)


class Result(NamedTuple):
    """The estimates of a player in a match, with 95 % intervals clustered by deal."""

    level: str
    share: Estimate
    """The share of the win in a game; tied winners share it."""
    heads: Estimate


_make = cache(player)


def _one(match: Match, number: int) -> list[int]:
    """Play one game; return the heads in the order of the levels."""
    count = len(match.levels)
    deal, rotation = divmod(number, count)
    seats = [(seat + rotation) % count for seat in range(count)]
    players = [_make(match.levels[seat]) for seat in seats]
    deck = shuffled(f"{match.seed}/deal {deal}")
    heads = played(players, f"{match.seed}/{number}", match.rule, deck).heads
    return [heads[seats.index(player)] for player in range(count)]


def play(match: Match, workers: int | str = 1) -> list[Result]:
    """Return the result of each player; the number of workers does not change it."""
    count = len(match.levels)
    games = list(spread(partial(_one, match), range(match.games), workers, say("對局")))
    wins = [match.rule.shares(heads) for heads in games]
    results = []
    for who, level in enumerate(match.levels):
        share = share_of_clusters(by_cluster([won[who] for won in wins], count), count)
        heads = mean(by_cluster([heads[who] for heads in games], count), 0, ALL_HEADS)
        results.append(Result(level, share, heads))
    return results


def table(match: Match, results: Sequence[Result]) -> str:
    """Return the results as a table with a line for each player."""
    title = "{deals} 副牌，{games} 場，種子 {seed}；方括號是以一副牌為單位的 95 % 信賴區間"
    rows = [(say("level｜電腦"), say("勝率"), say("平均牛頭"))]
    rows += [(row.level, row.share.percent(1), row.heads.plain(1)) for row in results]
    shown = say(title, deals=match.deals, games=match.games, seed=match.seed)
    return "\n".join([shown, *columns(rows)])


def document(match: Match, results: Sequence[Result]) -> dict[str, object]:
    """Return the members of the JSON document of a match."""
    counts = {"deals": match.deals, "games": match.games, "seed": int(match.seed)}
    return counts | match.rule._asdict() | {"players": results}
