"""The options of the judge."""

from __future__ import annotations

from cardjudge.doors import Row

MISERE = Row("--misere", "misere", "匱乏賽局：無法操作者贏。")
OPTIONS = (MISERE,)
