"""Reviews of Take 6!: exact in the last round, blind to hidden hands, and reproducible."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random

import pytest

from cardjudge.play.review import Decision
from cardjudge.stdio import Lines
from take6.game import ROWS, Game
from take6.play import review
from take6.players import player
from take6.players.base import played
from take6.text import case
from tests.processes import ROOT, kit

take6 = partial(kit, "take6")
SAMPLE = ROOT / "testdata/take6/four-players.in"


def last_decision(game: Game) -> Decision:
    lines = Lines(case(game).encode().splitlines(keepends=True))
    found = review.review(
        review.read(lines), playouts=400, spread=lambda work, tasks: map(work, tasks[-1:])
    )
    return found.decisions[0]


def test_rows_in_the_last_round_have_their_exact_value() -> None:
    """All cards have been seen by then, so the rules alone give each row's share of the win."""
    found = 0
    for seed in range(40):
        game = played([player("2")] * 3, str(seed))
        if len(game.moves[-1]) > 1:
            continue
        (row,) = game.moves[-1]
        shares = []
        for other in range(ROWS):
            copy = Game(game.deck, game.players, game.rule)
            for move in game.moves[:-1]:
                copy.play(move) if copy.undercut is None else copy.take(move[0])
            assert copy.undercut is not None
            seat = copy.undercut[0]
            copy.take(other)
            if not copy.over:
                break
            shares.append(copy.rule.shares(copy.heads)[seat])
        if len(shares) < ROWS:
            continue
        last = last_decision(game)
        assert last.player == seat
        assert last.after.value == pytest.approx(shares[row])
        assert last.before.value == pytest.approx(max(shares))
        assert last.is_mistake == (shares[row] < max(shares))
        assert bool(last.reason) == last.is_mistake
        found += 1
    assert found >= 5


def test_hidden_hands_do_not_change_a_review() -> None:
    games = (played([player("3")] * 3, str(seed)) for seed in range(99))
    game = next(game for game in games if all(len(move) > 1 for move in game.moves[:4]))
    seen = {card for move in game.moves[:4] for card in move}
    seen |= {*game.deck[0:30:3], *game.deck[30:34]}
    hidden = [place for place, card in enumerate(game.deck) if card not in seen]
    shown = set()
    for seed in range(3):
        deck, cards = list(game.deck), [game.deck[place] for place in hidden]
        Random(seed).shuffle(cards)
        for place, card in zip(hidden, cards, strict=True):
            deck[place] = card
        before, done = tuple(game.moves[:3]), game.moves[3][0]
        shown.add(review.weigh(review.Task(tuple(deck), 3, game.rule, before, 0, done, 9, 200, 1)))
    assert len(shown) == 1


@pytest.mark.slow
def test_any_number_of_workers_writes_the_same_review(tmp_path: Path) -> None:
    page, document = tmp_path / "a.html", tmp_path / "a.json"
    asked = ("review", SAMPLE, "--playouts", 200, "--json", document, "--html", page, "--seat", 2)
    first = take6(*asked)
    assert first.returncode == 0, first.stderr
    made = document.read_bytes(), page.read_bytes()
    again = take6(*asked, "--workers", 2)
    assert (again.stdout, document.read_bytes(), page.read_bytes()) == (first.stdout, *made)
    found = json.loads(made[0])
    assert {each["player"] for each in found["decisions"]} == {"玩家 2"}
    assert [each["turn"] for each in found["decisions"]] == list(range(1, 10))
    unknown = take6("review", SAMPLE, "--seat", 5)
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert "沒有「5」這位玩家" in unknown.stderr


def test_without_numba_a_decision_has_fewer_play_outs(monkeypatch: pytest.MonkeyPatch) -> None:
    case = review.Case(Game(range(1, 105), 2), [], None)
    found = []
    for compiled in True, False:
        monkeypatch.setattr(review, "COMPILED", compiled)
        found.append(review.review(case).playouts)
    assert found == [8000, 400]
