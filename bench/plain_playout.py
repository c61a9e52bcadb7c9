"""Random play-outs of Big-2 as one plain loop over lists of numbers, with no structure at all.

Card n has rank n // 4. It is the peer that `bench.big2` measures the compiled play-outs against.
"""

from itertools import combinations, product
from random import Random

RUNS = [sorted((low + step) % 13 for step in range(5)) for low in range(13)]


def legal(hand: list[int], size: int, key: int, is_straight: bool) -> list[tuple[list[int], int]]:
    """Return the legal plays and their keys; a size of 0 is the beginning of a round."""
    ranks: list[list[int]] = [[] for _ in range(13)]
    for card in hand:
        ranks[card // 4].append(card)
    plays: list[tuple[list[int], int]] = []
    if size in (0, 1):
        plays += [([card], card) for card in hand if card > key]
    if size in (0, 2):
        for equals in ranks:
            plays += [([a, b], b) for a, b in combinations(equals, 2) if b > key]
    if size == 0 or (size == 5 and is_straight):
        for run in RUNS:
            if all(ranks[rank] for rank in run):
                choices = product(*(ranks[rank] for rank in run))
                plays += [(list(cards), cards[4]) for cards in choices if cards[4] > key]
    if size == 0 or (size == 5 and not is_straight):
        for three in range(13):
            if len(ranks[three]) >= 3 and three > key:
                for two in range(13):
                    if two != three:
                        for triple in combinations(ranks[three], 3):
                            for pair in combinations(ranks[two], 2):
                                plays.append(([*triple, *pair], three))
    return plays


def play_out(rng: Random, hands: list[list[int]], turn: int) -> int:
    """Return the winner of a game from the beginning of a round, all actions equally probable."""
    size, key, is_straight, passes = 0, -1, False, 0
    while True:
        plays = legal(hands[turn], size, key, is_straight)
        chosen = rng.randrange(len(plays) + (size > 0))
        if chosen < len(plays):
            cards, key = plays[chosen]
            size, passes = len(cards), 0
            is_straight = size == 5 and len({card // 4 for card in cards}) == 5
            hands[turn] = [card for card in hands[turn] if card not in cards]
            if not hands[turn]:
                return turn
        else:
            passes += 1
            if passes == 3:
                size, key, is_straight, passes = 0, -1, False, 0
        turn = (turn + 1) % 4


def wins(rng: Random, hand: list[int], unseen: list[int], playouts: int) -> int:
    """Return how often seat 0 wins where seat 1 begins, with the unseen cards dealt anew."""
    won = 0
    third = len(unseen) // 3
    for _ in range(playouts):
        dealt = rng.sample(unseen, len(unseen))
        others = [sorted(dealt[seat * third : (seat + 1) * third]) for seat in range(3)]
        won += play_out(rng, [hand, *others], 1) == 0
    return won
