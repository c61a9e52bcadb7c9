"""Play the games of docs/research/war.md and write their results there.

``python docs/research/war_figures.py`` takes ten minutes of CPU time. It saves its counts in
build/war, so an interrupted run continues there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

from cardjudge.series.estimate import Estimate, mean_by_sums, share
from war.battle import RIFFLES
from war.series.chunks import Series, Tally
from war.series.stats import count

ROOT = Path(__file__).parents[2]

GAMES = 10_000_000
GAMES_BY_RIFFLES = 2_000_000
SEED = 1
VALUES = (11, 12, 13)
MIXED = 20
"""Riffles after which a deck is as good as mixed."""
COUNTED = ROOT / "build" / "war"
DOCS = ROOT / "docs"
RULES = {False: "player 1 first", True: "alternating"}


def counted(series: Series, games: int) -> Tally:
    """Count the games of a series, or read what was counted before."""
    rule = "turns" if series.alternate else "first"
    name = f"{series.nb_vals}-{series.riffles}-{rule}.json"
    path = COUNTED / name
    if path.exists():
        return Tally(**json.loads(path.read_text()))
    tally = count(series, games)
    if tally.games < games:
        raise KeyboardInterrupt
    COUNTED.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(tally._asdict()))
    return tally


def lead(tally: Tally) -> Estimate:
    """Estimate by how much player 1 wins more often than player 2."""
    n = tally.games
    one, two = tally.wins1 / n, tally.wins2 / n
    radius = 1.959964 * math.sqrt((one + two - (one - two) ** 2) / n)
    return Estimate(one - two, one - two - radius, one - two + radius)


def ways(cards: int, riffles: int, rising: int) -> int:
    """Return how many of the 2^(mn) ways to riffle n sorted cards m times make one given order.

    Only the number of its rising sequences matters (Bayer and Diaconis, theorem 1).
    """
    return math.comb(2**riffles + cards - rising, cards)


@cache
def eulerian(cards: int) -> list[int]:
    """Return the numbers of orders of the cards with 1, 2, … rising sequences.

    >>> eulerian(4)
    [1, 11, 11, 1]
    """
    row = [1]
    for n in range(2, cards + 1):
        padded = [0, *row, 0]
        row = [(n - k) * padded[k] + (k + 1) * padded[k + 1] for k in range(n)]
    return row


def total_variation(cards: int, riffles: int) -> Fraction:
    """Return the total variation distance of a riffled deck from a uniformly random one.

    Source: D. Bayer, P. Diaconis, "Trailing the dovetail shuffle to its lair", Ann. Appl. Probab. 2
    (1992).
    """
    ways_in_all, all_orders = 2 ** (riffles * cards), math.factorial(cards)
    differences = (
        orders * abs(ways(cards, riffles, rising) * all_orders - ways_in_all)
        for rising, orders in enumerate(eulerian(cards), start=1)
    )
    return Fraction(sum(differences), 2 * ways_in_all * all_orders)


def row(head: str, tally: Tally) -> str:
    """Return a row of the table of results."""
    shares = [tally.wins1, tally.wins2, tally.infinite]
    cells = [share(games, tally.games).percent(3) for games in shares]
    rounds = mean_by_sums(tally.finite, tally.rounds, tally.squares).plain()
    columns = [head, *cells, lead(tally).percent(3), f"{tally.draws}", rounds]
    return f"| {' | '.join(columns)} |"


HEAD = """\
| {} | player 1 wins | player 2 wins | infinite | player 1's lead | draws | mean rounds |
| --- | --- | --- | --- | --- | --- | --- |
"""


def by_values(riffles: int, games: int) -> tuple[str, dict[tuple[int, bool], Tally]]:
    """Return the table of the sizes of the deck, and what it was made of."""
    tallies = {
        (nb_vals, alternate): counted(Series(nb_vals, SEED, riffles, alternate), games)
        for alternate in RULES
        for nb_vals in VALUES
    }
    rows = [
        row(f"{nb_vals} values, {RULES[alternate]}", tally)
        for (nb_vals, alternate), tally in tallies.items()
    ]
    return HEAD.format("deck and rule") + "\n".join(rows), tallies


def by_riffles() -> tuple[str, dict[tuple[int, bool], Tally]]:
    """Return the table of the numbers of riffles, and what it was made of."""
    tallies = {
        (riffles, alternate): counted(
            Series(13, SEED, riffles, alternate),
            GAMES if riffles == RIFFLES else GAMES_BY_RIFFLES,
        )
        for alternate in RULES
        for riffles in range(1, 11)
    }
    rows = [
        row(f"{riffles}, {RULES[alternate]}", tally)
        for (riffles, alternate), tally in tallies.items()
    ]
    return HEAD.format("riffles and rule") + "\n".join(rows), tallies


def answers(
    seven: dict[tuple[int, bool], Tally], mixed: dict[tuple[int, bool], Tally]
) -> Iterator[str]:
    """Answer the questions of the assignment by the figures."""
    for alternate, rule in RULES.items():
        for nb_vals in VALUES:
            tally = seven[nb_vals, alternate]
            found = lead(tally)
            favoured = "player 1" if found.low > 0 else "player 2" if found.high < 0 else "nobody"
            in_mixed = lead(mixed[nb_vals, alternate])
            infinite = share(tally.infinite, tally.games).percent(4)
            yield (
                f"- {nb_vals} values, {rule}: {favoured} is favoured, by {found.percent()}\n"
                f"  ({in_mixed.percent()} in a mixed deck).\n"
                f"  Infinite: {tally.infinite} games, {infinite}."
            )


PART = """\
## What {games:,} games show

The assignment asks for the results of many games: whether player 1 is favoured, how often a game is
infinite, and what changes when the players take turns to play first.
`python docs/research/war_figures.py` counts the games and writes this part; a command such as
`war stats 13 {games} --seed {seed} --alternate` counts any row again. Brackets contain 95 %
confidence intervals. The lead is the share of games that player 1 wins minus the share that
player 2 wins. The mean of the rounds is over the games that end.

### Answers

{answers}

The rules treat both players alike, except for the order of the cards in a trick and for the deal of
a deck that is not well mixed. In a mixed deck only the order remains: without alternation player
1's card always comes first, and with alternation it comes first in the first round.

### Seven riffles, as the assignment deals

{seven}

### A mixed deck

After {mixed_riffles} riffles the deck is mixed: its total variation distance from a uniform
shuffle is {distance:.1g}. Each row counts {fewer_games:,} games.

{mixed}

### The number of riffles

The decks have 13 values and are in ascending order before the riffles. Each row counts
{fewer_games:,} games, except the rows of seven riffles.

{riffles}

{effect}
"""


def effect(tallies: dict[tuple[int, bool], Tally], mixed: dict[tuple[int, bool], Tally]) -> str:
    """Return the numbers of riffles whose lead differs from that of a mixed deck."""
    found = []
    for alternate, rule in RULES.items():
        limit = lead(mixed[13, alternate])
        differ = [
            riffles
            for riffles in range(1, 11)
            if (one := lead(tallies[riffles, alternate])).low > limit.high or one.high < limit.low
        ]
        found.append(
            f"{rule} those after {', '.join(map(str, differ))} riffles"
            if differ
            else f"{rule} none"
        )
    return (
        "The intervals of these leads do not overlap those of a mixed deck: with\n"
        f"{found[0]}, and with {found[1]}.\n"
        "The winner is a weak test of a shuffle. A strong test is the number of rising sequences,\n"
        "which distinguishes four riffles from seven (`tests/war/test_riffles.py`)."
    )


def write_part(text: str) -> None:
    """Replace the part between the comments "results" and "end of results" of war.md."""
    path = DOCS / "research/war.md"
    begin, end = "<!-- results -->\n", "<!-- end of results -->\n"
    before, rest = path.read_text(encoding="utf-8").split(begin)
    _, after = rest.split(end)
    path.write_text(f"{before}{begin}{text}{end}{after}", encoding="utf-8")


def main() -> None:
    """Count and write."""
    seven_table, seven = by_values(RIFFLES, GAMES)
    mixed_table, mixed = by_values(MIXED, GAMES_BY_RIFFLES)
    riffles_table, tallies = by_riffles()
    part = PART.format(
        games=GAMES,
        fewer_games=GAMES_BY_RIFFLES,
        seed=SEED,
        answers="\n".join(answers(seven, mixed)),
        seven=seven_table,
        mixed=mixed_table,
        mixed_riffles=MIXED,
        distance=float(total_variation(52, MIXED)),
        riffles=riffles_table,
        effect=effect(tallies, mixed),
    )
    write_part(part)


if __name__ == "__main__":
    main()
