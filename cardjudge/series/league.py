"""A league: a round robin over the same deals, ordered by shares of points.

The league knows no game. A *leg* is all deals between two entrants with one of them in the first
seats. A pair has two legs, so both entrants play the same cards from both sides. Where a game has
one seat, a leg is all deals of one entrant alone. Every seat of a leg has its own process, so no
process sees a deal twice.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple, TypeAlias

from cardjudge.columns import columns
from cardjudge.language import say
from cardjudge.series.estimate import Estimate, mean, share_of_clusters

_NUMBER = re.compile(r"\d+")


Leg: TypeAlias = tuple[int, ...]
"""All deals of one entrant or between two, given by number; the first one has the first seats."""


class Forfeit(NamedTuple):
    """A game that an entrant forfeited: the deal, the reason, and the end of its standard error.

    Where an entrant plays alone, any game that it lost.
    """

    entrant: int
    deal: int
    reason: str
    last_words: str


class Played(NamedTuple):
    """A game of a leg: the first entrant's share of the one point, and the forfeit, if any."""

    points: float
    forfeit: Forfeit | None = None
    scores: tuple[float, ...] = ()
    """Both scores in the game's own points; empty if it has no scores or was forfeited."""


class Standing(NamedTuple):
    """The result of an entrant."""

    entrant: int
    share: Estimate
    """Share of points; the entrant's games on one deal are one cluster."""
    forfeits: tuple[Forfeit, ...]


class League(NamedTuple):
    """A played league: its programs, the number of deals, and the seed."""

    names: Sequence[str]
    standings: Sequence[Standing]
    deals: int
    seed: int
    games: Mapping[Leg, Sequence[Played]]

    def mean(self, entrant: int) -> Estimate | None:
        """Return an entrant's mean score, the games on a deal as one cluster; None without any."""
        scores = [*self._scores(entrant)]
        return mean(scores, 0) if scores else None

    def _scores(self, entrant: int) -> Iterable[float]:
        """Yield the entrant's mean score on each deal that has scores."""
        legs = [(leg.index(entrant), games) for leg, games in self.games.items() if entrant in leg]
        for deal in range(self.deals):
            played = [(seat, games[deal].scores) for seat, games in legs]
            if scores := [row[seat] for seat, row in played if row]:
                yield fmean(scores)

    def table(self, score: str = "") -> str:
        """Return the table, the forfeits below it, and the seed; `score` is what scores count."""
        heads = say("名次"), say("程式"), say("得分率"), self._lost
        rows = [(*heads, say("平均{score}", score=say(score)) if score else "")]
        for place, row in enumerate(self.standings, start=1):
            name, forfeits = self.names[row.entrant], str(len(row.forfeits))
            points = self.mean(row.entrant)
            own = points.plain() if points else "–" if score else ""
            rows.append((str(place), name, row.share.percent(1), forfeits, own))
        intervals = say("{deals} 副牌；方括號是以一副牌為單位的 95 % 信賴區間", deals=self.deals)
        lines = [*self._differences()]
        lines += [line for row in self.standings for line in self._forfeits(row)]
        return "\n".join([intervals, *columns(rows), *lines, say("種子 {seed}", seed=self.seed)])

    @property
    def _lost(self) -> str:
        return say("判負") if min(map(len, self.games)) > 1 else say("輸")

    def _differences(self) -> Iterable[str]:
        """Yield how much more often the first one wins than each other, where each plays alone."""
        alone = {leg[0]: games for leg, games in self.games.items() if len(leg) == 1}
        best, *others = (row.entrant for row in self.standings)
        for other in others if alone else ():
            pairs = zip(alone[other], alone[best], strict=True)
            more = mean([own.points - first.points for own, first in pairs], -1, 1)
            names = {"player": self.names[other], "first": self.names[best]}
            yield say("{player} 減 {first} 的得分率：{share}", share=more.percent(1), **names)

    def _forfeits(self, row: Standing) -> Iterable[str]:
        """Yield a line for each kind of forfeit, the most frequent first, with its first deal."""
        kinds: dict[str, list[Forfeit]] = {}
        for forfeit in row.forfeits:
            kinds.setdefault(_NUMBER.sub("…", forfeit.reason), []).append(forfeit)
        for games in sorted(kinds.values(), key=len, reverse=True):
            first = min(games, key=lambda forfeit: forfeit.deal)
            sentence = say(
                "{name} {lost} {games} 場，先在第 {deal} 副牌：{reason}",
                name=self.names[row.entrant],
                lost=self._lost,
                games=len(games),
                deal=first.deal,
                reason=first.reason,
            )
            words = first.last_words
            yield sentence + (say("；最後說：{words}", words=words) if words else "")

    def document(self) -> dict[str, object]:
        """Return the members of the JSON document."""
        programs = [
            {"program": self.names[row.entrant], **row._asdict(), "score": self.mean(row.entrant)}
            for row in self.standings
        ]
        return {"deals": self.deals, "seed": self.seed, "programs": programs}


def standings(entrants: int, games: Mapping[Leg, Sequence[Played]]) -> list[Standing]:
    """Return the entrants, the best first. Each leg has one game for each deal, in order."""
    forfeits = [game.forfeit for leg in games.values() for game in leg if game.forfeit]
    on_a_deal = sum(0 in leg for leg in games)
    table = [
        Standing(
            who,
            share_of_clusters([points / on_a_deal for points in of_entrant], on_a_deal),
            tuple(forfeit for forfeit in forfeits if forfeit.entrant == who),
        )
        for who, of_entrant in enumerate(_by_deal(entrants, games))
    ]
    return sorted(table, key=lambda row: (-row.share.value, row.entrant))


def _by_deal(entrants: int, games: Mapping[Leg, Sequence[Played]]) -> list[list[float]]:
    """Return the points of each entrant on each deal."""
    points = [[0.0] * len(next(iter(games.values()))) for _ in range(entrants)]
    for (first, *second), played in games.items():
        for deal, game in enumerate(played):
            points[first][deal] += game.points
            for other in second:
                points[other][deal] += 1 - game.points
    return points
