"""The review of a played game: each decision against the best one that its seat could know."""

from collections.abc import Collection
from random import Random
from typing import Any, NamedTuple

from cardjudge.language import say
from cardjudge.play.game import Choice, Game
from cardjudge.play.levels import HARD
from cardjudge.play.players import blaming, player_of
from cardjudge.play.replay import Replay
from cardjudge.play.review import BATCHES, Decision, Review, Spread, Weighed, decided, played
from cardjudge.play.session import loaded
from cardjudge.series.estimate import Estimate


class _Task(NamedTuple):
    """A decision to weigh: all that another process needs."""

    save: str
    """The game before the decision."""
    seat: int
    text: str
    step: int
    turn: int
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
    budget = playouts or game.review_playouts()
    tasks = [
        _Task(
            session.dump(number),
            made.seat,
            made.text,
            replay.frame_of[number],
            number + 1,
            budget,
            seed,
        )
        for number, made in enumerate(session.record)
        if made.seat in seats
    ]
    decisions = [each for each in spread(_weigh, tasks) if each is not None]
    title = say("{game}覆盤", game=say(game.title))
    result = game.shares() if game.over else ()
    return Review(title, game.names, "步", decisions, result, played(budget), seed)


def _weigh(task: _Task) -> Decision | None:
    """Compare a decision with the best one; None if there was no choice."""
    game = loaded(task.save.encode()).game
    with blaming(type(game)):
        choices = {each.move: each for each in game.choices(task.seat).single}
        if len(choices) + len(game.choices(task.seat).ranges) < 2:
            return None
        done = game.move(task.seat, task.text)
        exact = game.values(task.seat)
        if exact:
            return _exact(game, task, done, dict(exact))
        rng = Random(f"{task.seed}/{task.turn}")
        best = _best(game, task, rng)
        if game.equal(best, done):
            best = done
        options = [done] if best == done else [done, best]
        worlds = max(1, task.playouts // 2 // len(options) // BATCHES)
        sums = [game.wins(task.seat, options, worlds, rng) for _ in range(BATCHES)]
        first, last = ([won[at] / worlds for won in sums] for at in (0, -1))
        return decided(
            Weighed(first, last, worlds),
            lambda: game.reason(task.seat, done, best),
            **_facts(game, task, done, best, choices.get(best)),
        )


def _best(game: Game[Any], task: _Task, rng: Random) -> Any:
    name = game.levels[HARD].partition(":")[0]
    player = player_of(type(game), f"{name}:{max(1, task.playouts // 2)}")
    return player.advise(game, task.seat, rng).move


def _exact(game: Game[Any], task: _Task, done: Any, values: dict[Any, float]) -> Decision:
    """Return a decision whose values are known exactly."""
    best = max(values, key=lambda move: values[move])
    if values[best] == values[done]:
        best = done
    before, after, loss = (
        Estimate(value, value, value)
        for value in (values[best], values[done], values[best] - values[done])
    )
    choices = {each.move: each for each in game.choices(task.seat).single}
    facts = _facts(game, task, done, best, choices.get(best))
    why = game.reason(task.seat, done, best) if loss.value else ""
    return Decision(before=before, after=after, loss=loss, reason=why, **facts)


def _facts(
    game: Game[Any], task: _Task, done: Any, best: Any, choice: Choice[Any] | None
) -> dict[str, Any]:
    seat = task.seat
    return {
        "step": task.step,
        "turn": task.turn,
        "player": seat,
        "done": game.called(seat, done),
        "best": game.called(seat, best),
        "cards": choice.things if choice else (),
    }
