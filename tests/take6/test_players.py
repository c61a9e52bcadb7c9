"""The computers, their play-outs, and matches."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from cardjudge.play.game import Valued
from cardjudge.play.match import Match, Standing
from cardjudge.play.match import play as play_match
from cardjudge.play.players import player_of
from take6.cards import CARDS
from take6.game import NORMAL, Game, Rule
from take6.play.game import Take6
from take6.players import LEVELS
from take6.players.base import Player, shuffled
from take6.players.simple import Careful, RandomGreedy


def match(levels: Sequence[str], deals: int, seed: int, rule: Rule = NORMAL) -> list[Standing]:
    given = {"seats": len(levels), "mad": rule.threshold, "ranking": rule.ranking}
    return play_match(Match(Take6, tuple(levels), deals, seed, given))


def a_game(rows: Sequence[tuple[int, ...]], hand: tuple[int, ...]) -> Game:
    game = Game(CARDS, 2)
    game.rows, game.hands[0] = [*rows], hand
    return game


def test_level_1_takes_the_row_with_most_heads_and_level_3_with_fewest() -> None:
    game = a_game([(12,), (55,), (20,), (99, 100)], (1, 2))
    assert RandomGreedy().choose(game, 0, Random(1)) == 3
    assert Careful().choose(game, 0, Random(1)) == 0


def test_level_3_plays_the_last_dealt_card_that_is_safe() -> None:
    rows = [(10, 11, 12, 13, 14), (50,), (60,), (70,)]
    assert Careful().pick(a_game(rows, (61, 51, 20, 5)), 0, Random(1)) == 51
    assert Careful().pick(a_game(rows, (51, 61, 20, 5)), 0, Random(1)) == 61
    # None is safe: 20 would be a sixth card, 5 is lower than every row.
    assert Careful().pick(a_game(rows, (5, 20)), 0, Random(1)) == 20
    assert Careful().pick(a_game(rows, (20, 5)), 0, Random(1)) == 5


def played(players: Sequence[Player], deck: Sequence[int], rule: Rule = NORMAL) -> Game:
    """Play a game of computers to its end and return it."""
    game, rng = Game(deck, len(players), rule), Random(1)
    while not game.over:
        if game.placing:
            game.place()
        elif game.undercut is None:
            game.lay([each.pick(game, seat, rng) for seat, each in enumerate(players)])
        else:
            seat, _ = game.undercut
            game.choose(players[seat].choose(game, seat, rng))
    return game


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("players", "rule"), [(2, Rule(20)), (10, Rule(20, "index"))])
def test_every_level_plays_legal_and_reproducible_games(
    level: str, rule: Rule, players: int
) -> None:
    deck = shuffled(Random("seed"))
    game = played([LEVELS[level]()] * players, deck, rule)
    assert len(game.heads) == players
    assert played([LEVELS[level]()] * players, deck, rule).moves == game.moves


@pytest.mark.parametrize("given", [{"mad": 20}, {"mad": 20, "ranking": "index"}, {}])
@pytest.mark.parametrize("seats", [2, 10])
def test_play_outs_win_as_often_as_level_3_at_every_turn(seats: int, given: dict[str, Any]) -> None:
    """In the midst of a round, too: some cards lie face down, or a row is to be taken."""
    game = Take6.dealt({"seats": seats, **given}, f"{seats}")
    looked, turn = {False: 0, True: 0}, 0
    while not game.over:
        if not game.awaited:
            game.advance()
            continue
        seat, turn = game.awaited[0], turn + 1
        moves = [choice.move for choice in game.choices(seat).single]
        choosing = game.at.undercut is not None
        if choosing or turn % (seats + 1) == 1:
            slow = Valued.wins(game.values, game, seat, moves, 1, Random(turn))
            assert game.values.wins(game, seat, moves, 1, Random(turn)) == slow
            looked[choosing] += 1
        game.make(seat, Random(turn).choice(moves))
    assert min(looked.values()) > 1


def test_play_outs_know_the_rule_in_force() -> None:
    """A row of 15 heads is poison under the normal rule and wins under the mad-cow rule."""
    for given, best in (({}, 96), ({"mad": 14}, 36)):
        game = Take6.dealt({"seats": 2, **given}, 1)
        game.advance()
        game.at.rows = [(11, 22, 33, 34, 35), (90,), (95,), (100,)]
        game.at.hands = [(36, 96), (97, 98)]
        game.at.history = [(1, 2)] * 8
        assert player_of(Take6, "hard").advise(game, 0, Random(1)).move == best


@pytest.mark.parametrize("levels", [["1", "2", "3"], ["3", "1", "2"]])
def test_results_follow_the_player_and_not_the_seat(levels: list[str]) -> None:
    by_level = {result.player: result.share.value for result in match(levels, 100, 4)}
    assert by_level["3"] > by_level["2"]
    assert by_level["3"] > by_level["1"]


@pytest.mark.slow
def test_hard_wins_more_than_its_share() -> None:
    assert match(["hard", "normal"], 50, 5)[0].share.low > 0.5
    assert match(["hard", "normal", "normal", "normal"], 50, 7, Rule(25))[0].share.low > 0.25
