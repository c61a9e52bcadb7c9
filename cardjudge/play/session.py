"""A game between two moves: who sits where, every accepted move, saves, and taking back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from cardjudge.decks import has_control
from cardjudge.errors import InputError, UserError, quote, visible
from cardjudge.language import say
from cardjudge.play import checks
from cardjudge.play.checks import BrokenGame
from cardjudge.play.game import (
    IN_CASE,
    Choice,
    Game,
    Player,
    Settings,
    sentences,
)
from cardjudge.play.players import act, blaming, player_of, present, seated
from cardjudge.stdio import Lines
from cardjudge.viewer import Frame, Play

if TYPE_CHECKING:
    from cardjudge.programs.contestant import Command

SCHEMA = "cardjudge/save/1"
PERSON = ""
"""The player of a seat where a person sits."""
PROGRAM = "program:"
"""A save has the name of a program after it; whoever goes on brings the program along."""
_LONGEST = 40
_DEEP = re.compile(rb"(?:[\[{][^\[\]{}]*){99}")
"""Matches JSON that is deeper than any save: in a browser it would end the interpreter."""
_LARGEST = 1 << 24
"""Bytes of the largest save that is read."""


class Made(NamedTuple):
    """An accepted move: its seat, its text, and what happened, up to the next decision."""

    seat: int
    text: str
    events: Sequence[Any]
    play: Choice[Any] | None = None
    """The move in words and things, in a session that is `named`."""


class Session:
    """A game with its record. The settings, the deal, the players and the seed determine the rest.

    `players` has a computer's name for each seat, a program of others, or `PERSON`. A `named`
    session keeps the words and things of each move, for which it lists all choices.
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[str | Command],
        seed: int,
        watch: Callable[[Session, Sequence[Any]], object] | None = None,
        named: bool = False,
    ) -> None:
        self.game = game
        self._named = named
        self._watch = watch or (lambda session, events: None)
        """Called with the events of each step, while the game is as they left it. A game in which
        nobody decides goes no further when it returns true."""
        self.players = tuple(players)
        self.seed = seed
        self.start = checks.case(game)
        """The case of the start, from which the same game can be read again."""
        self._is_loadable = False
        self.record: list[Made] = []
        self.notes: Sequence[str] = ()
        """What is not as the save said, in words."""
        self._computers: dict[int, Player] = {}
        self._programs = [seat for seat, who in enumerate(players) if not isinstance(who, str)]
        self.before_all = self._settled() if game.moves or watch else []
        """The events before the first decision."""

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player == PERSON]

    def make(self, seat: int, text: str) -> Sequence[Any]:
        """Make the move that a text means; return its events. UserError, and nothing changes."""
        with blaming(type(self.game)):
            return self.accept(seat, self.game.move(seat, text))

    def let_act(self, seat: int) -> Sequence[Any]:
        """Let the computer of an awaited seat act; return the events."""
        with blaming(type(self.game)):
            return act(self.game, seat, self._computer(seat), self.rng(seat), self.accept)

    def _computer(self, seat: int) -> Player:
        """Return the player in a seat, the same one each time."""
        if seat not in self._computers:
            player = self.players[seat]
            if isinstance(player, str) and player.startswith(PROGRAM):
                name = quote(player.removeprefix(PROGRAM))
                raise UserError("這裡坐的是程式{name}：請加上 --program", name=name)
            self._computers[seat] = seated(type(self.game), player)
        return self._computers[seat]

    def close(self) -> None:
        """End the programs."""
        for player in self._computers.values():
            player.close()

    def rng(self, seat: int) -> Random:
        """Return the random numbers of a decision; they depend on its place in the game alone."""
        return Random(f"{self.seed}/{len(self.record)}/{seat}")

    def play(self) -> None:
        """Let computers act until the game is over; all seats are theirs."""
        try:
            for awaited in checks.steps(self.game):
                if awaited:
                    self.let_act(awaited[0])
                else:
                    self.before_all += self._settled()
            checks.shares(self.game)
        finally:
            self.close()

    def after(self, moves: Iterable[Made]) -> Session:
        """Return a session of the same deal after these moves."""
        session = Session(self.game_at_start(), self.players, self.seed)
        for made in moves:
            session.make(made.seat, made.text)
        return session

    def game_at_start(self) -> Game[Any]:
        """Return the same deal before any move."""
        with blaming(type(self.game)):
            lines = Lines(self.start.encode().splitlines(keepends=True))
            try:
                game = checks.begun(type(self.game), "read", lines, self.game.given)
            except InputError as why:
                raise BrokenGame(say("讀不回自己寫的開局：{why}", why=why)) from why
            game.names[:] = self.game.names
            return game

    def before_last_turn(self, seat: int | None) -> Session | None:
        """Return the session before the last decision of a seat; None if it made none.

        A last move of a person that nobody else knows yet is the one to take back.
        """
        last = len(self.record) - 1
        if self.record and self.record[last].seat in self.people and not self.revealed(last):
            seat = self.record[last].seat
        for number in reversed(range(len(self.record))):
            if self.record[number].seat == seat:
                return self.after(self.record[:number])
        return None

    def revealed(self, number: int) -> bool:
        """Return whether everybody knows the move of this number."""
        return self.game.values.revealed(self.game, number)

    def last_play(self, seat: int, eyes: int | None, scene: Frame) -> Play | None:
        """Return a seat's last move, for a viewer on the table that a seat sees, or everybody.

        One that the viewer does not know has neither name nor cards.
        """
        rows = {row.name for row in scene.rows}
        for number in reversed(range(len(self.record))):
            made = self.record[number]
            if made.seat == seat and made.play is not None:
                if eyes not in (None, seat) and not self.revealed(number):
                    return Play("", ())
                cards = [thing for thing in made.play.things if thing not in rows]
                return Play(made.play.name or made.text, cards)
        return None

    def log(self, seat: int | None) -> list[str]:
        """Return all events in words, as a seat learned them."""
        events = [self.before_all, *(made.events for made in self.record)]
        return [line for some in events for line in sentences(self.game, some, seat)]

    def text(self) -> str:
        """Return the case if it contains the moves, otherwise the save."""
        return self.game.case() if self.game.moves == IN_CASE else self.dump()

    def dump(self, moves: int | None = None) -> str:
        """Return the text of a save, of the first `moves` or of all.

        A move that the others do not know yet is marked with true.
        """
        if not self._is_loadable:
            self._is_loadable = self.game_at_start().case() == self.start
            if not self._is_loadable:
                raise BrokenGame(say("開局寫出來再讀，就不一樣了"))
        made: list[list[Any]] = [
            [made.seat, made.text, *[True] * (not self.revealed(number))]
            for number, made in enumerate(self.record[:moves])
        ]
        members = {
            "schema": SCHEMA,
            "game": self.game.name,
            "settings": dict(self.game.given),
            "deal": self.start,
            "names": self.game.names,
            "players": [
                each if isinstance(each, str) else f"{PROGRAM}{each.name}" for each in self.players
            ],
            "seed": self.seed,
            "moves": made,
        }
        return f"{json.dumps(members, ensure_ascii=False, indent=1)}\n"

    def accept(self, seat: int, move: Any) -> Sequence[Any]:
        """Make a move; return the events up to the next decision. `IllegalMove`.

        `BrokenGame` if a save could not repeat the move from its text.
        """
        text, again = self.game.typed(seat, move), []
        with suppress(UserError):
            again.append(self.game.move(seat, text))
        offered = self.game.choices(seat).single if self._named else ()
        play = next((choice for choice in offered if choice.move == move), Choice(move, text))
        events = checks.events(self.game.make(seat, move), "make")
        if again != [move]:
            raise BrokenGame(say("{text}讀回來不是同一個動作", text=quote(text)))
        self.record.append(Made(seat, text, events, play))
        self._happened(events)
        events += self._settled()
        return events

    def _settled(self) -> list[Any]:
        """Let the game advance until a decision is awaited; return the events."""
        events: list[Any] = []
        for awaited in checks.steps(self.game):
            if awaited:
                break
            more = checks.events(self.game.advance(), "advance")
            enough = self._happened(more)
            events += more
            if enough and not self.game.moves:
                break
        return events

    def _happened(self, events: Sequence[Any]) -> object:
        enough = self._watch(self, events)
        for seat in self._programs:
            self._computer(seat).hear(self.game, seat, events)
        return enough


def load(path: Path, game: type[Game[Any]], programs: Iterable[Command] = ()) -> Session:
    """Return the game of a save, like `loaded`; OSError."""
    with path.open("rb") as file:
        return loaded(file.read(_LARGEST), game, programs)


def loaded(data: bytes, game: type[Game[Any]], programs: Iterable[Command] = ()) -> Session:
    """Return the game of a save; UserError if it is none, or of another game or version.

    `programs` take the seats in which programs of their names sat.
    """
    saved: Any = None
    with suppress(ValueError, RecursionError):
        saved = None if _DEEP.search(data) else json.loads(data)
    if not isinstance(saved, dict) or saved.get("schema") != SCHEMA:
        raise UserError("這不是存檔，或者是別的版本的存檔")
    try:
        if saved["game"] != game.name:
            theirs = visible(str(saved["game"]), _LONGEST)
            raise UserError("這是 {game} 的存檔，要在那個遊戲裡開", game=theirs)
        lines = Lines(str(saved["deal"]).encode().splitlines(keepends=True))
        given: Settings = dict(saved["settings"])
        options = {option.keyword: option for option in game.settings}
        for key, value in given.items():
            if not options[key].is_flag:
                options[key].read(str(value))  # a pattern may be missing here
        with blaming(game):
            dealt = checks.begun(game, "read", lines, given)
        names, players = ([str(name) for name in saved[key]] for key in ("names", "players"))
        seed = int(saved["seed"])
        notes: list[str] = []
        players = [present(game, name, notes.append) for name in players]
        if not len(names) == len(players) == len(dealt.names):
            raise ValueError
        if not all(names) or any(map(has_control, names)):
            raise ValueError
        dealt.names[:] = names
        for player in players:
            if player != PERSON and not player.startswith(PROGRAM):
                player_of(game, player)
        known = {f"{PROGRAM}{program.name}": program for program in programs}
        with blaming(game):
            session = Session(dealt, [known.get(name, name) for name in players], seed)
        session.notes = [*dict.fromkeys(notes)]
        for seat, text, *_ in saved["moves"]:
            awaited = session.game.awaited
            session.make(awaited[awaited.index(seat)], str(text))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise UserError("存檔已損壞：內容不是一場遊戲") from None
    return session


def is_save(data: bytes) -> bool:
    """Return whether the text of a file is meant as a save."""
    return data.lstrip().startswith(b"{")
