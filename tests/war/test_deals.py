"""Deals keyed by the number of a game."""

import random

from war.series.deals import GAMMA, MASK, deal, mix, shuffled_deck


def test_splitmix64_gives_the_published_sequence() -> None:
    """The first outputs for the seed 1234567, as on rosettacode.org/wiki/Pseudo-random_numbers."""
    outputs = [mix(1234567 + k * GAMMA & MASK) for k in range(1, 6)]
    assert outputs == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_deal_hands_out_a_full_deck_in_turns() -> None:
    deck = shuffled_deck(1, 5, 13, 7)
    one, two = deal(1, 5, 13, 7)
    assert [card for pair in zip(one, two, strict=True) for card in pair] == deck
    assert sorted(deck) == sorted([*range(1, 14)] * 4)


def test_another_seed_or_game_gives_another_deal() -> None:
    rng = random.Random(1)
    keys = {(rng.getrandbits(64), rng.getrandbits(40)) for _ in range(200)} | {
        (s, g) for s in range(20) for g in range(20)
    }
    decks = {tuple(shuffled_deck(seed, game, 13, 7)) for seed, game in keys}
    assert len(decks) == len(keys)
