"""The results of matches as text and as CSV."""

import csv
from collections.abc import Sequence
from pathlib import Path

from blackjack_judge.conversation import STOPPED, TIMED_OUT
from blackjack_judge.series.match import Match
from blackjack_judge.table import BROKE, EXHAUSTED, ILLEGAL, WON
from cardjudge.columns import columns
from cardjudge.errors import visible
from cardjudge.language import say

_ENDS = {
    WON: "獲勝",
    BROKE: "輸光",
    EXHAUSTED: "牌用完",
    ILLEGAL: "不合法",
    STOPPED: "程式停止",
    TIMED_OUT: "超時",
}
_MOST_GAMES = 10
"""As many fit side by side."""
_LONGEST = 200


def standings(seeds: Sequence[int], matches: Sequence[Match]) -> str:
    """Write all matches as one table, the single games where they are few, and what went wrong."""
    named = f"{seeds[0]}-{seeds[-1]}" if len(seeds) > 1 else seeds[0]
    title = say("{count} 局，種子 {seeds}；方括號是 95 % 信賴區間", count=len(seeds), seeds=named)
    played = [match for match in matches if not match.error]
    lines = [title, *_summary(played)]
    if len(seeds) <= _MOST_GAMES:
        lines += ["", *_games(seeds, played)]
    return "\n".join([*lines, *_failures(matches)])


def write_csv(file: Path, matches: Sequence[Match]) -> None:
    """Write a row for each game of each player."""
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out, lineterminator="\n")
        rows.writerow(("player", "seed", "outcome", "rounds", "money", "reason"))
        for match in matches:
            for game in match.games:
                rows.writerow((match.player, *game.as_json().values()))
            if match.error:
                rows.writerow((match.player, "", "error", "", "", match.error))


def _summary(matches: Sequence[Match]) -> list[str]:
    ends = [end for end in _ENDS if end == WON or any(match.outcomes[end] for match in matches)]
    chances = (say("贏一局"), say("連贏五局"))
    rows = [(say("玩家").lower(), *(say(_ENDS[end]) for end in ends), *chances, say("平均回合"))]
    for match in matches:
        counts = (str(match.outcomes[end]) for end in ends)
        estimates = (match.won.percent(), match.won_in_a_row.percent())
        rows.append((match.player, *counts, *estimates, f"{match.rounds.value:.1f}"))
    return columns(rows, {*range(1, 1 + len(ends)), len(rows[0]) - 1})


def _games(seeds: Sequence[int], matches: Sequence[Match]) -> list[str]:
    rows = [(say("種子").lower(), *map(str, seeds))]
    rows += [
        (match.player, *(say(_ENDS[game.outcome]) for game in match.games)) for match in matches
    ]
    return columns(rows)


def _failures(matches: Sequence[Match]) -> list[str]:
    """Tell of each player what went wrong first, and how often."""
    lines = []
    for match in matches:
        failed = [game for game in match.games if game.reason]
        if match.error:
            lines.append(f"{match.player}: {visible(match.error, _LONGEST)}")
        elif failed:
            first = {"seed": failed[0].seed, "reason": visible(failed[0].reason, _LONGEST)}
            template = "{player}：種子 {seed}：{reason}（這樣的有 {count} 局）"
            lines.append(say(template, player=match.player, count=len(failed), **first))
    return ["", *lines] if lines else []
