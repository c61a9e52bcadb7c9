"""Reviews: confirmed by brute force, reproducible, and blind to hidden hands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import factorial, prod
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from big2.cards import BY_TEXT, DECK, Card
from big2.cases import NAMES, header, shuffled
from big2.game import PLAYERS
from big2.patterns import BUILTIN, Cards, Play
from big2.play import Big2
from big2.text import action_line
from cardjudge.play.game import play_out
from cardjudge.play.players import player_of
from cardjudge.play.review import BATCHES, Decision, Weighed, decided
from cardjudge.play.reviewing import Task, weigh
from cardjudge.play.session import Session
from tests.big2.test_cases import big2
from tests.processes import ROOT

if TYPE_CHECKING:
    from big2.game import Action

SAMPLE = ROOT / "testdata/big2/sample.in"
MOST_DEALS = 30


class Position(NamedTuple):
    """A decision of a game, and the action of the player."""

    deck: tuple[Card, ...]
    before: tuple[Action, ...]
    done: Action

    def session(self) -> Session:
        game = Big2(self.deck, NAMES, {})
        session = Session(game, ["random"] * PLAYERS, 0)
        for action in self.before:
            session.make(game.at.player, action_line(action))
        return session

    def game(self) -> Big2:
        game = self.session().game
        assert isinstance(game, Big2)
        return game

    def weigh(self, playouts: int) -> Decision | None:
        """Review this decision alone."""
        session = self.session()
        game = session.game
        text, turn = action_line(self.done), len(self.before) + 1
        return weigh(Task(Big2, session.dump(), game.awaited[0], text, turn, turn, playouts, 1))


def positions(seed: int, name: str = "random") -> list[Position]:
    """Return the decisions of a game of four players of one kind."""
    game = Big2.dealt({}, seed)
    Session(game, [name] * PLAYERS, seed).play()
    deck, actions = tuple(game.deck), [*game.actions()]
    return [Position(deck, tuple(actions[:n]), done) for n, done in enumerate(actions)]


def deals(cards: Cards, counts: tuple[int, ...]) -> Iterator[list[Cards]]:
    """Yield every way to deal the cards."""
    if not counts:
        yield []
        return
    for hand in combinations(cards, counts[0]):
        rest = tuple(card for card in cards if card not in hand)
        for others in deals(rest, counts[1:]):
            yield [hand, *others]


def brute_force(game: Big2, move: Play | None) -> float:
    """Return the share of wins of a move over all deals, `greedy` asked at every turn."""
    won, seat = [], game.at.player
    others = [(seat + step) % PLAYERS for step in range(1, PLAYERS)]
    unseen = tuple(card for other in others for card in game.at.hands[other])
    for dealt in deals(unseen, tuple(len(game.at.hands[other]) for other in others)):
        hands = [*game.at.hands]
        for other, hand in zip(others, dealt, strict=True):
            hands[other] = tuple(sorted(hand))
        world = game.dealt_anew(game.deck, hands)
        world.make(seat, move)
        won.append(play_out(world, player_of(Big2, "greedy"), Random(1))[seat])
    return sum(won) / len(won)


def endgames(seeds: Iterable[int]) -> Iterator[Position]:
    """Yield the first endgame with a choice of each game: up to four cards a hand."""
    for seed in seeds:
        for position in positions(seed):
            game = position.game()
            counts = [len(hand) for hand in game.at.hands if hand is not game.at.hand]
            small = max(*counts, len(game.at.hand)) <= 4 and _ways(counts) <= MOST_DEALS
            if small and len(game.choices(0).single) > 1 and len(game.at.hand) > 1:
                yield position
                break


def _ways(counts: Sequence[int]) -> int:
    return factorial(sum(counts)) // prod(map(factorial, counts))


@pytest.mark.slow
def test_values_and_mistakes_are_those_of_brute_force() -> None:
    inside, mistakes, names = [], 0, set[str]()
    for position in endgames(range(40)):
        decision = position.weigh(2000)
        assert decision is not None
        game = position.game()
        options = {called(play): play for play in [*game.at.legal(), None]}
        exact = {name: brute_force(game, options[name]) for name in {decision.done, decision.best}}
        lost = exact[decision.best] - exact[decision.done]
        inside += [
            decision.before.low - 1e-9 <= exact[decision.best] <= decision.before.high + 1e-9,
            decision.after.low - 1e-9 <= exact[decision.done] <= decision.after.high + 1e-9,
            decision.loss.low - 1e-9 <= lost <= decision.loss.high + 1e-9,
        ]
        names.add(decision.best)
        if decision.is_mistake:
            mistakes += 1
            assert lost > 0, decision
    assert mistakes >= 2
    assert len(names) >= 3
    assert sum(inside) >= 0.9 * len(inside), (sum(inside), len(inside))


def test_the_review_names_a_missed_chance_to_go_out() -> None:
    position = next(_could_go_out())
    decision = position._replace(done=None).weigh(2000)
    assert decision is not None
    assert decision.is_mistake
    assert "出完就贏了" in decision.reason
    assert decision.before.value == 1


def _could_go_out() -> Iterator[Position]:
    for seed in range(200):
        for position in positions(seed):
            at = position.game().at
            if at.top is not None and any(len(p.cards) == len(at.hand) for p in at.legal()):
                yield position


def test_a_decision_is_a_mistake_only_if_the_interval_of_its_loss_excludes_zero() -> None:
    even = Weighed([0.5] * BATCHES, [0.5] * (BATCHES - 1) + [0.6], 10)
    assert even.loss().low < 0 < even.loss().value
    sure = Weighed([0.0] * BATCHES, [1.0] * BATCHES, 1).loss()
    assert 0.9 < sure.low < sure.value == sure.high == 1
    told = Weighed([0.6] * BATCHES, [0.5] * BATCHES, 10)
    fields = {"step": 1, "turn": 1, "player": 0, "done": "a", "best": "b", "cards": ()}
    decision = decided(told, lambda: "?", **fields)
    assert (decision.best, decision.loss.value, decision.reason) == ("a", 0, "")


@pytest.mark.slow
def test_any_number_of_workers_writes_the_same_review_and_page(tmp_path: Path) -> None:
    page, document = tmp_path / "a.html", tmp_path / "a.json"
    asked = ("review", SAMPLE, "--playouts", 60, "--seed", 3, "--json", document, "--html", page)
    first = big2(*asked)
    assert first.returncode == 0, first.stderr
    made = document.read_bytes(), page.read_bytes()
    again = big2(*asked, "--workers", 2)
    assert (again.stdout, document.read_bytes(), page.read_bytes()) == (first.stdout, *made)
    found = json.loads(made[0])
    assert found["schema"] == "cardjudge/big2-review/1"
    losses = [found["decisions"][n]["loss"]["value"] for n in found["dearest"]]
    assert losses == sorted(losses, reverse=True)
    assert all(each["mistake"] == (each["loss"]["low"] > 0) for each in found["decisions"])
    assert all(each["mistake"] for each in found["decisions"] if each["reason"])
    text = page.read_text("utf-8")
    game = json.loads(re.findall(r"const \[game, words\] = (.*);", text)[0])[0]
    assert [curve["name"] for curve in game["curves"]] == ["水球", "火球", "保齡球", "地瓜球"]
    assert all(0 <= value <= 1 for curve in game["curves"] for _, value in curve["points"])
    assert [curve["points"][-1][1] for curve in game["curves"]] == [0, 0, 0, 1]
    assert len(game["marks"]) == sum(each["mistake"] for each in found["decisions"])
    for mark in game["marks"]:
        frame = game["frames"][mark["step"]]
        assert frame["rows"][-1]["state"] == "better"
        assert mark["says"] in frame["says"]


@pytest.mark.slow
def test_a_review_covers_one_seat_and_an_unfinished_game(tmp_path: Path) -> None:
    deck = shuffled(Random(1))
    actions = [action_line(position.done) for position in positions(1)[:9]]
    path = tmp_path / "a.in"
    path.write_text("\n".join([*header(deck, NAMES), *actions]) + "\n", "utf-8")
    run = big2("review", path, "--playouts", 40, "--seat", "火球")
    assert run.returncode == 2
    assert "缺少下一個動作" in run.stderr
    assert "水球" not in run.stdout
    assert run.stdout == big2("review", path, "--playouts", 40, "--seat", 2).stdout
    unknown = big2("review", path, "--playouts", 40, "--seat", "甲")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "沒有「甲」這位玩家" in unknown.stderr


def called(play: Play | None) -> str:
    return Big2.table.called(Big2(DECK, NAMES, {}), 0, play)


def test_plays_are_the_same_apart_from_suits_that_decide_nothing() -> None:
    def play(*cards: str) -> Play:
        found = BUILTIN.recognise(tuple(sorted(map(BY_TEXT.__getitem__, cards))))
        assert found is not None
        return found

    high = play("C[4]", "S[4]")
    assert Big2.values.equal(high, high)
    assert Big2.values.equal(high, play("D[4]", "S[4]"))
    assert not Big2.values.equal(high, play("C[4]", "D[4]"))
    assert not Big2.values.equal(high, play("S[4]"))
    assert Big2.values.equal(None, None)
    assert not Big2.values.equal(high, None)
