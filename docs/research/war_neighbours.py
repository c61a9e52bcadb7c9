"""Whether the neighbours of a good deal are good: the figures of "Records" in research/war.md.

``python docs/research/war_neighbours.py`` plays all deals that two cards of the longest kept
game make by changing places, and as many random ones, by the reference: a minute of CPU time.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import quantiles

from war.battle import Battle, dealt
from war.course import follow
from war.deck import Deck

ROOT = Path(__file__).parents[2]


def kept() -> list[int]:
    """Return the deal of the first record of the page, in the order of dealing."""
    text = (ROOT / "docs/research/war.md").read_text("utf-8").split("## Records")[1]
    hands = next(part for part in text.split("`") if " / " in part)
    one, two = (map(int, hand.split()) for hand in hands.split("/"))
    return [card for pair in zip(one, two, strict=True) for card in pair]


def neighbours(cards: Sequence[int]) -> Iterator[list[int]]:
    """Yield the deals in which two different cards have changed places."""
    for i, j in combinations(range(len(cards)), 2):
        if cards[i] != cards[j]:
            changed = [*cards]
            changed[i], changed[j] = cards[j], cards[i]
            yield changed


def told(name: str, deals: Iterable[list[int]]) -> str:
    """Return a row of the table: how many deals end, and how long those games are."""
    courses = [follow(Battle(*dealt(Deck(deal)))) for deal in deals]
    rounds = [course.rounds for course in courses if course.period is None]
    cuts = quantiles(rounds, n=100)
    shown = " | ".join(f"{cuts[percent - 1]:.0f}" for percent in (50, 90, 99))
    return f"| {name} | {len(courses)} | {len(rounds) / len(courses):.2f} | {shown} |"


def main() -> None:
    """Print the table."""
    rng, cards = random.Random(1), kept()
    around = list(neighbours(cards))
    print("| deals | number | that end | median of the rounds | 90 % | 99 % |")
    print("| --- | --- | --- | --- | --- | --- |")
    print(told("neighbours of the longest game", around))
    print(told("random deals", (rng.sample(cards, len(cards)) for _ in around)))


if __name__ == "__main__":
    main()
