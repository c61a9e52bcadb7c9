"""Impartial games: Nim, sums and Grundy values.

>>> from nim import Heap, Nim
>>> nim = Nim([2, 5, 7, 9, 6])
>>> nim.x, nim.first_player_wins, list(nim.winning_moves())
(15, True, [Move(heap=4, before=9, after=6)])
>>> (Heap(3) + Heap(5)).value
6
"""

from __future__ import annotations

from cardjudge import exports

__getattr__, __dir__ = exports(__name__)
