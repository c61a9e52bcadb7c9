"""The options of the judge."""

from __future__ import annotations

from cardjudge.doors import Row

RANKING = Row(
    "--ranking",
    "ranking",
    "狂牛症規則的排名：mad-first 先排得狂牛症的玩家，index 只看勝利指數。",
    "排名",
    ("mad-first", "index"),
    usual="mad-first",
)
OPTIONS = (RANKING,)
