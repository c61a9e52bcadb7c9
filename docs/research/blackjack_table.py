"""The table of the simulator's games: shares of games won, with 95 % intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from blackjack_judge.table import BROKE, EXHAUSTED, WON
from cardjudge.columns import columns
from cardjudge.series.estimate import Estimate, mean, share

_IN_A_ROW = 5
"""Number of games in a row that the assignment asks for."""
_ENDS = {WON: "won", BROKE: "broke", EXHAUSTED: "no cards"}
_HEADS = "player", *_ENDS.values(), "wins a game", "wins five in a row", "rounds"


class Played(NamedTuple):
    """A game: its outcome, its rounds, and the final money."""

    outcome: str
    rounds: int
    money: int


class Match(NamedTuple):
    """The games of one player."""

    player: str
    games: list[Played]


def standings(seeds: range, matches: Sequence[Match]) -> str:
    """Return the table, and how much more often than the first each other player wins."""
    span = f"{seeds[0]}-{seeds[-1]}"
    lines = [f"games: {len(seeds)}, seeds: {span}; in brackets 95 % intervals"]
    rows = [_HEADS, *map(_row, matches)]
    lines += columns(rows, {*range(1, 1 + len(_ENDS)), len(_HEADS) - 1})
    for match in matches[1:]:
        pairs = zip(match.games, matches[0].games, strict=True)
        more = mean([(own.outcome == WON) - (first.outcome == WON) for own, first in pairs], -1, 1)
        names = f"{match.player} minus {matches[0].player}"
        lines.append(f"{names} in games won: {more.percent()}")
    return "\n".join(lines)


def _row(match: Match) -> tuple[str, ...]:
    ends = Counter(game.outcome for game in match.games)
    won = share(ends[WON], len(match.games))
    row = Estimate(*(probability**_IN_A_ROW for probability in won))
    rounds = mean(game.rounds for game in match.games).value
    counts = (str(ends[end]) for end in _ENDS)
    return (match.player, *counts, won.percent(), row.percent(), f"{rounds:.1f}")
