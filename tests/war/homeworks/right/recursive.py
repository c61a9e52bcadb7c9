"""A right homework that recurs wherever it can, and prints its steps."""

import random
from collections import deque

print("Hello 1 2 3")


class Deck:
    def __init__(self, cards=()):
        print("a new deck of 52 cards")
        if isinstance(cards, int):
            cards = sorted(4 * list(range(1, cards + 1)))
        self.cards = deque(cards)

    def copy(self):
        return Deck(self.cards)

    def pick(self, d):
        if len(d.cards) == 0:
            return -1
        self.cards.append(d.cards.popleft())
        return self.cards[-1]

    def pickAll(self, d):
        if d.cards:
            self.pick(d)
            self.pickAll(d)

    def isValid(self, nbVals):
        return self.rest_is_valid(sorted(self.cards), nbVals)

    def rest_is_valid(self, cards, nbVals):
        if not cards:
            return True
        if not 1 <= cards[0] <= nbVals or cards[:5].count(cards[0]) == 5:
            return False
        return self.rest_is_valid(cards[1:], nbVals)

    def cut(self):
        return bin(random.getrandbits(len(self.cards) + 1) >> 1).count("1")

    def split(self):
        top = Deck()
        for _ in range(self.cut()):
            top.pick(self)
        return top

    def riffleWith(self, d):
        f = Deck()
        self.fall(d, f)
        self.cards = f.cards

    def fall(self, d, f):
        a, b = len(self.cards), len(d.cards)
        if a + b:
            f.pick(self if random.randrange(a + b) < a else d)
            self.fall(d, f)

    def riffleShuffle(self, m):
        if m > 0:
            self.riffleWith(self.split())
            self.riffleShuffle(m - 1)


class Battle:
    def __init__(self, player1=0, player2=None, trick=None):
        self.player1, self.player2, self.trick = Deck(), Deck(), Deck()
        if isinstance(player1, int):
            deck = Deck(player1)
            deck.riffleShuffle(7)
            self.deal(deck)
        else:
            self.player1, self.player2, self.trick = player1, player2, trick

    def deal(self, deck):
        if deck.cards:
            self.player1.pick(deck)
            self.player2.pick(deck)
            self.deal(deck)

    def copy(self):
        return Battle(self.player1.copy(), self.player2.copy(), self.trick.copy())

    def state(self):
        return [*self.player1.cards], [*self.player2.cards], [*self.trick.cards]

    def isOver(self):
        return not (self.player1.cards and self.player2.cards)

    def oneRound(self):
        if self.isOver():
            return False
        one, two = self.trick.pick(self.player1), self.trick.pick(self.player2)
        if one == two:
            if self.isOver():
                return False
            self.trick.pick(self.player1)
            self.trick.pick(self.player2)
            return self.oneRound()
        (self.player1 if one > two else self.player2).pickAll(self.trick)
        return True

    def winner(self):
        one, two = len(self.player1.cards), len(self.player2.cards)
        return (one > two) + 2 * (two > one)

    def game(self, turns=None):
        if turns is None:
            return self.race(self.copy())
        if turns == 0 or not self.oneRound():
            return self.winner()
        return self.game(turns - 1)

    def race(self, tortoise):
        if not (self.oneRound() and self.oneRound()):
            return self.winner()
        tortoise.oneRound()
        return 3 if self.state() == tortoise.state() else self.race(tortoise)

    @staticmethod
    def stats(nbVals, nbGames):
        results = [Battle(nbVals).game() for _ in range(nbGames)]
        one, two, three = results.count(1), results.count(2), results.count(3)
        print(f"{nbGames} games: {one} {two} {three} {nbGames - one - two - three}")
