"""A game that a person can undo, save and load."""

import errno
import json
import os
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from big2.cards import Card
from big2.events import Event
from big2.game import PLAYERS
from big2.patterns import BUILTIN, Chain, installed
from big2.players.base import Strategy, refusal
from big2.players.record import Record
from big2.series.cases import NAMES, header, shuffled
from big2.text import action_line, parse_action, read_deck, read_names
from cardjudge import files
from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.stdio import Lines

if TYPE_CHECKING:
    from big2.game import Action


@dataclass
class Session:
    """A deck, names, and the legal actions so far."""

    deck: Sequence[Card]
    names: Sequence[str]
    chain: Chain
    seat: int = 0
    """The person's seat."""

    def __post_init__(self) -> None:
        self.actions: list[Action] = []
        self.record = Record(self.deck, self.chain)

    @property
    def over(self) -> bool:
        """Whether a player has won."""
        return self.record.game.winner is not None

    def step(self, action: "Action") -> list[Event]:
        """Apply an action and record it if it is legal."""
        events = self.record.step(action)
        if not refusal(events[0]):
            self.actions.append(action)
        return events

    def rng(self, seed: int) -> Random:
        """Return the random generator of this turn; it depends on the turn alone, not on undos."""
        return Random(f"{seed}/{len(self.actions)}")

    def let_act(self, computers: Sequence[Strategy], seed: int) -> list[Event]:
        """Let the next computer player act; `computers` are in seat order after the person."""
        computer = computers[(self.record.game.player - self.seat) % PLAYERS - 1]
        computer.rng = self.rng(seed)
        return self.step(self.record.choose(computer))

    def after(self, actions: Iterable["Action"]) -> "Session":
        """Return the same deal after these actions."""
        session = replace(self)
        for action in actions:
            session.step(action)
        return session

    def before_last_turn(self) -> "Session | None":
        """Return the game before the person's last turn, or None if there was none."""
        replayed, last = self.after(()), None
        for number, action in enumerate(self.actions):
            if replayed.record.game.player == self.seat:
                last = number
            replayed.step(action)
        return None if last is None else self.after(self.actions[:last])

    def case(self) -> str:
        """Return the judge's input."""
        lines = [*header(self.deck, self.names), *map(action_line, self.actions)]
        return "".join(f"{line}\n" for line in lines)

    def save(self, path: Path) -> None:
        """Write the judge's input atomically, and the chain and the seat to a file beside it."""
        said = {"patterns": self.chain.names, "seat": self.seat}
        files.replace(beside(path), f"{json.dumps(said, ensure_ascii=False)}\n")
        files.replace(path, self.case())

    def command(self, path: Path) -> str:
        """Return the shell command that judges a saved game."""
        patterns = ",".join(self.chain.names)
        option = "" if self.chain == BUILTIN else f" --patterns {shlex.quote(patterns)}"
        return f"big2{option} < {shlex.quote(str(path))}"


def dealt(seed: int, chain: Chain, seat: int, names: Sequence[str] | None = None) -> Session:
    """Deal the game of a seed, with the person at `seat`."""
    called = list(NAMES[: PLAYERS - 1])
    called.insert(seat, say("你"))
    return Session(shuffled(Random(seed)), names or called, chain, seat)


def load(path: Path, chain: Chain, seat: int) -> Session:
    """Read a saved game, finished or not, and the file beside it.

    `chain` and `seat` are defaults if there is no such file. OSError if a file is unreadable;
    UserError with the line for invalid content.
    """
    chain, seat = said_beside(path) or (chain, seat)
    with path.open("rb") as file:
        lines = Lines(file)
        session = Session(read_deck(lines), read_names(lines), chain, seat)
        for line in lines:
            if session.over or not line.strip():
                continue
            if why := refusal(session.step(parse_action(line))[0]):
                raise lines.error("{line}不合法：{why}", line=quote(line), why=why)
    return session


def beside(path: Path) -> Path:
    """Return the path of the file beside a save; `IsADirectoryError` for a folder."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return path.with_name(f"{path.name}.json")


def said_beside(save: Path) -> tuple[Chain, int] | None:
    """Return the chain and the seat from the file beside a save; None without that file."""
    if not (path := beside(save)).exists():
        return None
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        patterns, seat = [*map(str, said["patterns"])], range(PLAYERS).index(int(said["seat"]))
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UserError("{file} 不是存檔的一部分", file=quote(str(path))) from None
    return installed.select(patterns), seat
