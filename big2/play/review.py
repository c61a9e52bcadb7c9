"""Reviews a game of Big-2: compares each decision with the best one, given what the player knew."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from big2.cards import Card
from big2.game import PLAYERS
from big2.patterns import Chain, Play, installed
from big2.players.base import View, refusal
from big2.players.montecarlo import Budget, MonteCarlo, engine, is_fast
from big2.players.plan import part, rank
from big2.players.record import Record
from big2.text import parse_action, read_action, read_deck, read_names, written
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

if TYPE_CHECKING:
    from big2.game import Action

TITLE = "大老二覆盤"
FAST, SLOW = 8000, 300
"""Play-outs for a decision with and without compiled code; half of them find the best play."""


class Task(NamedTuple):
    """A decision to evaluate: all data for a worker process."""

    deck: tuple[Card, ...]
    patterns: tuple[str, ...]
    before: tuple[Action, ...]
    """The legal actions before the decision."""
    done: Action
    step: int
    playouts: int
    seed: int


class Case(NamedTuple):
    """A game that was read from the judge's input."""

    deck: tuple[Card, ...]
    names: Sequence[str]
    chain: Chain
    actions: Sequence[tuple[int, int, Action]]
    """The legal actions, each as (step, player, action)."""
    winner: int | None
    error: InputError | None
    """The error that ended an unfinished game."""


def read(lines: Lines, chain: Chain) -> Case:
    """Return the game of a judge's input, finished or not; InputError for a bad deck or name."""
    deck, names = tuple(read_deck(lines)), read_names(lines)
    record, step, error = Record(deck, chain), 0, None
    actions: list[tuple[int, int, Action]] = []
    while record.game.winner is None and error is None:
        try:
            action, player = parse_action(read_action(lines)), record.game.player
        except InputError as ended:
            error = ended
        else:
            step += 1
            if not refusal(record.step(action)[0]):
                actions.append((step, player, action))
    return Case(deck, names, chain, actions, record.game.winner, error)


def review(
    case: Case,
    seat: str | None = None,
    playouts: int | None = None,
    seed: int = 0,
    spread: Spread = map,
) -> Review:
    """Return the review of the decisions of one seat or of all; `spread` maps over workers."""
    seats = seats_of(seat, case.names)
    budget = playouts or (FAST if is_fast(case.chain) else SLOW)
    actions = [action for _, _, action in case.actions]
    tasks = [
        Task(case.deck, case.chain.names, tuple(actions[:n]), action, step, budget, seed)
        for n, (step, player, action) in enumerate(case.actions)
        if player in seats
    ]
    found = spread(weigh, tasks)
    won = [float(player == case.winner) for player in range(PLAYERS)]
    return Review(
        say(TITLE),
        case.names,
        "步",
        [each for each in found if each is not None],
        won if case.winner is not None else (),
        played(budget),
        seed,
    )


def weigh(task: Task) -> Decision | None:
    """Evaluate a decision; None if the player had no choice."""
    record = Record(task.deck, installed.select(task.patterns))
    for action in task.before:
        record.step(action)
    view = record.view()
    judged = None if task.done is None else record.game.judge(task.done)
    assert not isinstance(judged, str)
    options: list[Play | None] = [*view.legal.distinct(), *([None] if view.top else [])]
    if len(options) == 1:
        return None
    rng = Random(f"{task.seed}/{task.step}")
    best = MonteCarlo(rng, Budget(max(1, task.playouts // 2))).advise(view).play
    if _same(best, judged):
        best = judged
    weighed = _compare(view, judged, best, task.playouts // 2, rng)
    return decided(
        weighed,
        lambda: reason(view, judged, best),
        step=task.step,
        turn=task.step,
        player=record.game.player,
        done=_named(judged),
        best=_named(best),
        cards=tuple(map(str, best.cards if best else ())),
    )


def _same(one: Play | None, other: Play | None) -> bool:
    """Whether two actions are equal, apart from suits that decide nothing."""
    if one is None or other is None:
        return one is other
    ranks = [[card.rank for card in play.cards] for play in (one, other)]
    return one.pattern is other.pattern and one.key == other.key and ranks[0] == ranks[1]


def _compare(
    view: View, done: Play | None, best: Play | None, playouts: int, rng: Random
) -> Weighed:
    """Compare both actions in new worlds: the worlds that chose the best play favour it."""
    options = [done] if done == best else [done, best]
    worlds = max(1, playouts // len(options) // BATCHES)
    player = engine(view)
    wins = [player.wins(options, worlds, rng.getrandbits(63)) for _ in range(BATCHES)]
    first, last = ([won[n] / worlds for won in wins] for n in (0, -1))
    return Weighed(first, last, worlds)


def _named(play: Play | None) -> str:
    return "PASS" if play is None else f"{say(play.pattern.name)} {written(play.cards)}"


def reason(view: View, done: Play | None, best: Play | None) -> str:
    """Describe the difference of two actions in facts about the hand."""
    if best is not None and len(best.cards) == len(view.hand):
        return say("{best} 出完就贏了", best=_named(best))
    mine, other = _plays_left(view, done), _plays_left(view, best)
    fewest = min(view.counts[1:])
    facts = {"done": _named(done), "best": _named(best), "mine": mine, "other": other}
    if done is None:
        told = say("{best} 壓得過，打完還要 {other} 手；PASS 還要 {mine} 手", **facts)
    elif best is None:
        told = say("PASS 留著牌還要 {other} 手；打了 {done} 還要 {mine} 手", **facts)
    elif mine != other:
        told = say("打完還要 {mine} 手，{best} 之後還要 {other} 手", **facts)
    elif rank(done) > rank(best):
        told = say("{best} 較小，{done} 可以留著", **facts)
    elif rank(done) < rank(best):
        told = say("{best} 較大，別人較難壓過", **facts)
    else:
        told = say("{best} 之後手數一樣是 {other}，留下的牌較好", **facts)
    near = fewest <= 3 and min(len(view.hand), fewest) == fewest
    return told + (say("；有人只剩 {fewest} 張", fewest=fewest) if near else "")


def _plays_left(view: View, play: Play | None) -> int:
    """Return the number of plays in the plan after an action; each left-over card counts as one."""
    gone = play.cards if play else ()
    hand = tuple(card for card in view.hand if card not in gone)
    plan = part(hand, list(view.chain.plays(hand)))
    return len(plan) + len(hand) - sum(len(each.cards) for each in plan)
