import random


class Deck:
    def __init__(self, cards=None):
        if cards is None:
            self.cards = []
        elif isinstance(cards, int):
            self.cards = [value for value in range(1, cards + 1) for _ in range(4)]
        else:
            self.cards = list(cards)

    def copy(self):
        return Deck(list(self.cards))

    def __str__(self):
        return str(self.cards)

    def pick(self, d):
        if not d.cards:
            return -1
        card = d.cards.pop(0)
        self.cards.append(card)
        return card

    def pick_all(self, d):
        while d.cards:
            self.pick(d)

    def is_valid(self, nb_vals):
        count = {}
        for card in self.cards:
            if card < 1 or card > nb_vals:
                return False
            count[card] = count.get(card, 0) + 1
            if count[card] > 4:
                return False
        return True

    def cut(self):
        heads = 0
        for _ in self.cards:
            if random.random() < 0.5:
                heads += 1
        return heads

    def split(self):
        top = Deck()
        c = self.cut()
        for _ in range(c):
            top.pick(self)
        return top

    def riffle_with(self, d):
        f = Deck()
        while self.cards or d.cards:
            a = len(self.cards)
            b = len(d.cards)
            if random.random() < a / (a + b):
                f.pick(self)
            else:
                f.pick(d)
        self.cards = f.cards

    def riffle_shuffle(self, m):
        for _ in range(m):
            top = self.split()
            self.riffle_with(top)


class Battle:
    def __init__(self, player1=None, player2=None, trick=None):
        self.player1 = Deck()
        self.player2 = Deck()
        self.trick = Deck()
        if isinstance(player1, int):
            deck = Deck(player1)
            deck.riffle_shuffle(7)
            while deck.cards:
                self.player1.pick(deck)
                self.player2.pick(deck)
        elif player1 is not None:
            self.player1 = player1
            self.player2 = player2
            self.trick = trick

    def copy(self):
        return Battle(self.player1.copy(), self.player2.copy(), self.trick.copy())

    def __str__(self):
        return f"{self.player1} / {self.player2} / {self.trick}"

    def is_over(self):
        return not self.player1.cards or not self.player2.cards

    def one_round(self):
        while True:
            if self.is_over():
                return False
            card1 = self.trick.pick(self.player1)
            card2 = self.trick.pick(self.player2)
            if card1 > card2:
                self.player1.pick_all(self.trick)
                return True
            if card1 < card2:
                self.player2.pick_all(self.trick)
                return True
            if self.is_over():
                return False
            self.trick.pick(self.player1)
            self.trick.pick(self.player2)

    def winner(self):
        cards1 = len(self.player1.cards)
        cards2 = len(self.player2.cards)
        if cards1 > cards2:
            return 1
        if cards1 < cards2:
            return 2
        return 0

    def game(self, turns=None):
        if turns is not None:
            for _ in range(turns):
                if not self.one_round():
                    break
            return self.winner()
        turtle = self.copy()
        while not self.is_over():
            turtle.one_round()
            if not self.one_round():
                return self.winner()
            if not self.one_round():
                return self.winner()
            if str(turtle) == str(self):
                return 3
        return self.winner()

    @staticmethod
    def stats(nb_vals, nb_games):
        wins1 = wins2 = infinite = drawn = 0
        for _ in range(nb_games):
            result = Battle(nb_vals).game()
            if result == 1:
                wins1 += 1
            elif result == 2:
                wins2 += 1
            elif result == 3:
                infinite += 1
            else:
                drawn += 1
        print("player1 wins:", wins1)
        print("player2 wins:", wins2)
        print("infinite games:", infinite)
        print("draws:", drawn)
