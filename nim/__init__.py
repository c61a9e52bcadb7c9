"""Impartial games: Nim, sums, Grundy values, and a solver of positions."""
