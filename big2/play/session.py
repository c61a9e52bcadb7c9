"""A game that can be taken back, saved and loaded, and loses nothing."""

from __future__ import annotations

import errno
import json
import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from big2.cards import Card
from big2.events import PassRejected, PlayRejected
from big2.game import PLAYERS
from big2.patterns import BUILTIN, Chain, installed
from big2.players.record import Record
from big2.players.words import FAULTS, PASS_AT_THE_START
from big2.series.cases import NAMES, header, shuffled
from big2.text import action_line, parse_action, read_deck, read_names
from cardjudge import files
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.stdio import Lines

if TYPE_CHECKING:
    from big2.events import Event
    from big2.game import Action
    from big2.series.match import Seating


class Beside(NamedTuple):
    """What a case cannot say, kept in a file beside it: the patterns, and where the person sits."""

    patterns: tuple[str, ...]
    seat: int


class Session:
    """A deck, names, and the legal actions so far."""

    def __init__(
        self, deck: Sequence[Card], names: Sequence[str], chain: Chain, seat: int = 0
    ) -> None:
        self.deck = deck
        self.names = names
        self.chain = chain
        self.seat = seat
        """Where the person sits."""
        self.actions: list[Action] = []
        self.record = Record(deck, chain)
        self.saved = True
        """Whether a file has all of the actions."""

    @property
    def over(self) -> bool:
        """Whether there is a winner."""
        return self.record.game.winner is not None

    def step(self, action: Action) -> list[Event]:
        """Take an action and remember it if it is legal."""
        events = self.record.step(action)
        if not isinstance(events[0], PlayRejected | PassRejected):
            self.actions.append(action)
            self.saved = False
        return events

    def rng(self, seed: int) -> Random:
        """Return the chance of this moment, which alone decides: taking back changes nothing."""
        return Random(f"{seed}/{len(self.actions)}")

    def let_act(self, computer: Seating, seed: int) -> list[Event]:
        """Let the computer act whose turn it is."""
        distance = (self.record.game.player - self.seat) % PLAYERS
        return self.step(self.record.choose(computer(distance, self.rng(seed))))

    def after(self, actions: Iterable[Action]) -> Session:
        """Return the same deal after other actions."""
        session = Session(self.deck, self.names, self.chain, self.seat)
        for action in actions:
            session.step(action)
        return session

    def before_last_turn(self) -> Session | None:
        """Return the game as it was when the person had to act last time; None if it had not."""
        replayed = self.after(())
        turns = []
        for number, action in enumerate(self.actions):
            if replayed.record.game.player == self.seat:
                turns.append(number)
            replayed.step(action)
        return self.after(self.actions[: turns[-1]]) if turns else None

    def lines(self) -> Iterator[str]:
        """Yield the lines of the judge's input."""
        yield from header(self.deck, self.names)
        yield from map(action_line, self.actions)

    def save(self, path: Path, replace: bool = False) -> None:
        """Write the judge's input in one step, and what it cannot say beside it.

        FileExistsError where there is a file already and `replace` does not allow it.
        """
        beside = _beside(path)
        if not replace and (path.exists() or beside.exists()):
            raise FileExistsError(str(path))
        said = Beside(self.chain.names, self.seat)._asdict()
        files.replace(beside, f"{json.dumps(said, ensure_ascii=False)}\n")
        files.replace(path, "".join(f"{line}\n" for line in self.lines()))
        self.saved = True

    def keep(self, folder: Path) -> Path:
        """Save under the first name in the folder that is free, and return it."""
        number = 1
        while True:
            path = folder / f"big2-{number}.in"
            try:
                self.save(path)
            except FileExistsError:
                number += 1
            else:
                return path

    def command(self, path: Path) -> str:
        """Return what judges a save at a shell."""
        patterns = ",".join(self.chain.names)
        option = "" if self.chain == BUILTIN else f" --patterns {shlex.quote(patterns)}"
        return f"big2{option} < {shlex.quote(str(path))}"


def dealt(seed: int, chain: Chain, seat: int, names: Sequence[str] | None = None) -> Session:
    """Return the game of a seed for a person who sits there."""
    called = list(NAMES[: PLAYERS - 1])
    called.insert(seat, say("你"))
    return Session(shuffled(Random(seed)), names or called, chain, seat)


def load(path: Path, chain: Chain, seat: int) -> Session:
    """Read a case, which may end before its game does, with what is beside it.

    The chain and the seat hold where there is nothing beside it. OSError; UserError with the line
    for anything that is not legal.
    """
    said = _read_beside(path)
    if said is not None:
        chain, seat = installed.select(said.patterns), said.seat
    with path.open("rb") as file:
        lines = Lines(file)
        session = Session(read_deck(lines), read_names(lines), chain, seat)
        for line in lines:
            if line.strip() and not session.over:
                _step(session, lines, line)
    session.saved = True
    return session


def _step(session: Session, lines: Lines, line: str) -> None:
    match session.step(parse_action(line))[0]:
        case PlayRejected(_, _, fault):
            raise lines.error("{line}不合法：{why}", line=quote(line), why=say(FAULTS[fault]))
        case PassRejected():
            raise lines.error("{line}不合法：{why}", line=quote(line), why=say(PASS_AT_THE_START))


def _beside(path: Path) -> Path:
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return path.with_name(f"{path.name}.json")


def _read_beside(path: Path) -> Beside | None:
    beside = _beside(path)
    if not beside.exists():
        return None
    try:
        said = json.loads(beside.read_text(encoding="utf-8"))
        patterns, seat = tuple(map(str, said["patterns"])), int(said["seat"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UserError("{file} 不是存檔的一部分", file=quote(str(beside))) from None
    if not 0 <= seat < PLAYERS:
        raise UserError("{file} 不是存檔的一部分", file=quote(str(beside)))
    return Beside(patterns, seat)
