"""Take one or two stones in turn; the last stone wins."""

from random import Random

from cardjudge.play.application import game_app
from cardjudge.play.game import IN_SAVE, Choice, Choices, Game, usual_names


class Race(Game[int]):
    name, moves = "race", IN_SAVE

    def __init__(self, stones):
        self.start, self.taken, self.names = stones, [], usual_names(2)

    @classmethod
    def dealt(cls, given, seed):
        return cls(Random(seed).randrange(10, 20))

    @classmethod
    def read(cls, lines, given):
        return cls(int(lines.expect("stones")))

    def case(self):
        return f"{self.start}\n"

    @property
    def left(self):
        return self.start - sum(self.taken)

    @property
    def awaited(self):
        return [len(self.taken) % 2] if self.left else []

    def choices(self, seat):
        return Choices([Choice(n, str(n)) for n in (1, 2) if n <= self.left])

    def make(self, seat, move):
        self.taken.append(move)
        return [f"{self.names[seat]}: {move}, {self.left} left"]

    def shares(self):
        return [float(len(self.taken) % 2 != seat) for seat in (0, 1)]


app = game_app(Race, "Race: take one or two stones in turn; the last stone wins.")
