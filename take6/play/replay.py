"""A game to step through, card by card."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardjudge import viewer
from cardjudge.errors import InputError
from cardjudge.language import say
from cardjudge.numbers import integer
from cardjudge.stdio import Lines
from take6 import text
from take6.cards import HEADS
from take6.events import Appended, Ended, RoundStarted, RowFilled, RowTaken, Undercut
from take6.game import HAND, Game, Rule
from take6.play import words
from take6.text import read_cards, read_deck, read_row, read_setup

if TYPE_CHECKING:
    from take6.events import Event
    from take6.game import Ranking
    from take6.play.screen import Screen


TITLE = "誰是牛頭王回放"


class Frame(NamedTuple):
    """What is on the table after an event, and what was done; `rule` is there at the end."""

    round: int
    rows: tuple[tuple[int, ...], ...]
    heads: tuple[int, ...]
    says: str
    hands: tuple[tuple[int, ...], ...]
    rule: Rule | None = None


class Table:
    """The rows and the heads after every event."""

    def __init__(self, players: int) -> None:
        self.names = [words.player(number) for number in range(players)]
        self._heads = [0] * players
        self._rows: list[tuple[int, ...]] = []
        self._hands: list[tuple[int, ...]] = []
        self._round = self._low = 0

    def frames(self, events: Iterable[Event]) -> Iterator[Frame]:
        """Yield the table after each event that changes it or tells something."""
        for event in events:
            says, rule = words.event(event, self.names), None
            match event:
                case RoundStarted(number, rows, hands):
                    self._round, self._rows, self._hands = number, list(rows), list(hands)
                    says = words.round_title(number)
                case Appended(who, card, row):
                    self._lay(who, card)
                    self._rows[row] += (card,)
                case RowFilled(who, card, row, heads):
                    self._lay(who, card)
                    self._rows[row] = (card,)
                    self._heads[who] += heads
                case Undercut(who, card):
                    self._lay(who, card)
                    self._low = card
                case RowTaken(who, row, heads):
                    self._rows[row] = (self._low,)
                    self._heads[who] += heads
                case Ended():
                    says, rule = say("遊戲結束"), event.rule
            if says:
                table = tuple(self._rows), tuple(self._heads)
                yield Frame(self._round, *table, says, tuple(self._hands), rule)

    def _lay(self, who: int, card: int) -> None:
        self._hands[who] = tuple(held for held in self._hands[who] if held != card)


def frames(lines: Lines, ranking: Ranking) -> tuple[list[Frame], InputError | None]:
    """Replay the judge's input; return the frames, and what ended it too early, if so."""
    players, rule = read_setup(lines, ranking)
    game, table = Game(read_deck(lines), players, rule), Table(players)
    shown = [*table.frames(game.start())]
    while not game.over:
        try:
            if game.undercut is None:
                events = game.play(read_cards(lines))
            else:
                events = game.take(read_row(lines))
        except InputError as error:
            return shown, error
        shown += table.frames(events)
    return shown, None


def page_frames(
    lines: Lines, ranking: Ranking = "mad-first"
) -> tuple[list[viewer.Frame], InputError | None]:
    """Return what `frames` returns, as the viewer of pages has it."""
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
    names = [words.player(who) for who in range(len(seats))]
    table = words.standings(names, frame.heads, frame.rule)[1:] if frame.rule else []
    says = "\n".join([frame.says, *("  ".join(row) for row in table)])
    return viewer.Frame(says, "", rows, seats)


def _line(name: str, cards: Sequence[int], heads: int, state: str = "") -> viewer.Line:
    shown = f"{name} 🏆" if state else name
    note = say("{heads} 個牛頭", heads=heads)
    return viewer.Line(shown, [text.card(card) for card in cards], note, state)


def show(frames: Sequence[Frame], screen: Screen) -> None:
    """Show the frames one by one as the person asks for them; all where nobody can ask."""
    if sys.stdin is None or not sys.stdin.isatty():
        for frame in frames:
            _draw(frame, screen)
        return
    at = 0
    while at < len(frames):
        _draw(frames[at], screen)
        screen.prompt(
            say(
                "{at}/{all}：Enter 下一張，b 上一張，數字到那一回合，q 離開",
                at=at + 1,
                all=len(frames),
            )
        )
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
    names = [words.player(number) for number in range(len(frame.heads))]
    screen.say()
    screen.say(frame.says, "bold")
    screen.rows(frame.rows)
    screen.say(words.heads(names, frame.heads))
    if frame.rule is not None:
        screen.table(words.standings(names, frame.heads, frame.rule))
