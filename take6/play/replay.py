"""Replays of a game, card by card."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardjudge import viewer
from cardjudge.errors import InputError
from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.stdio import Lines
from take6 import text
from take6.cards import HEADS
from take6.events import Ended, Event, Rejected, RoundStarted
from take6.game import HAND, Game, Rule
from take6.play import words
from take6.text import read_game, read_step

if TYPE_CHECKING:
    from take6.play.screen import Screen
    from take6.rule import Ranking


TITLE = "誰是牛頭王回放"


class Frame(NamedTuple):
    """The table after an event, and the event in words; the last frame has the `rule`."""

    round: int
    rows: tuple[tuple[int, ...], ...]
    heads: tuple[int, ...]
    says: str
    hands: Sequence[Sequence[int]]
    rule: Rule | None = None


def frames(lines: Lines, ranking: Ranking) -> tuple[list[Frame], InputError | None]:
    """Replay the judge's input; return the frames, and the error that ended it early, or None."""
    game = read_game(lines, ranking)
    shown = [_frame(game, event) for event in game.start()]
    while not game.over:
        try:
            events = read_step(lines, game)
        except InputError as error:
            return shown, error
        shown += [_frame(game, event) for event in events if not isinstance(event, Rejected)]
    return shown, None


def _frame(game: Game, event: Event) -> Frame:
    number = len(game.history)
    rule: Rule | None = None
    match event:
        case RoundStarted(number):
            says = words.round_title(number)
        case Ended(_, rule):
            says = say("遊戲結束")
        case _:
            says = words.event(event, words.players(game.players))
    hands = [[*hand] for hand in game.hands]
    for card, who in game.waiting:
        hands[who].append(card)
    return Frame(number, tuple(game.rows), tuple(game.heads), says, hands, rule)


def page_frames(
    lines: Lines, ranking: Ranking = "mad-first"
) -> tuple[list[viewer.Frame], InputError | None]:
    """Return the result of `frames` with the frames of a page."""
    shown, error = frames(lines, ranking)
    return [*map(_on_page, shown)], error


def _on_page(frame: Frame) -> viewer.Frame:
    shares = frame.rule.shares(frame.heads) if frame.rule else [0.0] * len(frame.heads)
    rows = [
        _line(say("第 {row} 列", row=number), row, sum(HEADS[card] for card in row))
        for number, row in enumerate(frame.rows, start=1)
    ]
    seats = [
        _line(words.player(who), sorted(hand), heads, "winner" if shares[who] else "")
        for who, (hand, heads) in enumerate(zip(frame.hands, frame.heads, strict=True))
    ]
    names = words.players(len(seats))
    table = words.standings(names, frame.heads, frame.rule)[1:] if frame.rule else []
    says = "\n".join([frame.says, *("  ".join(row) for row in table)])
    return viewer.Frame(says, "", rows, seats)


def _line(name: str, cards: Sequence[int], heads: int, state: str = "") -> viewer.Line:
    shown = f"{name} 🏆" if state else name
    note = say("{heads} 個牛頭", heads=heads)
    return viewer.Line(shown, [text.card(card) for card in cards], note, state)


def show(frames: Sequence[Frame], screen: Screen) -> None:
    """Show the frames one by one on request; without a terminal show all."""
    if sys.stdin is None or not sys.stdin.isatty():
        for frame in frames:
            _draw(frame, screen)
        return
    at = 0
    while at < len(frames):
        _draw(frames[at], screen)
        keys = "{at}/{all}：Enter 下一張，b 上一張，數字到那一回合，q 離開"
        screen.prompt(say(keys, at=at + 1, all=len(frames)))
        try:
            asked = input().strip().lower()
        except EOFError:
            return
        number = integer(asked, 1, HAND)
        if asked == "q":
            return
        if number is not None:
            at = next((i for i, frame in enumerate(frames) if frame.round == number), at)
        else:
            at = max(0, at - 1) if asked == "b" else at + 1


def _draw(frame: Frame, screen: Screen) -> None:
    names = words.players(len(frame.heads))
    screen.say()
    screen.say(frame.says, "bold")
    screen.rows(frame.rows)
    screen.say(words.heads(names, frame.heads))
    if frame.rule is not None:
        screen.table(words.standings(names, frame.heads, frame.rule))
