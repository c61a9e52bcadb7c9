"""What is told of taking and breaking games: values, periods, outcomes, a game of a survey."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cardjudge.errors import UserError
from cardjudge.language import say
from nim.misere import MisereHeaps, TooManyMovesError
from nim.taking.period import Period, PeriodicValues
from nim.taking.rules import Rules

if TYPE_CHECKING:
    from nim.series.survey import Entry


class Asked(NamedTuple):
    """What somebody asks about a game: some heaps, and how many values are listed and used."""

    name: str
    rules: Rules
    heaps: list[int]
    limit: int
    first: int


def report(asked: Asked, misere: bool, certificate: Path | None = None) -> None:
    """Print what is known of a game, and write the proof of its period to a file."""
    if not misere:
        _report_normal(asked, certificate)
    elif certificate is None:
        _report_misere(asked)
    else:
        raise UserError("匱乏賽局沒有證明可寫")


def _report_normal(asked: Asked, certificate: Path | None) -> None:
    game = PeriodicValues(asked.rules)
    print(f"G(0..{asked.first - 1}) = {' '.join(map(str, game.up_to(asked.first - 1)))}")
    try:
        period = game.prove(asked.limit)
    except OverflowError:
        raise UserError("有一個值太大") from None
    print(_period(period, asked.limit))
    for heap in asked.heaps:
        if period is None and heap > asked.limit:
            raise UserError(
                "n ≤ {limit} 的值證不出週期，無法得知 G({heap})；可用 --limit 提高上限",
                limit=asked.limit,
                heap=heap,
            )
        print(f"G({heap}) = {game[heap]}")
    if certificate is not None:
        from nim.taking.certificate import certify, write

        if period is None:
            raise UserError("沒有證出週期，就沒有證明可寫")
        write(certificate, certify(asked.name, game))


def _period(period: Period | None, limit: int) -> str:
    if period is None:
        return say("n ≤ {limit} 的值證不出週期", limit=limit)
    return say("n0 = {start}，p = {length}", **period._asdict())


def _report_misere(asked: Asked) -> None:
    game = MisereHeaps(asked.rules)
    lost = " ".join(str(heap) for heap in range(asked.first) if not _wins(game, heap))
    print(say("匱乏賽局，n < {first} 之中後手必勝的：{lost}", first=asked.first, lost=lost))
    for heap in asked.heaps:
        winner = say("先手必勝") if _wins(game, heap) else say("後手必勝")
        print(say("{heap} 顆：{winner}", heap=heap, winner=winner))


def _wins(game: MisereHeaps, heap: int) -> bool:
    try:
        return game.first_player_wins(heap)
    except TooManyMovesError:
        raise UserError("匱乏賽局一堆 {heap} 顆的局面太多，算不出誰會贏", heap=heap) from None


def statement(entry: Entry) -> str:
    """Return the line of a game in a survey."""
    period = None if entry.n0 is None or entry.p is None else Period(entry.n0, entry.p)
    found = _period(period, entry.limit)
    if entry.like is not None:
        found = say("{found}（目前的值同 {like}）", found=found, like=entry.like)
    return f"{entry.code}  {found}"
