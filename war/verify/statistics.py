"""The test of `stats`, whose output has any words: the counts of games are found by them."""

import random
import re
from collections.abc import Sequence
from itertools import combinations, permutations

from cardjudge.language import listed, say
from war.verify import Example, Verdict, chance
from war.verify.exam import READINGS, Call, Homework, reading_of, tally

_FIRST_GAMES = 20  # they are infinite with 42 %, if player 1 plays first
_MOST_PRINTED = 16
"""Number of integers in the output that the test searches for the counts."""
_SHORT = {1: 20, 2: 5000}
"""Number of games with one and two values, which are short."""
SHARES: list[dict[int, tuple[float, float, float, float]]] = [
    {
        1: (0, 0, 0, 1),
        2: (0.32788, 0.27216, 0.20007, 0.19989),
        11: (0.34185, 0.30839, 0.34976, 0),
        12: (0.21120, 0.18816, 0.60064, 0),
        13: (0.30671, 0.27199, 0.42130, 0),
    },
    {
        1: (0, 0, 0, 1),
        2: (0.32768, 0.32958, 0, 0.34274),
        11: (0.50609, 0.49391, 0, 0),
        12: (0.50786, 0.49214, 0, 0),
        13: (0.50976, 0.49024, 0, 0),
    },
]
"""Shares of wins of player 1, wins of player 2, infinite games and draws by the number of values,
for each of `READINGS`; `docs/research/war_figures.py` counts 10^7 games for each row."""
_KINDS = "玩家 1 獲勝", "玩家 2 獲勝", "無限遊戲", "平手"
_PLAYER = r"""
    (?:玩家|player|joueur)[\s_#]*[12](?!\d)
"""
_WORDS = {
    "無限遊戲": """
        無限|無窮|循環|infin|endless|loop|cycl
    """,
    "平手": """
        平手|平局|和局|draw|tie|égal|nul
    """,
    "玩家 1 獲勝": r"""
        (?:玩家|player|joueur)[\s_#]*[1一](?!\d|.*(?:lo[st]|輸|敗|perd))
    """,
    "玩家 2 獲勝": r"""
        (?:玩家|player|joueur)[\s_#]*[2二](?!\d|.*(?:lo[st]|輸|敗|perd))
    """,
}
"""Words that name a count, as verbose regular expressions."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\d.]|\s*%)")


def statistics(homework: Homework, rng: random.Random) -> Verdict:
    """Test that the counts of games are plausible, all by the same reading."""
    lines: list[str] = []
    wrong: list[list[Example]] = [[] for _ in SHARES]
    tally(homework, Call(1, "stats", (max(SHARES[0]), _FIRST_GAMES)))  # detects endless games
    for nb_vals in SHARES[0]:
        games = _SHORT.get(nb_vals, homework.games)
        [[output]] = tally(homework, Call(1, "stats", (nb_vals, games)), longer=30)
        counts = _counts(output.split("\t"))[-_MOST_PRINTED:]
        rows = [row for row in combinations(counts, 4) if sum(n for n, _ in row) == games]
        numbers = [n for n, _ in (rows[-1] if rows else counts[:4])]
        parts = {"values": nb_vals, "games": games}
        sum_text = "+".join(map(str, numbers)) or say("找不到四個場數")
        lines.append(say("{values} 種數值 {games} 場 {shown}", **parts, shown=sum_text))
        for reading, examples in zip(SHARES, wrong, strict=True):
            shares = reading[nb_vals]
            if not any(_fits(row, games, shares) for row in rows):
                pairs = zip(_KINDS, shares, strict=True)
                expected = (f"{say(kind)} {games * share:.0f}" for kind, share in pairs)
                last = " / ".join(output.split("\t")[-_MOST_PRINTED:]) or say("沒有印出東西")
                call = f"Battle.stats({nb_vals}, {games})"
                examples.append(Example(call, say("、").join(expected), last))
        if all(wrong):
            break
    best = min(wrong, key=len)
    first = reading_of([*READINGS][wrong.index(best)], not best)
    figures = {"games": homework.games, "counted": listed(lines), "bad": len(best)}
    return Verdict("42", not best, {**figures, "first": first}, example=next(iter(best), None))


def _counts(lines: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Return the integers of an output, each with the kinds of results that words name.

    These are the words of its line. If the line has several integers, they are the words before
    it, or those after it if the line ends with a name: "67 were infinite and 0 ended in a draw".
    A player is named only on a line with one integer.
    """
    counts: list[tuple[int, list[str]]] = []
    for line in lines:
        rest = re.sub(_PLAYER, "", line, flags=re.I | re.X)
        numbers, gaps = _NUMBER.findall(rest), _NUMBER.split(rest)
        labels = gaps[1:] if _names(gaps[-1]) else gaps
        if len(numbers) == 1:
            labels = [line]
        counts += zip(map(int, numbers), map(_names, labels), strict=False)
    return counts


def _fits(row: Sequence[tuple[int, list[str]]], games: int, shares: Sequence[float]) -> bool:
    """Return whether the counts, named by their words or in any order, are plausible."""
    most = 0 if {*shares} == {0, 1} else chance.furthest_shift(games)
    return any(
        chance.shift([n for n, _ in order], shares) <= most
        for order in permutations(row)
        if all(names[:1] in ([], [kind]) for (_, names), kind in zip(order, _KINDS, strict=True))
    )


def _names(words: str) -> list[str]:
    """Return the kinds of results that words name; both players together name none."""
    names = [kind for kind, pattern in _WORDS.items() if re.search(pattern, words, re.I | re.X)]
    return [] if names == [*_KINDS[:2]] else names
