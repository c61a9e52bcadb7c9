"""The tables of matches and contests, for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from big2.series.match import Match, Standing
from cardjudge.columns import columns
from cardjudge.language import say
from cardjudge.series import league

if TYPE_CHECKING:
    from big2.series.contest import Terms


def standings(match: Match, table: Sequence[Standing]) -> str:
    """Write the table of a match."""
    rows = [(say("選手"), say("勝場"), say("勝率"), say("平均剩牌"))]
    for number, row in enumerate(table, start=1):
        name = f"{number} {row.player}"
        rows.append((name, str(row.wins), row.share.percent(1), row.cards_left.plain()))
    title = say(
        "{deals} 副牌，{games} 局，種子 {seed}；方括號是以一副牌為單位的 95 % 信賴區間",
        deals=match.deals,
        games=match.games,
        seed=match.seed,
    )
    return "\n".join([title, *(line.rstrip() for line in columns(rows))])


def contest(names: Sequence[str], terms: Terms, table: Sequence[league.Standing]) -> str:
    """Write the table of a contest, below it every game that was forfeited, and last the seed."""
    rows = [(say("名次"), say("程式"), say("等級分"), say("勝率"), say("判負"))]
    for place, row in enumerate(table, start=1):
        cells = names[row.entrant], row.rating.plain(0), row.share.percent(1)
        rows.append((str(place), *cells, str(len(row.forfeits))))
    title = say("{deals} 副牌；方括號是以一副牌為單位的 95 % 信賴區間", deals=terms.deals)
    lines = [title, *(line.rstrip() for line in columns(rows))]
    for row in table:
        lines += [_forfeit(names[row.entrant], forfeit) for forfeit in row.forfeits]
    return "\n".join([*lines, say("種子 {seed}", seed=terms.seed)])


def _forfeit(name: str, forfeit: league.Forfeit) -> str:
    told = say(
        "{name} 在第 {deal} 副牌判負：{reason}", name=name, deal=forfeit.deal, reason=forfeit.reason
    )
    words = forfeit.last_words
    return told + say("；最後說：{words}", words=words) if words else told


def match_document(match: Match, table: Sequence[Standing]) -> dict[str, object]:
    """Return the members of the JSON document of a match."""
    return {"deals": match.deals, "games": match.games, "seed": match.seed, "players": table}


def contest_document(
    names: Sequence[str], terms: Terms, table: Sequence[league.Standing]
) -> dict[str, object]:
    """Return the members of the JSON document of a contest."""
    programs = [{"program": names[row.entrant], **row._asdict()} for row in table]
    return {"deals": terms.deals, "seed": terms.seed, "programs": programs}
