"""The tables of matches, for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from big2.series.match import Standing
from cardjudge.columns import columns


def standings(games: int, seed: int, table: Sequence[Standing]) -> str:
    """Write the table of a match."""
    rows = [("選手", "勝場", "勝率", "平均剩牌")]
    for number, row in enumerate(table, start=1):
        name = f"{number} {row.player}"
        rows.append((name, str(row.wins), row.share.percent(1), row.cards_left.plain()))
    title = f"{games} 局，種子 {seed}；方括號是 95 % 信賴區間"
    return "\n".join([title, *(line.rstrip() for line in columns(rows))])


def as_json(games: int, seed: int, table: Sequence[Standing]) -> dict[str, object]:
    """Return the table of a match as JSON has it; what is not a number is null there."""
    players = [
        {
            "player": row.player,
            "wins": row.wins,
            "share": row.share.known(),
            "cards_left": row.cards_left.known(),
        }
        for row in table
    ]
    return {"games": games, "seed": seed, "players": players}
