"""A homework in Python as a student writes it, with the names of Java and his own random numbers."""

import random


class Deck:
    def __init__(self, cards=None):
        if isinstance(cards, int):
            cards = [value for value in range(1, cards + 1) for _ in range(4)]
        self.cards = list(cards or [])

    def copy(self):
        return Deck(self.cards)

    def pick(self, d):
        if not d.cards:
            return -1
        self.cards.append(d.cards.pop(0))
        return self.cards[-1]

    def pickAll(self, d):
        while d.cards:
            self.pick(d)

    def isValid(self, nbVals):
        return all(1 <= c <= nbVals and self.cards.count(c) <= 4 for c in self.cards)

    def cut(self):
        return sum(random.random() < 0.5 for _ in self.cards)

    def split(self):
        top = Deck()
        for _ in range(self.cut()):
            top.pick(self)
        return top

    def riffleWith(self, d):
        f = Deck()
        while self.cards or d.cards:
            a, b = len(self.cards), len(d.cards)
            f.pick(self if random.random() < a / (a + b) else d)
        self.cards = f.cards

    def riffleShuffle(self, m):
        for _ in range(m):
            top = self.split()
            top.riffleWith(self)
            self.cards = top.cards


class Battle:
    def __init__(self, player1=None, player2=None, trick=None):
        self.player1 = player1 if isinstance(player1, Deck) else Deck()
        self.player2 = player2 or Deck()
        self.trick = trick or Deck()
        if isinstance(player1, int):
            deck = Deck(player1)
            deck.riffleShuffle(7)
            while deck.cards:
                self.player1.pick(deck)
                self.player2.pick(deck)

    def copy(self):
        return Battle(self.player1.copy(), self.player2.copy(), self.trick.copy())

    def __str__(self):
        return f"{self.player1.cards} {self.player2.cards} {self.trick.cards}"

    def isOver(self):
        return not self.player1.cards or not self.player2.cards

    def oneRound(self):
        if self.isOver():
            return False
        one, two = self.trick.pick(self.player1), self.trick.pick(self.player2)
        while one == two:
            if self.isOver():
                return False
            self.trick.pick(self.player1)
            self.trick.pick(self.player2)
            if self.isOver():
                return False
            one, two = self.trick.pick(self.player1), self.trick.pick(self.player2)
        (self.player1 if one > two else self.player2).pickAll(self.trick)
        return True

    def winner(self):
        one, two = len(self.player1.cards), len(self.player2.cards)
        return 0 if one == two else 1 if one > two else 2

    def game(self, turns=None):
        if turns is not None:
            while turns > 0 and self.oneRound():
                turns -= 1
            return self.winner()
        tortoise = self.copy()
        while self.oneRound() and self.oneRound():
            tortoise.oneRound()
            if str(self) == str(tortoise):
                return 3
        return self.winner()

    @staticmethod
    def stats(nbVals, nbGames):
        results = [Battle(nbVals).game() for _ in range(nbGames)]
        for name, result in ("player1", 1), ("player2", 2), ("infinite", 3), ("draws", 0):
            print(f"{name}: {results.count(result)} ({results.count(result) / nbGames:.1%})")
