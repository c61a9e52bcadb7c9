"""A right homework that keeps the list it is given, has a field `turn` that means nothing, and tests itself."""

import random


class Deck:
    turn = 0

    def __init__(self, cards=None):
        self.cards = cards if isinstance(cards, list) else []
        for value in range(1, (cards if isinstance(cards, int) else 0) + 1):
            self.cards += [value] * 4

    def copy(self):
        return Deck(self.cards[:])

    def pick(self, d):
        try:
            card = d.cards.pop(0)
        except IndexError:
            return -1
        self.cards.append(card)
        return card

    def pick_all(self, d):
        while self.pick(d) != -1:
            pass

    def is_valid(self, nb_vals):
        return all(0 < c <= nb_vals and self.cards.count(c) < 5 for c in self.cards)

    def cut(self):
        return len([c for c in self.cards if random.random() < 0.5])

    def split(self):
        number = self.cut()
        top = Deck(self.cards[:number])
        del self.cards[:number]
        return top

    def riffle_with(self, d):
        mixed = []
        while self.cards or d.cards:
            source = random.choices([self.cards, d.cards], [len(self.cards), len(d.cards)])[0]
            mixed.append(source.pop(0))
        self.cards.extend(mixed)

    def riffle_shuffle(self, m):
        for _ in range(m):
            self.riffle_with(self.split())


class Battle:
    def __init__(self, player1=None, player2=None, trick=None):
        self.turn = 0
        self.player1, self.player2, self.trick = player1, player2 or Deck(), trick or Deck()
        if not isinstance(player1, Deck):
            deck = Deck(player1)
            deck.riffle_shuffle(7)
            self.player1, self.player2 = Deck(deck.cards[::2]), Deck(deck.cards[1::2])

    def copy(self):
        return Battle(self.player1.copy(), self.player2.copy(), self.trick.copy())

    def __str__(self):
        return repr((self.player1.cards, self.player2.cards, self.trick.cards))

    def is_over(self):
        return 0 in (len(self.player1.cards), len(self.player2.cards))

    def one_round(self):
        for place in range(10**9):
            if self.is_over():
                return False
            a, b = (self.trick.pick(p) for p in (self.player1, self.player2))
            if a != b and place % 2 == 0:
                (self.player1, self.player2)[a < b].pick_all(self.trick)
                return True

    def winner(self):
        difference = len(self.player1.cards) - len(self.player2.cards)
        return 1 if difference > 0 else 2 if difference < 0 else 0

    def game(self, turns=-1):
        slow = self.copy()
        while turns and self.one_round():
            turns -= 1
            if turns < 0 and turns % 2:
                slow.one_round()
                if str(self) == str(slow) and turns < -2:
                    return 3
        return self.winner()

    @staticmethod
    def stats(nb_vals, nb_games):
        counts = [0, 0, 0, 0]
        for _ in range(nb_games):
            counts[Battle(nb_vals).game()] += 1
        return counts


if __name__ == "__main__":
    raise SystemExit("my own tests")
