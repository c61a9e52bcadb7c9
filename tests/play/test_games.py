"""Every game keeps what the interface promises, so the kit's commands work for it.

The games are those that are installed, and the example, which comes from outside.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from importlib import import_module
from io import BytesIO
from pkgutil import resolve_name
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardjudge.errors import InputError, UserError
from cardjudge.play.game import IN_CASE, Game, Player, Valued, has_values
from cardjudge.play.installed import games
from cardjudge.play.levels import HARD, NAMES
from cardjudge.play.players import Playouts, known, player_of
from cardjudge.play.replay import Replay
from cardjudge.play.reviewing import review
from cardjudge.play.session import Session, loaded
from cardjudge.stdio import OK, Lines
from tests.play.test_sevens import EXAMPLE

sys.path.append(str(EXAMPLE))
GAMES = [*{game.name: game for game in (*games(), resolve_name("sevens.play:Sevens"))}.values()]
DECIDED = [game for game in GAMES if game.moves]
JUDGED = [game for game in GAMES if game.moves == IN_CASE or not game.moves]
EXACT = [game for game in DECIDED if has_values(game)]
seeds = st.integers(0, 2**32)
few = settings(max_examples=3)
everywhere = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
where_players_decide = pytest.mark.parametrize("game", DECIDED, ids=lambda game: game.name)
where_the_case_is_judged = pytest.mark.parametrize("game", JUDGED, ids=lambda game: game.name)
where_values_are_exact = pytest.mark.parametrize("game", EXACT, ids=lambda game: game.name)


def judge_of(game: type[Game[Any]]) -> Any:
    return import_module(f"{game.__module__.partition('.')[0]}.judge").judge


def begun(game: type[Game[Any]], seed: int, player: str = "random") -> Session:
    dealt = game.dealt({}, seed)
    return Session(dealt, [player] * len(dealt.names), seed)


def positions(game: type[Game[Any]], seed: int, count: int = 6) -> Iterator[Session]:
    """Yield the session of a random game at up to `count` moments at which a seat decides."""
    whole = begun(game, seed)
    whole.play()
    rng = Random(seed)
    for number in sorted(rng.sample(range(len(whole.record)), min(count, len(whole.record)))):
        yield whole.after(whole.record[:number])


@everywhere
@few
@given(seed=seeds)
def test_a_random_game_ends_and_its_winners_share_the_win(game: type[Game[Any]], seed: int) -> None:
    session = begun(game, seed)
    session.play()
    shares = session.game.shares()
    assert session.game.over
    assert not session.game.awaited
    assert len(shares) == len(session.game.names)
    assert sum(shares) == pytest.approx(1) or shares == [0]  # a single seat loses to the house


@everywhere
@few
@given(seed=seeds)
def test_the_same_seed_gives_the_same_bytes(game: type[Game[Any]], seed: int) -> None:
    one, two = (begun(game, seed) for _ in range(2))
    for session in (one, two):
        session.play()
    assert one.dump() == two.dump()
    assert one.log(None) == two.log(None)
    assert game.dealt({}, seed).case() == game.dealt({}, seed).case()


@where_players_decide
@few
@given(seed=seeds)
def test_a_save_and_a_take_back_return_the_same_position(game: type[Game[Any]], seed: int) -> None:
    for session in positions(game, seed):
        again = loaded(session.dump().encode(), game)
        assert again.dump() == session.dump()
        seat = session.game.awaited[0]
        session.let_act(seat)
        before = session.before_last_turn(seat)
        assert before is not None
        assert before.dump() == again.dump()
        for who in (*range(len(session.game.names)), None):
            assert before.log(who) == again.log(who)
            assert before.game.scene(who) == again.game.scene(who)


@everywhere
@pytest.mark.parametrize("name", ["\x1b[2J", ""])
def test_a_name_in_a_save_does_not_act_on_a_terminal(game: type[Game[Any]], name: str) -> None:
    saved = json.loads(begun(game, 7).dump())
    saved["names"][-1] = name
    with pytest.raises(UserError, match="已損壞"):
        loaded(json.dumps(saved).encode(), game)


@where_players_decide
def test_a_move_of_another_seat_is_damage(game: type[Game[Any]]) -> None:
    session = begun(game, 7)
    others = {*range(len(session.game.names))} - {*session.game.awaited}
    session.play()
    saved = json.loads(session.dump())
    for saved["moves"][0][0] in others:
        with pytest.raises(UserError, match="已損壞"):
            loaded(json.dumps(saved).encode(), game)


@pytest.mark.parametrize("text", ["[", '{"a":'])
def test_a_deep_text_is_no_save_before_it_is_parsed(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a browser the parser's recursion would end the interpreter."""
    monkeypatch.setattr("json.loads", None)
    with pytest.raises(UserError, match="這不是存檔"):
        loaded((200_000 * text).encode(), DECIDED[0])


@where_players_decide
@few
@given(seed=seeds)
def test_a_seat_cannot_tell_its_worlds_apart(game: type[Game[Any]], seed: int) -> None:
    rng = Random(seed)
    for session in [begun(game, seed), *positions(game, seed)]:
        real = session.game
        for seat in real.awaited:
            world = real.values.worlds(real, seat, rng)
            assert world.scene(seat) == real.scene(seat)
            assert [*world.awaited] == [*real.awaited]
            assert world.choices(seat) == real.choices(seat)
            assert world.table.asks(world, seat) == real.table.asks(real, seat)
            if game.moves == IN_CASE:
                told, other = (
                    Replay(game, each.case().encode(), each.given).session.log(seat)
                    for each in (real, world)
                )
                assert told == other


@where_players_decide
@few
@given(seed=seeds)
def test_every_choice_is_legal_and_its_text_means_it(game: type[Game[Any]], seed: int) -> None:
    for session in positions(game, seed):
        for seat in session.game.awaited:
            choices = session.game.choices(seat).single
            called = [session.game.table.called(session.game, seat, it.move) for it in choices]
            assert len({*called} - {""}) == len(called)
            for choice in choices:
                assert session.game.move(seat, choice.text) == choice.move
                assert session.game.move(seat, session.game.typed(seat, choice.move)) == choice.move
                deepcopy(session.game).make(seat, choice.move)


@where_players_decide
@few
@given(seed=seeds, text=st.text(max_size=8) | st.integers(-9, 99).map(str))
def test_an_illegal_move_changes_nothing(game: type[Game[Any]], seed: int, text: str) -> None:
    for session in positions(game, seed, 3):
        before, seat = session.dump(), session.game.awaited[0]
        with suppress(UserError):
            deepcopy(session.game).make(seat, session.game.move(seat, text))
            continue
        with pytest.raises(UserError):
            session.make(seat, text)
        assert session.dump() == before


@everywhere
@few
@given(seed=seeds)
def test_a_save_is_replayed_to_the_same_end(game: type[Game[Any]], seed: int) -> None:
    session = begun(game, seed)
    session.play()
    replay = Replay(game, session.dump().encode(), {})
    if replay.session.game.over:
        assert replay.session.game.shares() == session.game.shares()
    else:
        assert "這場遊戲太長，只顯示到這一步。" in replay.frames[-1].says
    assert [made.text for made in replay.session.record] == [made.text for made in session.record]
    assert len(replay.frame_of) == len(session.record)


@where_the_case_is_judged
@given(data=st.binary(), begins=st.booleans())
@example(data=b"9" * 5000, begins=True)
@example(data=b"\r\x00", begins=True)
def test_any_input_is_judged_or_refused(game: type[Game[Any]], data: bytes, begins: bool) -> None:
    """The input is arbitrary from its first byte on, or after a good beginning."""
    data = game.dealt({}, 1).case().encode() * begins + data
    try:
        assert judge_of(game)(Lines(BytesIO(data)), str) == OK
    except InputError as error:
        assert 1 <= error.line <= data.count(b"\n") + 2


@everywhere
@few
@given(seed=seeds)
def test_a_case_is_judged_and_replayed_to_the_same_end(game: type[Game[Any]], seed: int) -> None:
    session = begun(game, seed)
    session.play()
    case = session.game.case().encode()
    if game.moves == IN_CASE:
        replay = Replay(game, case, session.game.given)
        assert replay.error is None
        assert replay.session.game.shares() == session.game.shares()
        assert replay.session.log(None) == session.log(None)
    if game in JUDGED:
        wrote: list[str] = []
        assert judge_of(game)(Lines(case.splitlines(keepends=True)), wrote.append) == OK
        assert wrote


@where_players_decide
def test_copies_part_ways(game: type[Game[Any]]) -> None:
    for session in positions(game, 1):
        before, seat = session.game.scene(None), session.game.awaited[0]
        copy = deepcopy(session.game)
        assert copy.scene(None) == before
        copy.make(seat, player_of(game, "random").advise(copy, seat, Random(1)).move)
        assert session.game.scene(None) == before


@where_players_decide
def test_every_player_decides_legally_by_what_its_seat_knows(game: type[Game[Any]]) -> None:
    for level in NAMES:
        player_of(game, level)
    for session in positions(game, 2, 2):
        for name in known(game):
            for seat in session.game.awaited:
                move = quick(game, name).advise(session.game, seat, Random(1)).move
                world = (
                    session.game.values.worlds(session.game, seat, Random(2))
                    if name in game.players
                    else session.game
                )
                assert quick(game, name).advise(world, seat, Random(1)).move == move
                deepcopy(session.game).make(seat, move)


def quick(game: type[Game[Any]], name: str) -> Player:
    """Return a player, with a small budget if it takes one."""
    with suppress(UserError):
        return player_of(game, f"{name}:4")
    return player_of(game, name)


@pytest.mark.parametrize(
    "game",
    [game for game in DECIDED if type(game.values).wins is not Valued.wins],
    ids=lambda game: game.name,
)
def test_a_faster_way_to_the_wins_gives_the_same_numbers(game: type[Game[Any]]) -> None:
    for number, session in enumerate(positions(game, 3, 2)):
        at = session.game
        for seat in at.awaited:
            moves = [choice.move for choice in at.choices(seat).single]
            slow = Valued.wins(at.values, at, seat, moves, 1, Random(number))
            assert at.values.wins(at, seat, moves, 1, Random(number)) == slow


def test_playouts_are_shared_by_ever_fewer_moves() -> None:
    """Six moves in three rounds, of eight play-outs each as far as they can be divided."""
    spent = []

    def wins(_: object, __: int, moves: list[int], more: int, ___: Random) -> list[int]:
        spent.append((len(moves), more))
        return moves

    moves = [SimpleNamespace(move=n, name=str(n)) for n in range(6)]
    values = SimpleNamespace(wins=wins)
    game: Any = SimpleNamespace(choices=lambda _: (moves, ()), values=values)
    assert Playouts("24").advise(game, 0, Random(1)).move == 5
    assert spent == [(6, 1), (3, 2), (2, 4)]


@where_values_are_exact
@few
@given(seed=seeds)
def test_a_review_names_no_mistake_of_a_perfect_player(game: type[Game[Any]], seed: int) -> None:
    session = begun(game, seed, HARD)
    session.play()
    found = review(Replay(game, session.dump().encode(), {}), range(len(session.players)))
    assert found.playouts == 0
    assert [each.done for each in found.decisions if each.is_mistake] == []
