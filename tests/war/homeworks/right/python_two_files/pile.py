"""The deck of a right homework in two files."""

import random
from dataclasses import dataclass, field
from itertools import chain, repeat

print("Hello 1 2 3")


@dataclass
class Deck:
    cards: "list | int" = field(default_factory=list)

    def __post_init__(self):
        if isinstance(self.cards, int):
            self.cards = list(chain.from_iterable(repeat(v, 4) for v in range(1, self.cards + 1)))

    def copy(self):
        return Deck(list(self.cards))

    def pick(self, d):
        if len(d.cards) < 1:
            return -1
        top, *d.cards[:] = d.cards
        self.cards.append(top)
        return top

    def pickAll(self, d):
        self.cards.extend(d.cards)
        d.cards.clear()

    def isValid(self, nbVals):
        return {*self.cards} <= {*range(1, nbVals + 1)} and max(map(self.cards.count, self.cards), default=0) <= 4

    def cut(self):
        return sum(random.getrandbits(1) for _ in self.cards)

    def split(self):
        top = Deck()
        for _ in range(self.cut()):
            top.pick(self)
        return top

    def riffleWith(self, d):
        f = Deck()
        while self.cards or d.cards:
            a, b = len(self.cards), len(d.cards)
            f.pick(self if random.uniform(0, a + b) < a else d)
        self.cards = f.cards

    def riffleShuffle(self, m):
        while m:
            top = self.split()
            top.riffleWith(self)
            self.cards, m = top.cards, m - 1
