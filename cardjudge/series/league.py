"""A league: everyone meets everyone over the same deals, with ratings whose intervals go by deal.

The league knows no game. A *leg* is all deals between two entrants with one of them in the first
seats; there are two legs to a pair, so both play the same cards from both sides. Who plays the legs
gives every seat of a leg a process of its own: no process ever sees a deal twice.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, permutations
from random import Random
from statistics import fmean
from typing import NamedTuple

from cardjudge.columns import columns
from cardjudge.language import listed, say
from cardjudge.series.estimate import Estimate, mean, share_of_clusters

_MEAN, _SCALE = 1500.0, 400.0
_PRIOR = 1.0
"""Games that everyone is taken to have drawn with an average player: so no rating is infinite."""
_ROUNDS, _ENOUGH = 1000, 1e-5
_RESAMPLED, _CUT = 200, 5
"""At each end so many of the resampled ratings are left out: 2.5 %."""

Points = Sequence[Sequence[float]]


class Leg(NamedTuple):
    """All deals between two entrants, by their numbers; the first has the first seats."""

    first: int
    second: int


class Forfeit(NamedTuple):
    """A game that an entrant lost at once: on what deal, why, and the end of its standard error."""

    entrant: int
    deal: int
    reason: str
    last_words: str


class Played(NamedTuple):
    """A game of a leg: what the first entrant won of the one point, and who gave up, if so."""

    points: float
    forfeit: Forfeit | None = None
    scores: tuple[int, ...] = ()
    """What both have at the end in points of the game's own, if it has any and came to its end."""


class Standing(NamedTuple):
    """What an entrant has reached."""

    entrant: int
    rating: Estimate
    share: Estimate
    """Of the points; a cluster is all games of the entrant on one deal."""
    forfeits: tuple[Forfeit, ...]


class League(NamedTuple):
    """A league that has been played: of what programs, over how many deals, from what seed."""

    names: Sequence[str]
    standings: Sequence[Standing]
    deals: int
    seed: int
    games: Mapping[Leg, Sequence[Played]]

    def means(self, most: float) -> list[Estimate]:
        """Return the mean score, 0 to `most`, of each of the standings; a cluster is a deal."""
        return [mean(self._scores(row.entrant), 0, most) for row in self.standings]

    def _scores(self, entrant: int) -> Iterable[float]:
        """Yield the entrant's mean score on each deal of which a game has scores."""
        legs = [(leg.index(entrant), games) for leg, games in self.games.items() if entrant in leg]
        for deal in range(self.deals):
            played = [(seat, games[deal].scores) for seat, games in legs]
            if scores := [each[seat] for seat, each in played if each]:
                yield fmean(scores)

    def table(self, title: str = "", more: Sequence[str] = ()) -> str:
        """Write the table, below it every game that was forfeited, and last the seed.

        `more` is a column under a title of the game's own: a cell for each of the standings.
        """
        heads = say("名次"), say("程式"), say("等級分"), say("勝率"), say("判負")
        rows = [(*heads, say(title))]
        for place, row in enumerate(self.standings, start=1):
            name, rating = self.names[row.entrant], row.rating.plain(0)
            cells = str(place), name, rating, row.share.percent(1), str(len(row.forfeits))
            rows.append((*cells, more[place - 1] if more else ""))
        intervals = say("{deals} 副牌；方括號是以一副牌為單位的 95 % 信賴區間", deals=self.deals)
        told = [line for row in self.standings for line in self._forfeits(row)]
        return "\n".join([intervals, *columns(rows), *told, say("種子 {seed}", seed=self.seed)])

    def _forfeits(self, row: Standing) -> Iterable[str]:
        """Yield a line for each reason, with all the deals on which it was the reason."""
        deals: dict[tuple[str, str], set[int]] = {}
        for forfeit in row.forfeits:
            why = forfeit.reason, forfeit.last_words
            deals.setdefault(why, set()).add(forfeit.deal)
        for (reason, words), on in deals.items():
            parts = {"name": self.names[row.entrant], "deal": listed(_runs(on)), "reason": reason}
            told = say("{name} 在第 {deal} 副牌判負：{reason}", **parts)
            yield told + (say("；最後說：{words}", words=words) if words else "")

    def document(self, **more: Sequence[object]) -> dict[str, object]:
        """Return the members of the JSON document; `more` are those of the game's own."""
        programs = [
            {"program": self.names[row.entrant], **row._asdict()}
            | {name: values[place] for name, values in more.items()}
            for place, row in enumerate(self.standings)
        ]
        return {"deals": self.deals, "seed": self.seed, "programs": programs}


def _runs(numbers: Iterable[int]) -> Iterable[str]:
    """Yield numbers in ascending order, those that follow each other as ``first–last``."""
    for _, run in groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0]):
        first, *rest = [number for _, number in run]
        yield f"{first}–{rest[-1]}" if rest else str(first)


def legs(entrants: int) -> list[Leg]:
    """Return the legs of a league in their order: two for each pair."""
    return [Leg(*pair) for pair in permutations(range(entrants), 2)]


def standings(entrants: int, results: Iterable[tuple[Leg, Sequence[Played]]]) -> list[Standing]:
    """Return the entrants, the best first. Each leg has one game for each deal, in their order."""
    played = list(results)
    deals = _by_deal(entrants, played)
    forfeits = [game.forfeit for _, games in played for game in games if game.forfeit]
    best = ratings(_sum(deals, entrants))
    on_a_deal = 2 * (entrants - 1)
    table = [
        Standing(
            who,
            rating,
            share_of_clusters([sum(deal[who]) / on_a_deal for deal in deals], on_a_deal),
            tuple(forfeit for forfeit in forfeits if forfeit.entrant == who),
        )
        for who, rating in enumerate(map(Estimate, best, *_interval(deals, best)))
    ]
    return sorted(table, key=lambda row: (-row.rating.value, row.entrant))


def _by_deal(
    entrants: int, played: Sequence[tuple[Leg, Sequence[Played]]]
) -> list[list[list[float]]]:
    points = [[[0.0] * entrants for _ in range(entrants)] for _ in played[0][1]]
    for (first, second), games in played:
        for deal, game in zip(points, games, strict=True):
            deal[first][second] += game.points
            deal[second][first] += 1 - game.points
    return points


def _sum(deals: Sequence[Points], entrants: int) -> list[list[float]]:
    return [
        [math.fsum(deal[i][j] for deal in deals) for j in range(entrants)] for i in range(entrants)
    ]


def _interval(deals: Sequence[Points], best: Sequence[float]) -> tuple[list[float], list[float]]:
    """Return the ends of 95 % of the ratings that deals drawn from these, with return, give.

    Source: B. Efron, "Bootstrap methods: another look at the jackknife", Ann. Statist. 7 (1979).
    """
    if all(deal == deals[0] for deal in deals):  # one, or as many as tell no more than one
        unknown = [math.nan] * len(best)
        return unknown, unknown
    rng = Random("league")
    drawn = (rng.choices(deals, k=len(deals)) for _ in range(_RESAMPLED))
    found = [ratings(_sum(some, len(best)), best) for some in drawn]
    columns = [sorted(column) for column in zip(*found, strict=True)]
    low = [min(column[_CUT], value) for column, value in zip(columns, best, strict=True)]
    return low, [max(c[-1 - _CUT], value) for c, value in zip(columns, best, strict=True)]


def ratings(points: Points, start: Sequence[float] | None = None) -> list[float]:
    """Return the ratings under which the results are most likely; their mean is 1500.

    ``points[i][j]`` is what player i has won against player j, draws as halves. As on the Elo
    scale, 400 points more mean winning ten games for every game lost. `start` are ratings near
    those that are looked for.

    Sources: R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39
    (1952); the iteration is that of D. R. Hunter, "MM algorithms for generalized Bradley-Terry
    models", Ann. Statist. 32 (2004), each followed by a step of what all have in common: only the
    games with the average player hold that, and it would come last by far.

    >>> [round(rating) for rating in ratings([[0, 10], [10, 0]])]
    [1500, 1500]
    """
    strengths = [10 ** ((rating - _MEAN) / _SCALE) for rating in start or [_MEAN] * len(points)]
    for _ in range(_ROUNDS):
        before = strengths
        strengths = _levelled([_improved(points, before, who) for who in range(len(points))])
        if all(math.isclose(a, b, rel_tol=_ENOUGH) for a, b in zip(before, strengths, strict=True)):
            break
    logs = [_SCALE * math.log10(strength) for strength in strengths]
    centre = sum(logs) / len(logs)
    return [_MEAN + each - centre for each in logs]


def _improved(points: Points, strengths: Sequence[float], who: int) -> float:
    games = (
        (points[who][j] + points[j][who]) / (strengths[who] + strength)
        for j, strength in enumerate(strengths)
    )
    return (sum(points[who]) + _PRIOR / 2) / (_PRIOR / (strengths[who] + 1) + sum(games))


def _levelled(strengths: Sequence[float]) -> list[float]:
    """Return the strengths times what lets all win half of the games with the average player."""
    won = [strength / (strength + 1) for strength in strengths]
    slope = sum(share * (1 - share) for share in won)
    factor = math.exp((len(won) / 2 - sum(won)) / slope)  # a step of Newton's
    return [strength * factor for strength in strengths]
