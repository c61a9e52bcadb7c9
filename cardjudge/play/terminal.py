"""The table of people at a terminal, the same for every game.

People type moves, or commands that begin with a slash. Several people may share the terminal: a
hand is on the screen only while its owner decides.
"""

import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text

from cardjudge import files
from cardjudge.columns import kept
from cardjudge.commands.outputs import TEXT, demand_ending
from cardjudge.errors import UserError, quote, why, with_file
from cardjudge.language import listed, say
from cardjudge.play.checks import legal
from cardjudge.play.game import Choices, Game, title_of
from cardjudge.play.levels import HARD
from cardjudge.play.players import player_of
from cardjudge.play.session import Session, load
from cardjudge.programs.contestant import Command
from cardjudge.screen import Screen
from cardjudge.viewer import Frame, Line

_COMMANDS = {
    "hint": ("h", "提示"),
    "undo": ("u", "收回"),
    "save": ("s", "存檔"),
    "load": ("讀檔",),
    "log": ("紀錄",),
    "review": ("覆盤",),
    "rules": ("規則",),
    "help": ("?", "？", "說明"),
    "quit": ("q", "離開"),
}
_COMMAND = {word: name for name, words in _COMMANDS.items() for word in (name, *words)}
HELP = (
    "/hint 提示，/undo 收回，/save 檔名 存檔，/load 檔名 讀檔，/log 紀錄，/review 覆盤，"
    "/rules 規則，/quit 離開；/h、/u、/s、/q 和 ? 是簡寫。"
)
REPLACES = "有一場沒打完的遊戲，加上 --resume 繼續；這一場存檔時會取代它。"
_MOST_LISTED = 40
"""Choices that are listed one by one."""
_MOST_READ = 240
"""Characters of choices with their meaning: some four lines of a terminal."""
_SUITED = re.compile(r"([CDHS])\[(\w+)\]")
_SUITS = {"C": ("♣", ""), "D": ("♦", "red"), "H": ("♥", "red"), "S": ("♠", "")}
_HEADS = {"2": "cyan", "3": "yellow", "5": "red", "7": "bold magenta"}


class Changed(Exception):  # noqa: N818  (no error)
    """A command has changed the position."""


class Terminal:
    """Asks people for moves, lets computers act, and obeys the commands at every prompt."""

    own: ClassVar[Mapping[str, Callable[[Any], None]]] = {}
    """Commands of the game's own, by their words without the slash."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        path: Path,
        deal: Callable[[], Session],
        programs: Sequence[Command] = (),
    ) -> None:
        self.session = session
        self.screen = screen
        self.path = path
        """Where an unfinished game is kept, and ``/save`` without a name writes."""
        self._deal = deal
        """Begins the next game."""
        self._programs = programs
        """The programs of others that sit where they sat in a save."""
        self._kept = session.dump() if session.record else ""
        """The text of the save that was written or read last."""
        self._left = False
        """Whether ``/quit`` has kept the game."""
        self._read = dict.fromkeys(session.people, 0)
        """The number of lines of the log that each person has read."""

    def run(self) -> None:
        """Play game after game until the people leave; an unfinished game is kept."""
        for name in "SIGHUP", "SIGTERM":  # a terminal that closes ends the game as Ctrl-C does
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.default_int_handler)
        game = self.session.game
        self.screen.say(title_of(type(game)), "bold")
        self.screen.say(_commands(), "dim")
        self._note()
        try:
            while True:
                try:
                    self._play()
                    self._end()
                    self._go_on(self._deal())
                    self._read = dict.fromkeys(self.session.people, 0)
                except Changed:
                    # The scene shows all that the log of another position says.
                    people = self.session.people
                    self._read = {seat: len(self.session.log(seat)) for seat in people}
        except EOFError:
            self.screen.say()
        finally:
            self.session.close()
            if not self._left:
                self._keep()

    def _go_on(self, session: Session) -> None:
        self.session.close()
        self.session = session

    def _note(self) -> None:
        for note in self.session.notes:
            self.screen.say(note, "yellow")

    # A game

    def _play(self) -> None:
        game = self.session.game
        while not game.over:
            seat = next(iter(self._asked()), None)
            if seat is None:
                self.session.let_act(game.awaited[0])
                self._catch_up()
            elif len(self.session.people) == 1:
                self._decide(seat)
            else:
                self._hand_over(seat)
        self._catch_up()

    def _hand_over(self, seat: int) -> None:
        """Let one of several people decide, with the others looking away."""
        name = self.session.game.names[seat]
        self.ask(say("請把鍵盤交給 {name}，其他人不要看。按 Enter 繼續 > ", name=name), empty=True)
        with self.screen.private():
            self._decide(seat)

    def _decide(self, seat: int) -> None:
        """Show what a person sees, and ask until a move is accepted."""
        session, game = self.session, self.session.game
        self._tell(seat)
        choices, scene, asks = legal(game, seat), game.scene(seat), game.table.asks(game, seat)
        self.show(scene, seat if game.table.typing else None)
        typing = say("{asks}：{typing}", asks=asks, typing=say(game.table.typing))
        self.screen.say(typing if game.table.typing else asks, "bold")
        self._list(choices)
        while True:
            line = self.ask("> ")
            try:
                session.make(seat, line)
            except UserError as error:
                self._say(str(error), "yellow")
            else:
                return self._catch_up()

    def _catch_up(self) -> None:
        """Print what has happened if a single person looks on."""
        people = self.session.people
        if len(people) <= 1:
            self._tell(people[0] if people else None)

    def _tell(self, seat: int | None) -> None:
        lines = self.session.log(seat)
        read = self._read.get(seat or 0, 0)
        for line in lines[read:]:
            self._say(line)
        self._read[seat or 0] = len(lines)

    def _end(self) -> None:
        """Show the result, and wait for the next game."""
        game = self.session.game
        self.show(game.scene(None))
        for line in game.table.result(game):
            self._say(line, "bold")
        with suppress(OSError, ValueError):
            if self.path.read_text("utf-8") == self._kept:
                self.path.unlink()  # a finished game is not one to go on with
                self._kept = ""
        self.ask(say("Enter 再打一場，/review 覆盤，/quit 離開 > "), empty=True)

    # The screen

    def show(self, scene: Frame, indexed: int | None = None) -> None:
        """Draw a scene; the cards of the seat `indexed` have their indices before them."""
        self.screen.say()
        own = None if indexed is None else scene.seats[indexed]
        for line in (*scene.rows, *scene.seats):
            self.screen.show(*self._drawn(line, line is own))

    def _drawn(self, line: Line, indexed: bool) -> Iterator[Text | str]:
        mark = {"turn": "▶ ", "winner": "🏆 "}.get(line.state, "")
        yield Text(f"{mark}{line.name}  ", "bold" if mark else "")
        for index, card in enumerate(line.cards):
            if indexed:
                yield Text(f"{index}:", "dim")
            yield self.card(card)
            yield " "
        yield Text(line.note, "dim")

    def _say(self, line: str, style: str = "") -> None:
        """Print a sentence, with the cards in it as the screen draws them."""
        if not self.screen.plain:
            line = _SUITED.sub(lambda match: _SUITS[match[1]][0] + match[2], line)
        self.screen.say(line, style)

    def card(self, text: str) -> Text:
        """Return a card in colours, or in the judges' notation."""
        if self.screen.plain:
            return Text(text)
        if suited := _SUITED.fullmatch(text):
            picture, colour = _SUITS[suited[1]]
            return Text(f"{picture}{suited[2]}", colour)
        heads = re.fullmatch(r"\d+\((\d)\)", text)
        return Text(text, _HEADS.get(heads[1], "") if heads else "")

    def _list(self, choices: Choices[Any], most: int = _MOST_LISTED) -> None:
        shown = [
            say("{text}（{name}）", text=each.text, name=each.name) if each.name else each.text
            for each in choices.single
        ]
        if sum(map(len, shown)) > _MOST_READ:
            shown = [each.text for each in choices.single]
        if len(shown) > most:
            self.screen.say(say("有 {count} 個選擇，/help 列出來。", count=len(shown)))
        elif shown:
            self._say(say("可以：{choices}", choices=listed(map(kept, shown))))
        for least, most, usual, prefix in choices.ranges:
            template = "可以：{prefix}{least} 到 {most}（平常是 {usual}）"
            parts = {"least": least, "most": most, "usual": usual}
            self.screen.say(say(template, prefix=f"{prefix} " if prefix else "", **parts))

    # The commands

    def ask(self, prompt: str, empty: bool = False) -> str:
        """Return a line that is no command; `Changed` and EOFError leave the question."""
        while True:
            self.screen.console.print(Text(prompt, "bold"), end="", soft_wrap=True)
            sys.stdout.flush()
            line = input().strip()
            if not line and empty:
                return line
            if line and not self._obeyed(line):
                return line

    def _obeyed(self, line: str) -> bool:
        """Obey a command; return whether the line was one."""
        word, _, name = line.partition(" ")
        if "\0" in line or (
            not word.startswith("/") and (name or word in self.session.game.table.keys)
        ):
            return False
        command = word.removeprefix("/").lower()
        own = self.own.get(command)
        command = _COMMAND.get(command, "")
        if own is None and not command:
            if word.startswith("/"):
                self.screen.say(say("沒有{word}這個指令。", word=quote(word)), "yellow")
                self.help()
            return word.startswith("/")
        try:
            if own is None:
                self.do(command, Path(name.strip()) if name.strip() else self.path)
            else:
                own(self)
        except UserError as error:
            self.screen.say(str(error), "yellow")
        except OSError as error:
            self.screen.say(with_file(error), "yellow")
        return True

    def do(self, command: str, path: Path) -> None:
        """Carry out a command; UserError or OSError says why it cannot be done."""
        session, game = self.session, self.session.game
        seat = self._person()
        match command:
            case "quit":
                self._keep()
                self._left = True
                raise EOFError
            case "help":
                self.help()
            case "rules":
                for rule in game.table.rules:
                    self.screen.say(say(rule))
            case "log":
                for line in session.log(seat) or [say("目前還沒有任何動作。")]:
                    self._say(line)
            case "hint":
                self._hint()
            case "undo":
                before = session.before_last_turn(seat)
                if before is None:
                    raise UserError("沒有可以收回的動作。")
                self._go_on(before)
                self.screen.say(say("回到你的上一手。"))
                raise Changed
            case "save":
                self._save(path)
                self.screen.say(say("存到 {file}。", file=str(path)))
            case "load":
                saved = load(path, type(game), self._programs)
                self._keep()
                self._go_on(saved)
                self._kept = saved.dump()
                self.screen.say(say("讀入 {file}。", file=str(path)))
                if path != self.path and self.path.is_file():
                    saved.notes = [*saved.notes, say(REPLACES)]
                self._note()
                raise Changed
            case _:
                self._review()

    def help(self) -> None:
        """Print the commands, and all choices of the person who is asked."""
        self.screen.say(_commands(), "dim")
        for seat in self._asked():
            self._list(self.session.game.choices(seat), sys.maxsize)

    def _asked(self) -> list[int]:
        """Return the people whose decisions are awaited."""
        return [seat for seat in self.session.game.awaited if seat in self.session.people]

    def _person(self) -> int | None:
        """Return the person who is asked, or the last one who decided."""
        session = self.session
        made = [made.seat for made in session.record if made.seat in session.people]
        return next(iter([*self._asked(), *made[-1:], *session.people]), None)

    def _hint(self) -> None:
        session, game = self.session, self.session.game
        seat = next(iter(self._asked()), None)
        if seat is None:
            raise UserError("現在沒有可以提示的。")
        self.screen.say(say("想一下……"), "dim")
        advice = player_of(type(game), HARD).advise(game, seat, session.rng(seat))
        text = game.typed(seat, advice.move)
        name = game.table.called(game, seat, advice.move)
        template = "建議 {move}" if name == text else "建議 {move}（{name}）"
        self._say(say(template, move=text, name=name), "green")
        if advice.reason:
            self._say(advice.reason, "green")

    def _review(self) -> None:
        from cardjudge.play.replay import Replay
        from cardjudge.play.review import table
        from cardjudge.play.reviewing import review

        replay = Replay(type(self.session.game), self.session.dump().encode(), {})
        seats = self.session.people or range(len(self.session.players))
        self._say(table(review(replay, seats)))

    def _save(self, path: Path) -> None:
        """Write a save; UserError if the name has another ending."""
        demand_ending("/save", path, TEXT)
        text = self.session.dump()
        if path == self.path:
            path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, text)
        self._kept = text

    def _keep(self) -> None:
        """Keep an unfinished game, without own moves beside no other, and say how to go on.

        UserError if that fails, unless ``/save`` has written the game elsewhere.
        """
        session = self.session
        own = any(made.seat in session.people for made in session.record)
        if session.game.over or (not own and self.path.exists()):
            return
        try:
            self._save(self.path)
        except (UserError, OSError) as error:
            if session.dump() != self._kept:
                template = "這一場沒有存檔：{file}：{why}；可以用 /save 檔案 存在別處"
                raise UserError(template, file=self.path, why=why(error)) from None
        else:
            command = f"{session.game.name} play --resume"
            if self.path != place_of(type(session.game)):
                command += f" --save {shlex.quote(str(self.path))}"
            self.screen.say(say("這一場已經存檔；繼續玩：{command}", command=command))


def _commands() -> str:
    """Return the commands in a line, each in one piece."""
    return re.sub(r"/\w+ [^，,；;]+", lambda match: kept(match[0]), say(HELP))


def place_of(game: type[Game[Any]]) -> Path:
    """Return the place of an unfinished game in the user's folder of states."""
    return files.state() / f"{game.name}.json"
