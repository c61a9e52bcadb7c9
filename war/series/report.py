"""Every sentence of the subcommands of War; those of the judge are in `war.text`."""

from __future__ import annotations

import json

from cardjudge.language import say
from cardjudge.series.estimate import mean_by_sums, share
from war.series.chunks import Series, Tally
from war.text import RESULTS
from war.verify.verdict import Verdict

WITHOUT_NUMBA = "沒有安裝 NumPy 與 Numba，改用純 Python，會慢數百倍：pip install 'cardjudge[fast]'"
_RESULTS = ("wins1", "wins2", "draws", "infinite")
_NAMES = dict(zip(("draws", "wins1", "wins2", "infinite"), RESULTS, strict=True))
_VERDICTS = {
    "21a": (
        "cut()：{calls} 次，和二項分布相差至多 {norm:.5f}；作業說通常小於 {bound}，對的程式有"
        " {share:.1%} 的機會超過；範圍以外 {other} 次"
    ),
    "21b": (
        "split()：{calls} 次，其中 {bad} 次的兩疊合不回原來的牌組；應為 0。"
        "切在哪裡和二項分布相差 {shift:.2f}；應小於 {most:.2f}"
    ),
    "22": (
        "riffleWith()：{calls} 次，其中 {bad} 次少了牌或亂了順序；應為 0。5 張與 5 張 {calls} 次，"
        "出現 {outcomes} 種結果；應為 {all_outcomes}，而且機會均等（偏差 {z:.1f}；應小於 4.9）"
    ),
    "23": (
        "riffleShuffle(7)：{calls} 次，可疑的牌組 {found} 副；作業說通常至多 {bound}，對的程式有"
        " {share:.2%} 的機會超過。少了牌的 {bad} 副；應為 0。"
        "{decks} 副的上升列數和洗 7 次相差 {z:.1f}；應小於 4.9"
    ),
    "31": (
        "Battle(13)：{calls} 場，其中 {bad} 場發錯牌；應為 0。"
        "用同樣的亂數再洗一次來比對的有 {repeated} 場"
    ),
    "32": "isOver()、oneRound()：{calls} 個局面，其中 {bad} 個不對；應為 0",
    "33": "winner()、game(turns)：{calls} 個局面，其中 {bad} 個不對；應為 0",
    "41": "game()：{calls} 場，其中 {bad} 場的結果或最後的牌不對；應為 0",
    "42": (
        "stats()：11、12、13 種數值各 {calls} 場，數到 {found}；"
        "離千萬場的結果太遠的有 {bad} 種；應為 0"
    ),
    "exact": "{cards} 張牌洗 {riffles} 次的所有 {paths} 種經過：機率不對的順序有 {bad} 種；應為 0",
    "sort": "{cards} 張牌以所有 {paths} 組 {riffles} 位元的數字排序：不同的順序有 {bad} 種；應為 0",
    "seven": "52 張牌洗 7 次，{calls} 副：上升列數的 χ² 換算成標準常態為 {z:.2f}；應小於 {bound}",
    "four": "同樣的牌若當作只洗 4 次：換算後為 {z:.0f}；應大於 {bound}，否則分不出 4 次與 7 次",
}


def verdict(verdict: Verdict) -> str:
    """Return the line of one test."""
    mark = "[OK]" if verdict.passed else "[FAIL]"
    told = verdict.fault or say(_VERDICTS[verdict.name], **verdict.figures)
    return f"{mark} {verdict.name}  {told}"


def distances(cards: int, total_variations: list[float]) -> str:
    """Return the table of how far riffles are from mixing a deck perfectly."""
    lines = [f"{cards} 張牌洗 m 次之後，與均勻分布的總變異距離（Bayer 與 Diaconis）："]
    lines += [f"{m:2}  {distance:.3f}" for m, distance in enumerate(total_variations, start=1)]
    return "\n".join(lines)


def statistics(series: Series, tally: Tally) -> str:
    """Return the lines that tell of a series."""
    first = "輪流先出牌" if series.alternate else "玩家 1 先出牌"
    lines = [
        f"{series.nb_vals} 種數值，洗牌 {series.riffles} 次，{first}，種子 {series.seed}",
        f"場數：{tally.games}",
    ]
    for result in _RESULTS:
        games = getattr(tally, result)
        estimate = share(games, tally.games)
        shown = f"，{estimate.percent()}" if tally.games else ""
        lines.append(f"{_NAMES[result]}：{games}{shown}")
    rounds = mean_by_sums(tally.finite, tally.rounds, tally.squares)
    shown = "無" if tally.finite == 0 else rounds.plain() if tally.finite > 1 else str(tally.rounds)
    lines.append(f"分出結果的遊戲平均回合數：{shown}")
    return "\n".join(lines)


def statistics_json(series: Series, tally: Tally) -> str:
    """Return what `statistics` tells as one line of JSON; null where nothing is known."""
    results = {
        result: {"games": getattr(tally, result), **share(games, tally.games).known()}
        for result, games in ((result, getattr(tally, result)) for result in _RESULTS)
    }
    rounds = mean_by_sums(tally.finite, tally.rounds, tally.squares)
    return json.dumps(
        {**series._asdict(), "games": tally.games, **results, "mean_rounds": rounds.known()}
    )


def interrupted(counted: int, games: int) -> str:
    """Tell that a series was cut short."""
    return f"已中斷：數到第 {counted} 場，全部是 {games} 場"
