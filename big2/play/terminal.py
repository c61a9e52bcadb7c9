"""A person against three computers at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rich.console import Console
from rich.text import Text

from big2.cards import Card
from big2.events import PassRejected, PlayRejected, TurnStarted
from big2.game import PASS, PLAYERS
from big2.patterns import Chain
from big2.play import words
from big2.players import Budget, make
from big2.players.record import Record, StuckError
from big2.series.cases import header
from big2.text import action_line, parse_action, read_deck, read_names, render
from cardjudge.columns import columns
from cardjudge.errors import InputError
from cardjudge.stdio import Lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from big2.events import Event
    from big2.game import Action

_RED_SUITS = (1, 2)
_HINTS_BY = "montecarlo"
_SAVE = "big2.in"


@dataclass(frozen=True)
class Seats:
    """Who sits where, and how the computers think."""

    person: int
    computers: dict[int, str]
    """The name of the strategy of each other seat."""
    seed: int
    budget: Budget


class Session:
    """A game that can be taken back, saved and loaded: a deck, names, and the legal actions."""

    def __init__(
        self, deck: Sequence[Card], names: Sequence[str], chain: Chain, actions: Iterable[Action]
    ) -> None:
        self.deck = deck
        self.names = names
        self.chain = chain
        self.actions: list[Action] = []
        self.record = Record(deck, chain)
        for action in actions:
            self.step(action)

    @classmethod
    def load(cls, path: Path, chain: Chain) -> Session:
        """Read the judge's input, which may end before the game does; `InputError`, `OSError`."""
        with path.open("rb") as file:
            lines = Lines(file)
            session = cls(read_deck(lines), read_names(lines), chain, ())
            for line in lines:
                if line and not session.over:
                    session.step(parse_action(line))
        return session

    def save(self, path: Path) -> None:
        """Write the judge's input: what has happened so far, without what was refused."""
        lines = [*header(self.deck, self.names), *map(action_line, self.actions)]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    @property
    def over(self) -> bool:
        """Whether there is a winner."""
        return self.record.game.winner is not None

    def step(self, action: Action) -> list[Event]:
        """Take an action and remember it if it is legal."""
        events = self.record.step(action)
        if not isinstance(events[0], PlayRejected | PassRejected):
            self.actions.append(action)
        return events

    def before_last_action_of(self, player: int) -> Session | None:
        """Return the game as it was when the player had to act last time; None if it had not."""
        replayed = Session(self.deck, self.names, self.chain, ())
        turns = []
        for number, action in enumerate(self.actions):
            if replayed.record.game.player == player:
                turns.append(number)
            replayed.step(action)
        if not turns:
            return None
        return Session(self.deck, self.names, self.chain, self.actions[: turns[-1]])


class Terminal:
    """Shows a session to a person, asks for actions, and lets the computers act between."""

    def __init__(self, session: Session, seats: Seats, console: Console) -> None:
        self.session = session
        self.seats = seats
        self.console = console

    def run(self) -> None:
        """Play until somebody has won or the person leaves."""
        self._say(words.COMMANDS)
        self._tell(self.session.record.game.start())
        while not self.session.over:
            game = self.session.record.game
            if game.top is None and not self.session.record.view().legal:
                raise StuckError
            if game.player == self.seats.person:
                self._show_turn()
                if not self._ask():
                    return
            else:
                self._tell(self.session.step(self._choose()))

    def _choose(self) -> Action:
        record = self.session.record
        # What a computer does depends on the moment alone, so taking back changes nothing.
        rng = Random(f"{self.seats.seed}/{len(self.session.actions)}")
        return record.choose(make(self.seats.computers[record.game.player], rng, self.seats.budget))

    def _ask(self) -> bool:
        """Carry out one command of the person; return whether to go on."""
        try:
            line = self.console.input(Text(words.PROMPT, "bold")).strip()
        except EOFError:
            self._say("")
            return False
        match line.split(maxsplit=1):  # the name of a file may have blanks in it, but no NUL
            case [_, name] if "\0" in name:
                self._say(words.COMMANDS)
            case ["q"]:
                return False
            case ["?"]:
                self._list()
            case ["h"]:
                self._hint()
            case ["u"]:
                self._take_back()
            case ["s", *name]:
                self._save(Path(*name or [_SAVE]))
            case ["l", *name]:
                self._load(Path(*name or [_SAVE]))
            case ["p"]:
                self._act(action_line(PASS))
            case [word, *_] if word.lstrip("-").isdecimal():
                self._act(line)
            case _:
                self._say(words.COMMANDS)
        return True

    def _act(self, line: str) -> None:
        events = self.session.step(parse_action(line))
        match events[0]:
            case PlayRejected(_, _, fault):
                self._say(f"{words.REFUSED}{words.FAULTS[fault]}。", "yellow")
            case PassRejected():
                self._say(f"{words.PASS_AT_THE_START}。", "yellow")
            case _:
                self._tell(events)

    def _list(self) -> None:
        record = self.session.record
        plays = list(record.view().legal)
        rows = [(action_line(record.game.indices(play)), play.pattern.name) for play in plays]
        for play, cells in zip(plays, columns(rows), strict=True):
            self._print(Text(f"{cells}  "), self._cards(play.cards))
        if record.game.top is not PASS:
            self._say(words.CAN_PASS if plays else words.MUST_PASS)

    def _hint(self) -> None:
        rng = Random(f"{self.seats.seed}/{len(self.session.actions)}")
        advice = make(_HINTS_BY, rng, self.seats.budget).advise(self.session.record.view())
        line = action_line(self.session.record.game.indices(advice.play))
        self._say(f"{words.action(advice.play)}（{line}）：{words.reason(advice)}。", "green")

    def _take_back(self) -> None:
        session = self.session.before_last_action_of(self.seats.person)
        if session is None:
            self._say(words.NOTHING_TO_TAKE_BACK, "yellow")
        else:
            self.session = session
            self._say(words.TAKEN_BACK)

    def _save(self, path: Path) -> None:
        try:
            self.session.save(path)
        except OSError as error:
            self._say(f"{path}：{error.strerror}", "yellow")
        else:
            self._say(words.saved(str(path)))

    def _load(self, path: Path) -> None:
        try:
            self.session = Session.load(path, self.session.chain)
        except InputError as error:
            self._say(f"{path}：{error}", "yellow")
        except OSError as error:
            self._say(f"{path}：{error.strerror}", "yellow")
        else:
            self._say(words.loaded(str(path)))
            if self.session.over:
                self._say(words.ALREADY_OVER)

    def _show_turn(self) -> None:
        game = self.session.record.game
        names = self.session.names
        left = [f"{name} {len(hand)}" for name, hand in zip(names, game.hands, strict=True)]
        self._say("")
        self._say(f"{words.LEFT}{'  '.join(left)}", "dim")
        if game.top is None:
            self._say(words.NEW_ROUND_IS_YOURS)
        else:
            self._print(Text(f"{words.TOP}{game.top.pattern.name} "), self._cards(game.top.cards))
        texts = [str(card) for card in game.hand]
        indices = [str(index).ljust(len(text)) for index, text in enumerate(texts)]
        self._say(" ".join(indices).rstrip(), "dim")
        self._print(self._cards(game.hand))

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            if not isinstance(event, TurnStarted):  # the person's turn is shown with more
                self._say(render(event, self.session.names).rstrip("\n"))

    def _cards(self, cards: Iterable[Card]) -> Text:
        styles = ["red" if card.suit in _RED_SUITS else "bold" for card in cards]
        parts = zip(map(str, cards), styles, strict=True)
        return Text(" ").join(Text(text, style) for text, style in parts)

    def _say(self, text: str, style: str = "") -> None:
        self._print(Text(text, style))

    def _print(self, *parts: Text) -> None:
        self.console.print(Text.assemble(*parts), soft_wrap=True)


def play(session: Session, seats: Seats, plain: bool) -> None:
    """Play at the standard streams, in colours unless told to be plain."""
    console = Console(color_system=None if plain else "auto", highlight=False)
    Terminal(session, seats, console).run()


def seats(person: int, computers: Sequence[str], seed: int, budget: Budget) -> Seats:
    """Seat the computers in turn after the person."""
    others = [(person + step) % PLAYERS for step in range(1, PLAYERS)]
    return Seats(person, dict(zip(others, computers, strict=True)), seed, budget)
