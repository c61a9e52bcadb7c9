"""The table of a match; the sentences of the judge are in `blackjack_judge.text`, for speed."""

from __future__ import annotations

from collections.abc import Sequence

from blackjack_judge.conversation import STOPPED, TIMED_OUT
from blackjack_judge.series.match import Match
from blackjack_judge.table import BROKE, EXHAUSTED, ILLEGAL, WON
from cardjudge.columns import columns

_ENDS = {
    WON: "獲勝",
    BROKE: "輸光",
    EXHAUSTED: "牌用完",
    ILLEGAL: "不合法",
    STOPPED: "程式停止",
    TIMED_OUT: "超時",
}


def standings(seeds: range, matches: Sequence[Match]) -> str:
    """Write the games of all contestants as one table, with the ways in which any of them ended."""
    ends = [end for end in _ENDS if end == WON or any(match.outcomes[end] for match in matches)]
    chances = ("贏一局", "連贏五局")
    rows = [("玩家", *(_ENDS[end] for end in ends), *chances, "平均回合")]
    for match in matches:
        counts = (str(match.outcomes[end]) for end in ends)
        estimates = (match.won.percent(), match.won_in_a_row.percent())
        rows.append((match.player, *counts, *estimates, f"{match.rounds.value:.1f}"))
    numbers = {*range(1, 1 + len(ends)), len(rows[0]) - 1}
    title = f"{len(seeds)} 局，種子 {_written(seeds)}；方括號是 95 % 信賴區間"
    return "\n".join([title, *columns(rows, numbers)])


def _written(seeds: range) -> str:
    return str(seeds[0]) if len(seeds) == 1 else f"{seeds[0]}-{seeds[-1]}"
