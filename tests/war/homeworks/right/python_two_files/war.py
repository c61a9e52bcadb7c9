"""The battle of a right homework in two files: it calls the deck by another name."""

from pile import Deck as Pile


class Battle:
    def __init__(self, player1=None, player2=None, trick=None):
        dealt = isinstance(player1, int)
        self.player1 = Pile() if dealt or player1 is None else player1
        self.player2, self.trick = player2 or Pile(), trick or Pile()
        if dealt:
            deck = Pile(player1)
            deck.riffleShuffle(7)
            while deck.cards:
                self.player1.pick(deck)
                self.player2.pick(deck)

    def copy(self):
        return Battle(self.player1.copy(), self.player2.copy(), self.trick.copy())

    def isOver(self):
        return self.player1.cards == [] or self.player2.cards == []

    def oneRound(self):
        trick, one, two, down = self.trick, -1, -1, False
        while one == two or down:
            if self.isOver():
                return False
            one, two = trick.pick(self.player1), trick.pick(self.player2)
            down = not down and (one, two) != (None, None) if len(trick.cards) % 4 == 0 else False
        (self.player1, self.player2)[one < two].pickAll(trick)
        return True

    def winner(self):
        one, two = len(self.player1.cards), len(self.player2.cards)
        return 0 if one == two else 2 - (one > two)

    def game(self, turns=None):
        if turns is not None:
            for _ in range(turns):
                self.oneRound()
            return self.winner()
        power = steps = 1
        old = repr(vars(self))
        while self.oneRound():
            if repr(vars(self)) == old:
                return 3
            steps -= 1
            if steps == 0:
                old, power = repr(vars(self)), 2 * power
                steps = power
        return self.winner()

    @staticmethod
    def stats(nbVals, nbGames):
        results = [0] * 4
        for _ in range(nbGames):
            results[Battle(nbVals).game()] += 1
        print(dict(zip(("draw", "one", "two", "infinite"), results)))
