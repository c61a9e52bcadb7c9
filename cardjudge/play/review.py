"""The review of a game: the value of each decision, and the mistakes that cost most.

For each decision, the game gives the shares of wins of the player's option and of the best one, in
batches of sampled worlds. This module makes intervals, mistakes, tables, the document and the page.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from cardjudge import viewer
from cardjudge.errors import UserError, quote
from cardjudge.language import listed, say
from cardjudge.numbers import integer
from cardjudge.series.estimate import Estimate, mean, share_of_clusters

BATCHES = 100
"""Batches of worlds for each decision. Worlds within a batch may depend on each other, because one
chain draws them; batches are independent, so the intervals are computed from batches."""
COSTLIEST = 5
"""Number of mistakes in the list of the costliest."""
_SURE = 2 * math.log(40)
"""Radius of an interval, times n, where n batches agree. In fewer than 1 of 40 cases, n batches
miss an event with a probability above log(40) / n, and it shifts a difference by at most 2."""


Spread: TypeAlias = Callable[
    [Callable[[Any], "Decision | None"], Sequence[Any]], Iterable["Decision | None"]
]
"""Maps work over tasks in their order, as `map` does, perhaps in other processes."""


class Weighed(NamedTuple):
    """Shares of wins by batch, in the same worlds: of the player's option and of the best one."""

    done: Sequence[float]
    best: Sequence[float]
    worlds: int
    """Worlds in a batch."""

    def loss(self) -> Estimate:
        """Return the loss of the player's option: the mean paired difference; 0 for the best."""
        if self.done == self.best:
            return Estimate(0.0, 0.0, 0.0)
        losses = [best - done for done, best in zip(self.done, self.best, strict=True)]
        lost = mean(losses, -1, 1)
        if lost.low < lost.high:
            return lost
        radius = _SURE / len(losses)
        return Estimate(lost.value, max(-1.0, lost.low - radius), min(1.0, lost.high + radius))


class Decision(NamedTuple):
    """A decision of a player with more than one option."""

    step: int
    """The frame of the replay that shows the player's option."""
    turn: int
    """The turn as people count it: the action of Big-2, the round of Take 6!, from 1."""
    player: int
    done: str
    best: str
    before: Estimate
    """The value of the game for the player before the decision: the best option's share of wins."""
    after: Estimate
    """The share of wins of the player's option."""
    loss: Estimate
    reason: str
    """The reason why the best option is better; empty unless this is a mistake."""
    cards: tuple[str, ...]
    """The cards of the best option, as the viewer writes them."""

    @property
    def is_mistake(self) -> bool:
        """Whether the interval of the loss excludes 0."""
        return self.loss.low > 0


def decided(weighed: Weighed, reason: Callable[[], str], **fields: Any) -> Decision:
    """Return a decision with its estimates; the reason is computed only for a mistake.

    The player's option becomes the best one if the worlds of `weighed` say so; the other option was
    found in different worlds.
    """
    if math.fsum(weighed.best) <= math.fsum(weighed.done):
        weighed, fields["best"] = weighed._replace(best=weighed.done), fields["done"]
    parts = weighed.done, weighed.best
    after, before = (share_of_clusters(part, weighed.worlds) for part in parts)
    loss = weighed.loss()
    why = reason() if loss.low > 0 else ""
    return Decision(before=before, after=after, loss=loss, reason=why, **fields)


def played(budget: int) -> int:
    """Return the play-outs of a decision: half a budget for the search, and whole batches after it.

    >>> played(8000), played(20)
    (8000, 210)
    """
    half = budget // 2
    return max(1, half) + 2 * BATCHES * max(1, half // 2 // BATCHES)


def seats_of(name: str | None, names: Sequence[str]) -> set[int]:
    """Return the seats with a name, or with a number from 1; all seats for None."""
    if name is None or name in names:
        return {seat for seat, own in enumerate(names) if name in (None, own)}
    number = integer(name, 1, len(names))
    if number is None:
        known = listed(names)
        raise UserError("沒有{name}這位玩家（有的是：{names}）", name=quote(name), names=known)
    return {number - 1}


class Review(NamedTuple):
    """The decisions of a game, in their order."""

    title: str
    names: Sequence[str]
    """The names of the players."""
    unit: str
    """The unit of turns, as a template."""
    decisions: Sequence[Decision]
    result: Sequence[float]
    """Each player's share of the win; empty if the game has no end."""
    playouts: int
    """Play-outs per decision; 0 where the values are exact."""
    seed: int
    value: str = ""
    """The unit of exact values, as a template; empty if they are shares of the win."""

    def shown(self, value: Estimate) -> str:
        """Return a value with its unit: a share in per cent, with its interval, or an amount."""
        if not self.value:
            return value.percent(0)
        return f"{value.value:,.1f} {say(self.value)}"

    def costliest(self) -> list[Decision]:
        """Return the mistakes with the greatest loss, the costliest first."""
        mistakes = [decision for decision in self.decisions if decision.is_mistake]
        return sorted(mistakes, key=lambda mistake: (-mistake.loss.value, mistake.step))[:COSTLIEST]

    def totals(self) -> list[tuple[str, int, int, float]]:
        """Return name, decisions, mistakes and their total loss for each player who decided."""
        rows = []
        for player, name in enumerate(self.names):
            own = [decision for decision in self.decisions if decision.player == player]
            lost = [decision.loss.value for decision in own if decision.is_mistake]
            if own:
                rows.append((name, len(own), len(lost), math.fsum(lost)))
        return rows


def table(review: Review) -> str:
    """Return the report: every decision, the totals, and the worst mistakes with reasons."""
    from cardjudge.columns import columns  # Rich is missing in a browser

    if not review.decisions:
        return say("{title}：還沒有可以覆盤的決定。", title=review.title)
    facts = {"count": len(review.decisions), "playouts": review.playouts, "seed": review.seed}
    title = "{title}：{count} 個決定，每個模擬 {playouts} 局，種子 {seed}；方括號是 95 % 信賴區間"
    if not review.playouts:
        title = "{title}：{count} 個決定，{value}是精確值"
    unit, value = say(review.unit), say("期望值" if review.value else "勝率")
    head = (unit, say("table｜玩家"), say("打法"), value, say("損失"))
    rows = [row for decision in review.decisions for row in _rows(review, decision)]
    lines = [say(title, title=review.title, value=value, **facts), *columns([head, *rows], {0}), ""]
    for name, count, mistakes, lost in review.totals():
        template = "{name}：{count} 個決定，{mistakes} 個失誤（標 *），共損失 {lost}"
        loss = review.shown(Estimate(lost, lost, lost))
        if not review.value:
            loss = say("{points:.1f} 個百分點", points=100 * lost)
        lines.append(say(template, name=name, count=count, mistakes=mistakes, lost=loss))
    if review.playouts:
        lines.append(say("= 的兩種打法，差別不超出信賴區間"))
    dearest = review.costliest()
    if not dearest:
        return "\n".join([*lines, say("沒有能確定的失誤。" if review.playouts else "沒有失誤。")])
    lines += ["", say("損失最大的失誤")]
    for decision in dearest:
        lines += columns(_rows(review, decision))
        lines += [decision.reason] * bool(decision.reason)
    return "\n".join(lines)


def _rows(review: Review, decision: Decision) -> list[tuple[str, ...]]:
    """Return what was done, and below it the best option if that is another one."""
    loss, who = "", review.names[decision.player]
    if decision.is_mistake:
        loss = f"{review.shown(Estimate(*[decision.loss.value] * 3))} *"
    elif decision.best != decision.done:
        loss = "="
    first = str(decision.turn), who, decision.done, review.shown(decision.after), loss
    if decision.best == decision.done:
        return [first]
    return [first, ("", "", f"→ {decision.best}", review.shown(decision.before), "")]


def document(review: Review) -> dict[str, object]:
    """Return the members of the JSON document."""
    costliest = review.costliest()
    names = ("player", "decisions", "mistakes", "loss")
    decisions = [
        {
            "turn": decision.turn,
            "player": review.names[decision.player],
            "done": decision.done,
            "best": decision.best,
            "before": decision.before,
            "after": decision.after,
            "loss": decision.loss,
            "mistake": decision.is_mistake,
            "reason": decision.reason or None,
        }
        for decision in review.decisions
    ]
    return {
        "seed": review.seed,
        "playouts": review.playouts,
        "unit": review.value and say(review.value),
        "players": [dict(zip(names, row, strict=True)) for row in review.totals()],
        "decisions": decisions,
        "dearest": [review.decisions.index(decision) for decision in costliest],
    }


def replay(review: Review, frames: Iterable[viewer.Frame]) -> dict[str, Any]:
    """Return the replay for the viewer: better plays, and marked curves of shares of the win."""
    shown, value = list(frames), say("期望值" if review.value else "勝率")
    marks = []
    for decision in review.decisions:
        if decision.is_mistake:
            frame, who = shown[decision.step], review.names[decision.player]
            values = (Estimate(*[part.value] * 3) for part in (decision.before, decision.after))
            before, after = map(review.shown, values)
            parts = {"before": before, "after": after, "reason": decision.reason}
            template = "失誤：{who} 的「{done}」，{value}從 {before} 到 {after}。{reason}"
            sentence = say(template, who=who, done=decision.done, value=value, **parts)
            name = say("{who} 更好的打法：{best}", who=who, best=decision.best)
            better = viewer.Line(name, decision.cards, review.shown(decision.before), "better")
            shown[decision.step] = frame._replace(
                says=f"{frame.says}\n{sentence}".lstrip(), rows=[*frame.rows, better]
            )
            marks.append(
                viewer.Mark(decision.step, decision.player, decision.after.value, sentence)
            )
    curves = [] if review.value else _curves(review, len(shown) - 1)
    return viewer.document(review.title, shown, curves, marks)


def _curves(review: Review, last: int) -> list[viewer.Curve]:
    curves = []
    for player, name in enumerate(review.names):
        points = []
        for decision in review.decisions:
            if decision.player == player:
                step, before, after = decision.step, decision.before, decision.after
                points += [(step - 1, before.value), (step, after.value)]
        if points:
            if review.result:
                points.append((last, review.result[player]))
            curves.append(viewer.Curve(name, player, points))
    return curves
