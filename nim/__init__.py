"""Impartial games: Nim, sums, Grundy values, proved periods, and a solver of positions.

>>> from nim import Heap, Nim, PeriodicValues, octal
>>> nim = Nim([2, 5, 7, 9, 6])
>>> nim.x, nim.first_player_wins, list(nim.winning_moves())
(15, True, [Move(heap=4, before=9, after=6)])
>>> (Heap(3) + Heap(5)).value
6
>>> kayles = PeriodicValues(octal("0.77"))
>>> kayles.prove(1000), kayles[10**18]
(Period(start=71, length=12), 1)
"""

from __future__ import annotations

from cardjudge import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from nim.games import Choose as Choose
    from nim.games import Game as Game
    from nim.games import Heap as Heap
    from nim.games import Sum as Sum
    from nim.games import Tree as Tree
    from nim.games import grundy as grundy
    from nim.games import outcome as outcome
    from nim.graph import Graph as Graph
    from nim.heaps import Nim as Nim
    from nim.heaps import mex as mex
    from nim.heaps import nim_sum as nim_sum
    from nim.line import LineGame as LineGame
    from nim.product import nim_product as nim_product
    from nim.taking.period import PeriodicValues as PeriodicValues
    from nim.taking.rules import GRUNDYS_GAME as GRUNDYS_GAME
    from nim.taking.rules import Rules as Rules
    from nim.taking.rules import octal as octal
    from nim.taking.rules import subtraction as subtraction

__getattr__, __dir__ = exports(
    __name__,
    {
        "nim.games": "Choose Game Heap Sum Tree grundy outcome",
        "nim.graph": "Graph",
        "nim.heaps": "Nim mex nim_sum",
        "nim.line": "LineGame",
        "nim.product": "nim_product",
        "nim.taking.period": "PeriodicValues",
        "nim.taking.rules": "GRUNDYS_GAME Rules octal subtraction",
    },
)
