"""The computer players of Big-2, beside those that every game has."""

from big2.players.simple import Greedy, Smallest

PLAYERS = {"smallest": Smallest, "greedy": Greedy}
