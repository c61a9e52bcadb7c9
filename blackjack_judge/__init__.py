"""The blackjack judge: a seeded shoe, a table, and contestants that play over pipes.

>>> from blackjack_judge import Table, make_shoe
>>> table = Table(make_shoe(42))
>>> table.ask("init_game", 100), table.legal
((7, 4, 2), ('hit', 'double_down', 'stand'))
>>> table.ask("hit"), table.ask("stand"), table.ask("return"), table.money
((12,), (2, 5, 3, 9), (), 1000100)
"""

from __future__ import annotations

from cardjudge import exports

__getattr__, __dir__ = exports(__name__)
