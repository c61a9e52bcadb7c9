"""Reviews a game: compares each decision with the best one, given what the player knew."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from cardjudge.errors import InputError
from cardjudge.language import say
from cardjudge.play.review import (
    BATCHES,
    Decision,
    Review,
    Spread,
    Weighed,
    decided,
    played,
    seats_of,
)
from cardjudge.stdio import Lines
from take6 import text
from take6.events import Rejected
from take6.game import Game, Rule
from take6.play import words
from take6.play.hint import fate, named
from take6.players.base import Budget, View
from take6.players.playout import COMPILED
from take6.players.search import Reading, compare
from take6.text import read_game, read_step

if TYPE_CHECKING:
    from take6.rule import Ranking

TITLE = "誰是牛頭王覆盤"
FAST, SLOW = 8000, 400
"""Play-outs per decision, compiled and not; half of them search for the best option."""


class Task(NamedTuple):
    """A decision to evaluate: all data for a worker process."""

    deck: tuple[int, ...]
    players: int
    rule: Rule
    before: tuple[tuple[int, ...], ...]
    """The moves before the decision."""
    seat: int
    done: int
    step: int
    playouts: int
    seed: int


class Case(NamedTuple):
    """A game that was read from a file."""

    game: Game
    turns: Sequence[tuple[int, int | None]]
    """For each move, its frame in the replay and the player that chose a row, or None."""
    error: InputError | None
    """The error that ended the game early, or None."""


def read(lines: Lines, ranking: Ranking = "mad-first") -> Case:
    """Return the game of a judge's input, which may end early; InputError for a wrong header."""
    game = read_game(lines, ranking)
    turns, shown = list[tuple[int, int | None]](), 1
    while not game.over:
        who = game.undercut and game.undercut[0]
        try:
            events = [*read_step(lines, game)]
        except InputError as error:
            return Case(game, turns, error)
        if not isinstance(events[0], Rejected):
            turns.append((shown, who))
            shown += len(events)
    return Case(game, turns, None)


def review(
    case: Case,
    seat: str | None = None,
    playouts: int | None = None,
    seed: int = 0,
    spread: Spread = map,
) -> Review:
    """Return the review of the decisions of a seat, or of all; `spread` maps over workers."""
    game, names = case.game, words.players(case.game.players)
    seats = seats_of(seat, names)
    budget = playouts or (FAST if COMPILED else SLOW)
    tasks = list[Task]()
    for n, (move, (step, chose)) in enumerate(zip(game.moves, case.turns, strict=True)):
        before = game.deck, game.players, game.rule, tuple(game.moves[:n])
        deciding = seats if chose is None else {chose} & seats
        for who in deciding:
            done = move[who if chose is None else 0]
            tasks.append(Task(*before, who, done, step, budget, seed))
    found = spread(weigh, tasks)
    return Review(
        say(TITLE),
        names,
        "回合",
        [each for each in found if each is not None],
        game.rule.shares(game.heads) if game.over else (),
        played(budget),
        seed,
    )


def weigh(task: Task) -> Decision | None:
    """Evaluate a decision; None if the player had no choice."""
    game = Game(task.deck, task.players, task.rule)
    for move in task.before:
        game.repeat(move)
    view = View.of(game, task.seat)
    if len(view.options) == 1:
        return None
    rng = Random(f"{task.seed}/{task.step}/{task.seat}")
    player = Reading(Budget(max(1, task.playouts // 2)))
    best = player.weigh(view, rng)[0].what
    options = list(dict.fromkeys((task.done, best)))
    worlds = max(1, task.playouts // 2 // len(options) // BATCHES)
    shares = compare(view, player.beliefs(view), options, BATCHES, worlds, rng)
    done = named(view, task.done)
    return decided(
        Weighed(shares[0], shares[-1], worlds),
        lambda: say(
            "{done}：{mine}；{best}：{other}",
            done=done,
            mine=fate(view, task.done),
            best=named(view, best),
            other=fate(view, best),
        ),
        step=task.step,
        turn=len(view.positions),
        player=task.seat,
        done=done,
        best=named(view, best),
        cards=tuple(map(text.card, view.rows[best] if view.choosing else (best,))),
    )
