"""Big-2 (大老二): rules, an open chain of card patterns, and a judge that replays games.

`Game.step` takes one action and returns the events that it caused:

>>> from big2 import BUILTIN, DECK, Game
>>> game = Game(DECK)
>>> [str(card) for card in game.hands[3][:3]], game.player
(['C[3]', 'C[4]', 'C[5]'], 3)
>>> game.step([0])[0].play.pattern.name
'單張'

Another chain of patterns makes another game, which the computer players can play, too:

>>> short = Game(DECK, BUILTIN.only(["單張", "對子"]))
>>> sorted({play.pattern.name for play in short.legal()})
['單張']
"""

from __future__ import annotations

from cardjudge import exports

__getattr__, __dir__ = exports(__name__)
