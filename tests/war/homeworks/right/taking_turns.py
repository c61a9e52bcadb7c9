"""A right homework whose players take turns, with another name for the field, and lots of its own."""

from random import Random
from typing import Final

LOTS: Final = Random()
A, B = "player1", "player2"


class Deck:
    cards: list[int]

    def __init__(self, *cards):
        [given] = cards or [[]]
        self.cards = [v for v in range(1, given + 1) for _ in "♠♥♦♣"] if given.__class__ is int else list(given)

    copy = lambda self: Deck(self.cards)
    cut = lambda self: sum(LOTS.choice((0, 1)) for _ in self.cards)

    def pick(self, d, /):
        return self.cards.append(d.cards[0]) or d.cards.pop(0) if d.cards else -1

    def pickAll(self, d):
        [self.pick(d) for _ in d.cards[:]]

    def isValid(self, nbVals):
        return not [c for c in {*self.cards} if c not in range(1, nbVals + 1) or self.cards.count(c) > 4]

    def split(self):
        c = self.cut()
        top, self.cards = Deck(self.cards[:c]), self.cards[c:]
        return top

    def riffleWith(self, d):
        places = [True] * len(self.cards) + [False] * len(d.cards)
        LOTS.shuffle(places)
        self.cards = [(self if ours else d).cards.pop(0) for ours in places]

    def riffleShuffle(self, m):
        [self.riffleWith(self.split()) for _ in range(m)]


class Battle:
    def __init__(self, player1=None, player2=None, trick=None):
        self.order = A, B
        self.player1, self.player2, self.trick = player1, player2, trick
        if player2 is None:
            deck = Deck(player1 or 0)
            deck.riffleShuffle(7)
            self.player1, self.player2, self.trick = Deck(deck.cards[::2]), Deck(deck.cards[1::2]), Deck()

    def copy(self):
        other = Battle(self.player1.copy(), self.player2.copy(), self.trick.copy())
        other.order = self.order
        return other

    def __eq__(self, other):
        return str(vars(self)) == str(vars(other))

    def __str__(self):
        return f"{self.order} {self.player1.cards} {self.player2.cards} {self.trick.cards}"

    def isOver(self):
        return not all((self.player1.cards, self.player2.cards))

    def oneRound(self):
        while not self.isOver():
            played = {name: self.trick.pick(getattr(self, name)) for name in self.order}
            if played[A] != played[B]:
                getattr(self, max(played, key=played.get)).pickAll(self.trick)
                self.order = self.order[::-1]
                return True
            if not self.isOver():
                for name in self.order:
                    self.trick.pick(getattr(self, name))
        return False

    def winner(self):
        one, two = len(self.player1.cards), len(self.player2.cards)
        return {True: 1, False: 2}[one > two] if one != two else 0

    def game(self, turns=None):
        if turns is not None:
            all(self.oneRound() for _ in range(turns))
            return self.winner()
        seen = set()
        while str(self) not in seen:
            seen.add(str(self))
            if not self.oneRound():
                return self.winner()
        return 3

    @classmethod
    def stats(cls, nbVals, nbGames):
        won = {1: 0, 2: 0, 0: 0, 3: 0}
        for _ in range(nbGames):
            won[cls(nbVals).game()] += 1
        for result, games in won.items():
            print("player" if result in (1, 2) else "others", f"#{result}", games, sep="\t")
