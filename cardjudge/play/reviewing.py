"""The review of a played game: each decision against the best one that its seat could know."""

from collections.abc import Collection, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from cardjudge.language import say
from cardjudge.play.game import Game, Player
from cardjudge.play.levels import HARD
from cardjudge.play.players import blaming, player_of
from cardjudge.play.replay import Replay
from cardjudge.play.review import BATCHES, Decision, Review, Spread, Weighed, decided, played
from cardjudge.play.session import Session, loaded
from cardjudge.series.estimate import Estimate

PLAYOUTS = 800
"""Play-outs of a decision if no number is given."""


class Task(NamedTuple):
    """A decision to weigh: all that another process needs."""

    game: type[Game[Any]]
    save: str
    """The game before the decision; empty where values are exact, which need no other process."""
    seat: int
    text: str
    step: int
    number: int
    """The moves before it."""
    playouts: int
    seed: int


def review(
    replay: Replay,
    seats: Collection[int],
    playouts: int | None = None,
    seed: int = 0,
    spread: Spread = map,
) -> Review:
    """Return the review of the decisions of some seats; `spread` maps over workers."""
    session, game = replay.session, replay.session.game
    budget = playouts or PLAYOUTS
    exact = type(game).value is not Game.value
    tasks = [
        Task(
            type(game),
            "" if exact else session.dump(number),
            made.seat,
            made.text,
            replay.frame_of[number],
            number,
            budget,
            seed,
        )
        for number, made in enumerate(session.record)
        if made.seat in seats
    ]
    weighed = _exact_decisions(session, tasks) if exact else spread(weigh, tasks)
    decisions = [decision for decision in weighed if decision is not None]
    title = say("{game}覆盤", game=say(game.title))
    result = game.shares() if game.over else ()
    playouts = 0 if exact else played(budget)
    return Review(title, game.names, game.turns, decisions, result, playouts, seed, game.unit)


def _exact_decisions(session: Session, tasks: Iterable[Task]) -> Iterator[Decision]:
    """Yield the decisions that are reviewed, with values that are known exactly."""
    again, best = session.after(()), player_of(type(session.game), HARD)
    for task in tasks:
        for made in session.record[len(again.record) : task.number]:
            again.make(made.seat, made.text)
        if again.game.reviewed(task.seat):
            yield _exact(again.game, task, best)


def weigh(task: Task) -> Decision | None:
    """Compare a decision with the best one; None if it is not reviewed."""
    game = loaded(task.save.encode(), task.game).game
    with blaming(type(game)):
        if not game.reviewed(task.seat):
            return None
        done = game.move(task.seat, task.text)
        rng = Random(f"{task.seed}/{task.number}")
        player = player_of(type(game), f"playouts:{max(1, task.playouts // 2)}")
        best = player.advise(game, task.seat, rng).move
        if game.equal(best, done):
            best = done
        options = [done] if best == done else [done, best]
        worlds = max(1, task.playouts // 2 // len(options) // BATCHES)
        sums = [game.wins(task.seat, options, worlds, rng) for _ in range(BATCHES)]
        first, last = ([won[at] / worlds for won in sums] for at in (0, -1))
        return decided(
            Weighed(first, last, worlds),
            lambda: game.reason(task.seat, done, best),
            **_facts(game, task, done, best),
        )


def _exact(game: Game[Any], task: Task, hardest: Player) -> Decision:
    """Return a decision against the hardest level's, which plays the best move."""
    rng = Random(f"{task.seed}/{task.number}")
    done = game.move(task.seat, task.text)
    best = hardest.advise(game, task.seat, rng).move
    values = [game.value(task.seat, move) or 0.0 for move in (best, done)]
    if values[0] <= values[1]:
        best = done
    before, after, loss = (
        Estimate(value, value, value) for value in (*values, max(0.0, values[0] - values[1]))
    )
    why = game.reason(task.seat, done, best) if loss.value else ""
    facts = _facts(game, task, done, best)
    return Decision(before=before, after=after, loss=loss, reason=why, **facts)


def _facts(game: Game[Any], task: Task, done: Any, best: Any) -> dict[str, Any]:
    choices = game.choices(task.seat).single
    return {
        "step": task.step,
        "turn": game.turn_number(task.number),
        "player": task.seat,
        "done": game.called(task.seat, done),
        "best": game.called(task.seat, best),
        "cards": next((choice.things for choice in choices if choice.move == best), ()),
    }
