"""What holds in every installed game."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardjudge.errors import UserError
from cardjudge.play.game import Game, any_move, told
from cardjudge.play.installed import games
from cardjudge.play.replay import Replay
from cardjudge.play.session import Session, loaded

GAMES = pytest.mark.parametrize("game", list(games()), ids=lambda game: str(game.name))
SEEDS = given(st.integers(0, 2**32 - 1))
FEW = settings(max_examples=15, deadline=None)
Kind = type[Game[Any]]


def chosen(game: Kind, rng: Random) -> dict[str, Any]:
    """Return values of some settings that have a list of values, or bounds."""
    values: dict[str, Any] = {}
    for each in game.settings:
        if rng.random() < 0.5 and each.least is not None:
            values[each.keyword] = rng.randint(each.least, each.most or each.least + 9)
        elif rng.random() < 0.5 and each.values:
            values[each.keyword] = rng.choice(each.values)
    return values


def sat(game: Kind, seed: int, moves: int | None = None) -> Session:
    """Return a session of random players after so many moves, or at the end."""
    rng = Random(f"{seed}")
    dealt = game.dealt(chosen(game, rng), rng)
    session = Session(dealt, ["random"] * len(dealt.names), seed)
    while not dealt.over and (moves is None or len(session.record) < moves):
        session.let_act(dealt.awaited[0])
    return session


def begun(game: Kind, seed: int) -> Session:
    """Return a session of random players somewhere in the game, where somebody decides."""
    length = len(sat(game, seed).record)
    return sat(game, seed, Random(seed).randrange(max(1, length)))


def position(session: Session) -> Any:
    """Return all that can be seen of a game, by everybody and by each seat."""
    game = session.game
    seats = range(len(game.names))
    return game.case(), game.scene(None), [(game.scene(s), session.log(s)) for s in seats]


@GAMES
@SEEDS
@FEW
def test_a_random_game_ends_and_its_winners_share_the_win(game: Kind, seed: int) -> None:
    played = sat(game, seed).game
    assert played.over
    assert not played.awaited
    assert sum(played.shares()) == pytest.approx(1)
    assert played.result()


@GAMES
@SEEDS
@FEW
def test_the_same_seed_gives_the_same_bytes(game: Kind, seed: int) -> None:
    assert sat(game, seed).dump() == sat(game, seed).dump()


@GAMES
@SEEDS
@FEW
def test_a_save_and_a_move_taken_back_return_to_the_same_position(game: Kind, seed: int) -> None:
    session = begun(game, seed)
    before = position(session)
    assert position(loaded(session.dump().encode(), game)) == before
    if session.game.over:
        return
    seat = session.game.awaited[0]
    session.let_act(seat)
    back = session.before_last_turn(seat)
    assert back is not None
    assert position(back) == before


@GAMES
@SEEDS
@FEW
def test_an_illegal_move_changes_nothing(game: Kind, seed: int) -> None:
    session = begun(game, seed)
    before = position(session)
    for seat in session.game.awaited:
        with pytest.raises(UserError):
            session.make(seat, "no such move")
    assert position(session) == before


@GAMES
@SEEDS
@FEW
def test_a_seat_cannot_tell_its_worlds_apart(game: Kind, seed: int) -> None:
    """In a world the seat sees the same, and hears the same of the next move."""
    session = begun(game, seed)
    for seat in session.game.awaited:
        world = session.game.worlds(seat, Random(seed))
        assert world.scene(seat) == session.game.scene(seat)
        assert world.choices(seat) == session.game.choices(seat)
        move = any_move(session.game, seat, Random(seed))
        here, there = session.game.copy(), world.copy()
        heard = [told(each, each.make(seat, move), seat)[:1] for each in (here, there)]
        assert heard[0] == heard[1]


@GAMES
@SEEDS
@FEW
def test_a_replay_of_what_is_written_comes_to_the_same_end(game: Kind, seed: int) -> None:
    session = sat(game, seed)
    saved = Replay(game, session.dump().encode(), {})
    assert saved.session.game.case() == session.game.case()
    assert saved.session.game.shares() == session.game.shares()
    if game.case_has_moves:
        judged = Replay(game, session.game.case().encode(), session.game.given)
        assert judged.error is None
        assert judged.session.game.shares() == session.game.shares()
