"""A match of computers: every deal is played once in each rotation of the seats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache, partial
from typing import NamedTuple

from cardjudge.series.estimate import Estimate, mean
from cardjudge.series.workers import spread
from take6.game import NORMAL, Rule
from take6.players import player
from take6.players.base import Player
from take6.players.table import play, shuffled


class Result(NamedTuple):
    """What a player has reached in a match, in estimates with their 95 % intervals."""

    level: str
    share: Estimate
    """The share of the win in a game; those who tie share it."""
    heads: Estimate


_make = cache(player)


def _one(levels: tuple[str, ...], seed: str, rule: Rule, number: int) -> list[int]:
    """Play one game; return the heads of each of `levels`, wherever it sat."""
    count = len(levels)
    deal, rotation = divmod(number, count)
    seats = [(seat + rotation) % count for seat in range(count)]
    players: list[Player] = [_make(levels[seat]) for seat in seats]
    heads = play(players, f"{seed}/{number}", rule, shuffled(f"{seed}/deal {deal}"))
    by_player = [0] * count
    for seat, taken in zip(seats, heads, strict=True):
        by_player[seat] = taken
    return by_player


def match(
    levels: Sequence[str], games: int, seed: str, rule: Rule = NORMAL, workers: int = 1
) -> list[Result]:
    """Return the result of each player; the same whatever the number of workers.

    The games are made up to whole deals. The games of one deal hang together, so it is the deals
    that count as the sample.
    """
    count = len(levels)
    deals = -(-games // count)
    work = partial(_one, tuple(levels), seed, rule)
    heads = list(spread(work, range(deals * count), workers, "對局"))
    shares = [rule.shares(each) for each in heads]
    return [
        Result(level, _share(_by_deal(shares, i)), _by_deal(heads, i))
        for i, level in enumerate(levels)
    ]


def _share(estimate: Estimate) -> Estimate:
    return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high))


def _by_deal(games: Sequence[Sequence[float]], player: int) -> Estimate:
    count = len(games[0])
    values = [game[player] for game in games]
    return mean([sum(values[i : i + count]) / count for i in range(0, len(values), count)])


def as_json(results: Sequence[Result]) -> str:
    """Write the results as JSON; null where nothing is known."""
    rows = [
        {"level": result.level, "share": result.share.known(), "heads": result.heads.known()}
        for result in results
    ]
    return json.dumps(rows)


def as_table(results: Sequence[Result]) -> str:
    """Write the results as lines of text, one a player."""
    lines = ["等級        勝率與 95 % 信賴區間      平均牛頭與 95 % 信賴區間"]
    for result in results:
        share, heads = result.share.percent(1), result.heads.plain(1)
        lines.append(f"{result.level:<10}  {share:<22}  {heads}")
    return "\n".join(lines)
