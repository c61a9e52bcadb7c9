"""The output of the subcommands of War; the output of the judge is in `war.text`."""

from cardjudge.errors import visible_lines
from cardjudge.language import say
from cardjudge.series.estimate import mean_by_sums, share
from war.series.chunks import Series, Tally
from war.text import RESULTS
from war.verify import Verdict

_RESULTS = {"wins1": RESULTS[1], "wins2": RESULTS[2], "draws": RESULTS[0], "infinite": RESULTS[3]}
_VERDICTS = {
    "1": "pick()、pickAll()、isValid()、copy()：{calls} 個例子，其中 {bad} 個不對；應為 0",
    "21a": (
        "cut()：{calls} 次，和二項分布相差至多 {norm:.5f}；作業說通常小於 0.0025，對的程式有"
        " 5.3 % 的機會超過；範圍以外 {other} 次"
    ),
    "21b": (
        "split()：{calls} 次，其中 {bad} 次的兩疊合不回原來的牌組；應為 0。"
        "切在哪裡和二項分布相差 {shift:.2f}；應小於 {most:.2f}"
    ),
    "22": (
        "riffleWith()：{calls} 次，其中 {bad} 次的牌或順序不對；應為 0。5 張與 5 張 {few} 次，"
        "出現 {outcomes} 種結果；應為 {all_outcomes}，而且機會均等"
    ),
    "23": (
        "riffleShuffle(7)：{calls} 次，可疑的牌組 {found} 副；作業說通常至多 5，對的程式有"
        " 0.03 % 的機會超過。牌不對的 {lost} 副；應為 0。"
        "洗 0 到 7 次各一副大牌組，其中 {bad} 副不像洗了那麼多次；應為 0"
    ),
    "31": (
        "Battle(13)：{calls} 場，其中 {bad} 場發的牌不對；應為 0。"
        "Battle(1000) 輪流放回發出的牌，由小到大收回要看 {passes} 遍；洗 7 次是 65 到 128 遍"
    ),
    "32": "isOver()、oneRound()：{calls} 個局面，其中 {bad} 個不對；應為 0（{first}）",
    "33": "winner()、game(turns)：{calls} 個局面，其中 {bad} 個不對；應為 0（{first}）",
    "41": "game()、copy()：{calls} 場，其中 {bad} 場的結果或最後的牌不對；應為 0（{first}）",
    "42": ("stats() 的場數：{counted}；和千萬場的結果不合的有 {bad} 種；應為 0（{first}）"),
}


def verdict(verdict: Verdict) -> str:
    """Return the line of a test, with the first wrong case below it."""
    lines = [f"{'[OK]' if verdict.passed else '[FAIL]'} {verdict.name}  {_sentence(verdict)}"]
    if verdict.example is not None:
        lines += (
            f"    {say(title)}{visible_lines(text)}"
            for title, text in zip(("例子：", "預期：", "得到："), verdict.example, strict=True)
        )
    if verdict.hint:
        lines.append(f"    {verdict.hint}")
    return "\n".join(lines)


def _sentence(verdict: Verdict) -> str:
    return verdict.fault or say(_VERDICTS[verdict.name], **verdict.figures)


def document(verdict: Verdict) -> dict[str, object]:
    """Return the JSON document of a test."""
    return {
        "name": verdict.name,
        "passed": verdict.passed,
        "reason": verdict.fault or None,
        "message": _sentence(verdict),
        "figures": verdict.figures,
        "example": None if verdict.example is None else verdict.example._asdict(),
        "hint": verdict.hint or None,
    }


def statistics(series: Series, tally: Tally) -> str:
    """Return the statistics of a series as text."""
    first = say("輪流先出牌") if series.alternate else say("玩家 1 先出牌")
    parts = {**series._asdict(), "first": first}
    lines = [
        say("{nb_vals} 種數值，洗牌 {riffles} 次，{first}，種子 {seed}", **parts),
        say("場數：{games}", games=tally.games),
    ]
    for result, name in _RESULTS.items():
        games = getattr(tally, result)
        percentage = say("，{share}", share=share(games, tally.games).percent())
        line = say("{name}：{games}", name=say(name), games=games)
        lines.append(line + percentage * (tally.games > 0))
    rounds = mean_by_sums(tally.finite, tally.rounds, tally.squares, 0)
    mean = say("無") if tally.finite == 0 else rounds.plain()
    lines.append(say("分出結果的遊戲平均回合數：{mean}", mean=mean))
    return "\n".join(lines)


def figures(series: Series, tally: Tally) -> dict[str, object]:
    """Return the statistics of a series as a JSON document."""
    rounds = mean_by_sums(tally.finite, tally.rounds, tally.squares, 0)
    results = {
        result: {"games": games, "share": share(games, tally.games)}
        for result in _RESULTS
        for games in [getattr(tally, result)]
    }
    return {**series._asdict(), "games": tally.games, **results, "mean_rounds": rounds}
