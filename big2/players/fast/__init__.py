"""Play-outs of the built-in patterns as integers, compiled by Numba.

A set of cards is an integer of 52 bits: the card of rank r and suit s is bit 4 r + s, so bits are
in the order of the game and the four bits of a rank are a hexadecimal digit. A play is its kind (0
single, 1 pair, 2 straight, 3 full house), its cards, and a key that plays of one kind are compared
by: the number of the greatest card, or four times the rank of the triple.

Everything is a function of its arguments, chance too: the state of its generator is one of them.
"""
