"""A contest: two contestants, or a round robin, and the table of its results."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cardjudge.errors import UserError
from cardjudge.series.estimate import mean
from cardjudge.series.workers import spread
from cardjudge.stdio import tell
from take6.series.contest.arena import Score, games
from take6.series.contest.contestant import Contestant, Loss, command
from take6.series.contest.ratings import ratings

_LOSSES: dict[Loss, str] = {
    "card": "出錯牌",
    "row": "選錯列",
    "crash": "當掉",
    "time": "逾時",
    "output": "寫到標準輸出",
    "memory": "記憶體過多",
    "protocol": "亂寫通訊管道",
}


class Terms(NamedTuple):
    """What holds for all games of a contest: `seconds` of wall time a call, `memory` in bytes."""

    deals: int
    seed: str
    seconds: float
    memory: int


class Pairing(NamedTuple):
    """Two contestants by number, and their commands."""

    first: int
    second: int
    commands: tuple[list[str], list[str]]
    terms: Terms


def files(paths: Sequence[Path]) -> list[Path]:
    """Return the contestants named, and those of the folders named, in the order of their names."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(file for file in path.iterdir() if file.suffix in (".c", ".py"))
        else:
            found.append(path)
    return found


def contest(
    sources: Sequence[Path], terms: Terms, workers: int = 1, *, skip_broken: bool = False
) -> list[str]:
    """Play everyone against everyone and return the lines of the table.

    UserError for a contestant that does not compile; with `skip_broken` it is told and left out.
    """
    with ExitStack() as stack:
        ready: list[tuple[Path, list[str]]] = []
        for source in sources:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="take6-")))
            try:
                ready.append((source, command(source, folder)))
            except UserError as error:
                if not skip_broken:
                    raise
                tell(f"略過：{error}")
        if len(ready) < 2:
            raise UserError("至少要有兩位參賽者")
        pairings = [
            Pairing(i, j, (ready[i][1], ready[j][1]), terms)
            for i, j in combinations(range(len(ready)), 2)
        ]
        scores = [Score() for _ in ready]
        points = [[0.0] * len(ready) for _ in ready]
        played = spread(_pair, pairings, workers, "比賽")
        for (i, j, _, _), (first, second) in zip(pairings, played, strict=True):
            for who, other, score in ((i, j, first), (j, i, second)):
                points[who][other] += 2 * sum(score.deals)
                scores[who].deals += score.deals
                scores[who].heads += score.heads
                scores[who].losses += score.losses
    return _table([source.name for source, _ in ready], scores, ratings(points))


def _pair(pairing: Pairing) -> tuple[Score, Score]:
    _, _, commands, terms = pairing
    pair = [Contestant(command, terms.seconds, terms.memory) for command in commands]
    first, second = Score(), Score()
    try:
        results = games(pair, terms.deals, terms.seed)
        for game in results:
            two = [game, next(results)]
            first.add(two, 0)
            second.add(two, 1)
    finally:
        for contestant in pair:
            contestant.close()
    return first, second


def _table(names: Sequence[str], scores: Sequence[Score], rated: Sequence[float]) -> list[str]:
    order = sorted(range(len(names)), key=lambda i: (-rated[i], names[i]))
    width = max(len(name) for name in names)
    lines = []
    for place, i in enumerate(order, 1):
        score = scores[i]
        share = mean(score.deals).percent(1)
        heads = f"{sum(score.heads) / len(score.heads):.1f}" if score.heads else "－"
        line = (
            f"{place:>3}  {names[i]:<{width}}  等級分 {rated[i]:4.0f}  "
            f"勝率 {share}  平均牛頭 {heads}  判負 {score.losses.total()}"
        )
        why = "、".join(f"{_LOSSES[loss]} {count}" for loss, count in score.losses.most_common())
        lines.append(f"{line}（{why}）" if why else line)
    return lines
