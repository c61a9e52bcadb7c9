"""The rules: rounds worked out by hand, and whole games confirmed by a second opinion."""

import random
from collections.abc import Callable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import table
from tests.war.second_opinion import fate
from war import Battle, Deck
from war.course import follow


def deck(words: str) -> Deck:
    return Deck(map(int, words.split()))


def battle(one: str, two: str, trick: str = "", *, alternate: bool = False) -> Battle:
    return Battle(deck(one), deck(two), deck(trick), alternate=alternate)


ROUNDS = table("war/rounds.txt")


@pytest.mark.parametrize(
    ("one", "two", "ends", "after1", "after2", "trick"),
    [row[1:] for row in ROUNDS],
    ids=[row[0] for row in ROUNDS],
)
def test_a_round_moves_the_cards_by_the_rules(
    one: str, two: str, ends: str, after1: str, after2: str, trick: str
) -> None:
    played = battle(one, two)
    assert played.is_over() is (not one or not two)
    assert played.one_round() is (ends == "ends")
    assert played == battle(after1, after2, trick)


def test_the_turn_flips_after_every_round_only_where_players_alternate() -> None:
    for alternate in False, True:
        played = battle("3 1 5", "2 4 1", alternate=alternate)
        assert played.turn
        assert played.one_round()
        assert played.turn is not alternate
        assert played.one_round()
        assert played.turn
    assert str(played) == "player 1: 5 3 2\nplayer 2: 1 4 1\ntrick: "


@pytest.mark.parametrize(
    ("one", "two", "turns", "result", "after1", "after2"), table("war/turns.txt")
)
def test_a_game_stops_after_the_given_number_of_turns(
    one: str, two: str, turns: str, result: str, after1: str, after2: str
) -> None:
    played = battle(one, two)
    assert played.game(int(turns)) == int(result) == played.winner()
    assert played == battle(after1, after2)


@pytest.mark.parametrize("alternate", [False, True])
@pytest.mark.parametrize("ranks", [(1, 1, 1, 1, 2, 2, 2, 2), (1, 1, 2, 2, 3, 3), (1, 2, 2, 3, 3)])
def test_every_deal_of_a_small_deck_agrees_with_the_second_opinion(
    ranks: tuple[int, ...], alternate: bool
) -> None:
    for cards in set(permutations(ranks)):
        for cut in range(len(cards) + 1):
            one, two = list(cards[:cut]), list(cards[cut:])
            check(one, two, alternate)


@given(
    st.lists(st.integers(1, 6), max_size=12),
    st.lists(st.integers(1, 6), max_size=12),
    st.booleans(),
)
def test_any_hands_agree_with_the_second_opinion(
    one: list[int], two: list[int], alternate: bool
) -> None:
    check(one, two, alternate)


def check(one: list[int], two: list[int], alternate: bool) -> None:
    expected = fate(one, two, alternate)
    start = Battle(Deck(one), Deck(two), alternate=alternate)
    final, rounds, period = follow(start)
    assert (rounds, period) == (expected.rounds, expected.period)
    assert list(final.player1) == expected.one
    assert list(final.player2) == expected.two
    assert list(final.trick) == expected.table
    # A game that ends does so in the round after its last one, which a limit may leave out.
    limited = follow(start, rounds if period else rounds + 1)
    assert limited == (final, rounds, None)
    for step in range((period or 0) * 3):
        assert follow(start, rounds + step) == (played_on(final, step), rounds + step, None)
    game = start.copy()
    assert game.game() == expected.result
    if expected.period is None:
        assert game.game(10) == expected.result
        assert (list(game.player1), list(game.trick)) == (expected.one, expected.table)


def played_on(start: Battle, rounds: int) -> Battle:
    battle = start.copy()
    for _ in range(rounds):
        assert battle.one_round()
    return battle


def test_a_new_battle_is_dealt_in_turns() -> None:
    shuffled = Deck(13)
    shuffled.riffle_shuffle(7, random.Random(3))
    cards = list(shuffled)
    dealt = Battle(13, rng=random.Random(3))
    assert dealt == Battle(Deck(cards[::2]), Deck(cards[1::2]))
    assert (dealt.alternate, Battle(1, rng=random.Random(3), alternate=True).alternate) == (
        False,
        True,
    )


def test_battles_in_the_same_state_are_equal() -> None:
    one = battle("1 2", "3", "4")
    two = one.copy()
    assert one == two
    changes: list[Callable[[Battle], object]] = [
        lambda other: other.player1.pick(other.trick),
        lambda other: other.player2.pick(other.player1),
        lambda other: setattr(other, "turn", False),
        lambda other: setattr(other, "alternate", True),
    ]
    for change in changes:
        two = one.copy()
        change(two)
        assert one != two
    assert one == battle("1 2", "3", "4")
    assert one != "1 2"
    assert repr(one) == "Battle(Deck([1, 2]), Deck([3]), Deck([4]), alternate=False, turn=True)"


@pytest.mark.parametrize("alternate", [False, True])
def test_statistics_count_the_results_of_dealt_games(alternate: bool) -> None:
    rng = random.Random(4)
    results = [Battle(3, rng=rng, alternate=alternate).game() for _ in range(200)]
    counts = Battle.stats(3, 200, random.Random(4), alternate=alternate)
    assert counts == [results.count(result) for result in range(4)]
    assert sum(counts) == 200


def test_a_battle_takes_a_number_of_values_or_two_decks() -> None:
    with pytest.raises(TypeError, match="not both"):
        Battle(13, Deck())
    with pytest.raises(TypeError, match="are decks"):
        Battle([1, 2], [2, 1])  # type: ignore[arg-type]
    assert sum(Battle.stats(3, 5)) == 5
