"""Play-outs with the built-in patterns, on integers and compiled by Numba.

A set of cards is an integer of 52 bits. The card of rank r and suit s is bit 4 r + s, so the bits
follow the order of the game, and the four bits of a rank form a hexadecimal digit. A play consists
of its kind (0 single, 1 pair, 2 straight, 3 full house), its cards, and its sort key: the number of
the greatest card, or four times the rank of the triple.

Every function depends on its arguments alone; random ones take the state of their generator.
"""
