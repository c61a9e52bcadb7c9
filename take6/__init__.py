"""Take 6! (誰是牛頭王): rules, a judge, a game for friends, computers, and a contest of programs.

A game takes all cards of a round at once and returns events:

>>> from take6 import CARDS, Game, Rule
>>> game = Game(CARDS, players=2, rule=Rule(threshold=30))
>>> game.hands[1], game.rows
((2, 4, 6, 8, 10, 12, 14, 16, 18, 20), [(21,), (22,), (23,), (24,)])
>>> game.lay([19, 20]), game.place()
([], [Undercut(player=0, card=19)])
>>> game.choose(1)[0], game.heads
(RowTaken(player=0, row=1, heads=5), [5, 0])

A computer plays from a seat:

>>> from random import Random
>>> from take6 import LEVELS
>>> LEVELS["3"]().pick(game, 1, Random(1))
18
"""

from __future__ import annotations

from cardjudge import exports

__getattr__, __dir__ = exports(__name__)
