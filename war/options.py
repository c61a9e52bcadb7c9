"""The options of the judge."""

from __future__ import annotations

from cardjudge.doors import Row

ALTERNATE = Row("--alternate", "alternate", "兩位玩家輪流先出牌。")
NB_VALS = Row(
    "--nb-vals",
    "nb_vals",
    "檢查兩手牌：數值至多 NB_VALS，兩手合起來每種至多四張。",
    "NB_VALS",
    least=1,
)
OPTIONS = ALTERNATE, NB_VALS
