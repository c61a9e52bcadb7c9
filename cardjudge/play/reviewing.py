"""The review of a played game: each decision against the best one that its seat could know."""

from collections.abc import Collection, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from cardjudge.language import say
from cardjudge.play.checks import shares
from cardjudge.play.game import Game, Player, has_values, title_of
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
    exact = has_values(type(game))
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
    title = say("{game}覆盤", game=title_of(type(game)))
    result = shares(game) if game.over else ()
    playouts, unit = 0 if exact else played(budget), game.values.unit
    return Review(title, game.names, game.table.turns, decisions, result, playouts, seed, unit)


def _exact_decisions(session: Session, tasks: Iterable[Task]) -> Iterator[Decision]:
    """Yield the decisions that are reviewed, with values that are known exactly."""
    again, best = session.after(()), player_of(type(session.game), HARD)
    for task in tasks:
        for made in session.record[len(again.record) : task.number]:
            again.make(made.seat, made.text)
        if (decision := _exact(again.game, task, best)) is not None:
            yield decision


def weigh(task: Task) -> Decision | None:
    """Compare a decision with the best one; None if it is not reviewed."""
    game = loaded(task.save.encode(), task.game).game
    with blaming(type(game)):
        single, ranges = game.choices(task.seat)
        if len(single) < 2 and not ranges:
            return None
        done = game.move(task.seat, task.text)
        rng = Random(f"{task.seed}/{task.number}")
        player = player_of(type(game), f"playouts:{max(1, task.playouts // 2)}")
        best = player.advise(game, task.seat, rng).move
        if game.values.equal(best, done):
            best = done
        options = [done] if best == done else [done, best]
        worlds = max(1, task.playouts // 2 // len(options) // BATCHES)
        sums = [game.values.wins(game, task.seat, options, worlds, rng) for _ in range(BATCHES)]
        first, last = ([won[at] / worlds for won in sums] for at in (0, -1))
        return decided(
            Weighed(first, last, worlds),
            lambda: game.values.reason(game, task.seat, done, best),
            **_facts(game, task, done, best),
        )


def _exact(game: Game[Any], task: Task, hardest: Player) -> Decision | None:
    """Compare a decision with the hardest level's, the best; None for one without a value."""
    rng = Random(f"{task.seed}/{task.number}")
    done = game.move(task.seat, task.text)
    own = game.values.value(game, task.seat, done)
    if own is None or not (
        game.choices(task.seat).ranges or len(game.choices(task.seat).single) > 1
    ):
        return None
    best = hardest.advise(game, task.seat, rng).move
    values = [game.values.value(game, task.seat, best) or 0.0, own]
    if values[0] <= values[1]:
        best = done
    before, after, loss = (
        Estimate(value, value, value) for value in (*values, max(0.0, values[0] - values[1]))
    )
    why = game.values.reason(game, task.seat, done, best) if loss.value else ""
    facts = _facts(game, task, done, best)
    return Decision(before=before, after=after, loss=loss, reason=why, **facts)


def _facts(game: Game[Any], task: Task, done: Any, best: Any) -> dict[str, Any]:
    choices = game.choices(task.seat).single
    return {
        "step": task.step,
        "turn": game.table.turn(game, task.number),
        "player": task.seat,
        "done": game.table.called(game, task.seat, done),
        "best": game.table.called(game, task.seat, best),
        "cards": next((choice.things for choice in choices if choice.move == best), ()),
    }
