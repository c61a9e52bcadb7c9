"""Records: deals whose games last longest, or have the longest cycle, or reach it latest."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Self

from cardjudge.commands.extras import needed
from cardjudge.language import say
from cardjudge.series.workers import spread
from war.battle import RIFFLES, Battle, dealt
from war.deck import SUITS, Deck
from war.series.saved import Checkpoint, Lost

GOALS = ("game", "cycle", "tail")
"""What is to be long: a game that ends, the cycle of an infinite one, or the way to its cycle."""


class Hunt(NamedTuple):
    """All that searches depend on, besides their numbers."""

    nb_vals: int
    longest: str
    seed: int = 0
    alternate: bool = False
    steps: int = 1 << 20
    """How often a search changes its deal."""
    riffles: int = RIFFLES


class Found(NamedTuple):
    """The best deal of some searches: its length in rounds, its cards in the order of dealing."""

    searches: int = 0
    length: int = 0
    cards: Sequence[int] = ()

    def is_possible(self) -> bool:
        """Tell whether searches can have found this: all of a deck, or nothing yet."""
        numbers = [self.searches, self.length, *self.cards]
        if not all(type(number) is int and number >= 0 for number in numbers):
            return False
        return sorted(self.cards) == list(Deck(len(self.cards) // SUITS))

    def plus(self, other: Self) -> Self:
        """Count the searches together; of two deals as good the first stays."""
        better = max(self, other, key=lambda found: found.length)
        return better._replace(searches=self.searches + other.searches)

    def battle(self, alternate: bool) -> Battle:
        """Return the deal as a game that begins."""
        return Battle(*dealt(Deck(self.cards)), alternate=alternate)


def hunt(
    settings: Hunt, searches: int, workers: int | str = 1, checkpoint: Path | None = None
) -> tuple[Found, Lost]:
    """Return the best deal of the first searches; of fewer where Ctrl-C or lost workers end it."""
    saved = Checkpoint(checkpoint, settings, Found())
    numbers = range(saved.counted.searches, searches)
    label = say("{searches} 次搜尋", searches=searches)
    return saved.add_up(spread(partial(search, settings), numbers, workers, label))


def search(settings: Hunt, number: int) -> Found:
    """Do one search of a hunt, with what is compiled and is loaded where this is called."""
    with needed("fast", "war records"):
        from war.series.search import best
    return best(settings, number)
