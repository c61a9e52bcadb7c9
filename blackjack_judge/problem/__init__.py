"""Blackjack as an interactive problem for other judges: `judge export` makes packages of it."""
