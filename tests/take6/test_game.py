"""The rules, by properties over random games and by positions made for a rule."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from take6.cards import ALL_HEADS, CARDS, HEADS
from take6.events import Ended, Rejected, RowFilled, RowTaken, Undercut
from take6.game import NORMAL, Game, Rule

randoms = st.randoms(use_true_random=False)
rules = st.sampled_from([NORMAL, Rule(1), Rule(15), Rule(30, "index"), Rule(171)])


def play_on(game: Game, rng: random.Random) -> list[object]:
    """Play at random until the next round begins or the game ends."""
    events: list[object] = [*game.lay([rng.choice(hand) for hand in game.hands])]
    while game.waiting or game.undercut is not None:
        events += game.place() if game.placing else game.choose(rng.randrange(4))
    return events


def new_game(rng: random.Random, rule: Rule = NORMAL, players: int | None = None) -> Game:
    return Game(rng.sample(CARDS, len(CARDS)), players or rng.randint(2, 10), rule)


def position(rows: list[tuple[int, ...]], hands: list[tuple[int, ...]]) -> Game:
    """Return a game in progress with these rows and hands."""
    game = Game(list(CARDS), len(hands))
    game.rows = rows
    game.hands = hands
    return game


def test_every_card_has_the_heads_of_the_published_table() -> None:
    assert [card for card in CARDS if HEADS[card] == 7] == [55]
    assert [card for card in CARDS if HEADS[card] == 5] == [11, 22, 33, 44, 66, 77, 88, 99]
    assert [card for card in CARDS if HEADS[card] == 3] == list(range(10, 101, 10))
    assert [card for card in CARDS if HEADS[card] == 2] == [*range(5, 46, 10), *range(65, 96, 10)]
    assert ALL_HEADS == 171
    assert HEADS[0] == 0


@settings(max_examples=40)
@given(randoms)
def test_the_game_ends_after_ten_rounds(rng: random.Random) -> None:
    game = new_game(rng)
    for _ in range(10):
        assert not game.over
        events = play_on(game, rng)
    assert game.over
    assert events[-1] == Ended(tuple(game.heads), NORMAL)
    assert all(hand == () for hand in game.hands)
    with pytest.raises(ValueError, match="no cards"):
        game.lay([])
    with pytest.raises(ValueError, match="no row"):
        game.choose(0)


def test_a_lowest_card_and_a_sixth_card_take_rows_in_one_round() -> None:
    game = position([(20,), (30, 31, 32, 33, 34), (40,), (50,)], [(35,), (5,)])
    assert [*game.lay([35, 5]), *game.place()] == [Undercut(1, 5)]
    assert game.choose(7) == [Rejected("row")]
    events = [*game.choose(3), *game.place()]
    assert events[:2] == [RowTaken(1, 3, 3), RowFilled(0, 35, 1, 3 + 1 + 1 + 5 + 1)]
    assert game.rows == [(20,), (35,), (40,), (5,)]
    assert game.heads == [11, 3]


@pytest.mark.parametrize("cards", [[], [1], [1, 2, 3], [1, 1], [2, 1], [104, 2], [-1, 2]])
def test_cards_that_are_not_one_from_each_hand_are_rejected(cards: list[int]) -> None:
    game = Game(list(CARDS), 2)
    before = (list(game.hands), list(game.rows))
    assert game.lay(cards) == [Rejected("cards")]
    assert (game.hands, game.rows, game.history) == (*before, [])


@pytest.mark.parametrize(("count", "players"), [(104, 1), (104, 11), (103, 2)])
def test_an_incomplete_deck_and_a_wrong_number_of_players_are_refused(
    count: int, players: int
) -> None:
    with pytest.raises(ValueError, match=r"players|deck"):
        Game(list(range(1, count + 1)), players)


@settings(max_examples=200)
@given(st.lists(st.integers(0, 171), min_size=2, max_size=10), st.integers(1, 171))
def test_ranking_and_shares_follow_the_mad_cow_rule(heads: list[int], threshold: int) -> None:
    mad_first, by_index = Rule(threshold), Rule(threshold, "index")
    order = mad_first.order(heads)
    mad = [heads[p] for p in order if heads[p] >= threshold]
    sane = [heads[p] for p in order if heads[p] < threshold]
    assert [heads[p] for p in order] == mad + sane
    assert mad == sorted(mad, reverse=True)
    assert sane == sorted(sane)
    indices = [by_index.victory_index(heads[p]) for p in by_index.order(heads)]
    assert indices == sorted(indices)
    for rule in (NORMAL, mad_first, by_index):
        shares = rule.shares(heads)
        assert sum(shares) == pytest.approx(1)
        assert shares[rule.order(heads)[0]] == max(shares)
