"""The table of a person at a terminal, with the same keys in every game.

A game implements the abstract methods; this module has the questions, the saves and the keys.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from rich.text import Text

from cardjudge import files
from cardjudge.errors import UserError, why
from cardjudge.language import say
from cardjudge.play import levels
from cardjudge.screen import Screen

KEYS = "任何時候：h 提示，u 收回，s 檔名 存檔，l 檔名 讀檔，log 紀錄，review 覆盤，? 說明，q 離開。"
_KEYS = {
    "h": ("hint", "提示"),
    "u": ("undo", "收回"),
    "s": ("save", "存檔"),
    "s!": (),
    "l": ("load", "讀檔"),
    "log": ("紀錄",),
    "review": ("覆盤",),
    "?": ("？", "help", "說明"),
    "q": ("quit", "離開"),
}
_KEY = {word: key for key, words in _KEYS.items() for word in (key, *words)}


Session = TypeVar("Session")
"""The state of a game between two questions, which can be saved, loaded and taken back."""


class Changed(Exception):  # noqa: N818  (no error: it returns to the loop that shows the position)
    """The table shows another position now."""


class Table(ABC, Generic[Session]):
    """Asks a person, and obeys the common keys at every prompt.

    If a key changes the position, the current question raises `Changed`; the end of the input
    raises `EOFError`.
    """

    game: ClassVar[str]
    """The name of the game, for its saves and its wins."""
    save_as: ClassVar[str]
    """The default name of a save."""

    def __init__(self, session: Session, screen: Screen, level: str = "") -> None:
        self.session = session
        self.screen = screen
        self.level = level
        """The level; if it is empty, wins are not counted."""
        self.path = Path(self.save_as)
        self._written: set[Path] = set()
        """The files that this table has written, and may overwrite."""
        self._kept = ""
        """The content of the save that was written or read last."""
        self._counted = False
        self._thought = False

    @abstractmethod
    def play(self) -> None:
        """Show the position and let all players act until the game is over."""

    @abstractmethod
    def dump(self) -> str:
        """Return the game as the text of a save."""

    @abstractmethod
    def read(self, path: Path) -> Session:
        """Return the game in a save; `UserError` or `OSError` if the file is no save."""

    @property
    @abstractmethod
    def begun(self) -> bool:
        """Whether a game is in progress, which must not be lost."""

    @abstractmethod
    def hint(self) -> Iterable[str]:
        """Return the best player's move and its reasons; empty if there is no move to make."""

    def take_back(self) -> bool:
        """Return to the person's last decision; False if there is none."""
        session: Any = self.session
        before = session and session.before_last_turn()
        self.session = before or session
        return before is not None

    @abstractmethod
    def log(self) -> Iterable[str]:
        """Return a line for each event of the game."""

    @abstractmethod
    def review(self) -> str:
        """Return the review of the person's decisions."""

    def write(self, path: Path) -> None:
        """Write a save."""
        files.replace(path, self.dump())

    def taken(self, path: Path) -> bool:
        """Return whether a save at this path would overwrite something."""
        return path.is_file()

    def saved(self, path: Path) -> str:
        """Return the sentence that confirms a save."""
        return say("存到 {file}。", file=str(path))

    def kept(self, path: Path) -> str:
        """Return the sentence on how to continue from the save made at the end."""
        return say("這一場存在 {file}，下次用 l {file} 接著打。", file=str(path))

    def run(self) -> None:
        """Show the keys, and play until the person leaves; the game is saved in any case."""
        self.begin()
        try:
            again = True
            while again:
                again = False
                try:
                    self.play()
                except Changed:
                    again = True
        except EOFError:
            self.left()
        finally:
            self.keep()

    def begin(self) -> None:
        """Print the introduction for a person who starts."""
        self.help()

    def left(self) -> None:
        """Print the farewell for a person who leaves."""
        self.screen.say()

    def say(self, template: str, style: str = "", **parts: object) -> None:
        """Print a sentence in the person's language."""
        self.screen.say(say(template, **parts), style)

    def thinks(self, compiled: bool, style: str = "") -> None:
        """Print that a hint takes a while; the first one takes longer if it must be compiled."""
        first, self._thought = compiled and not self._thought, True
        self.say("想一下……第一次提示可能要先編譯，最多二十秒。" if first else "想一下……", style)

    def ask(self, prompt: str, empty: bool = False) -> str:
        """Return a line that is not a common key; `empty` allows an empty line."""
        while True:
            self.screen.console.print(Text(prompt, "bold"), end="", soft_wrap=True)
            self.screen.console.file.flush()
            try:
                line = input().strip()
            except UnicodeDecodeError:
                line = "\N{REPLACEMENT CHARACTER}"
            if (line and not self.obey(line)) or (empty and not line):
                return line

    def obey(self, line: str) -> bool:
        """Obey a common key; return whether the line was one."""
        word, _, name = line.partition(" ")
        key, name = _KEY.get(word.lower()), name.strip()
        if key is None or "\0" in name or (name and key not in ("s", "s!", "l")):
            return False
        path = Path(name) if name else self.path
        match key:
            case "q":
                raise EOFError
            case "s" | "s!":
                self.save(path, key == "s!")
            case "l":
                if self.load(path):
                    raise Changed
            case "u":
                if self.take_back():
                    self._counted = True  # a game with a move taken back does not count
                    self.say("回到你的上一手。")
                    raise Changed
                self.say("沒有可以收回的動作。", "yellow")
            case "h":
                for told in self.hint() or [say("現在沒有可以提示的。")]:
                    self.screen.say(told, "green")
            case "?":
                self.help()
            case "log":
                for told in self.log() or [say("目前還沒有任何動作。")]:
                    self.screen.say(told)
            case _:
                self.screen.say(self.review())
        return True

    def help(self) -> None:
        """Print the keys."""
        self.say(KEYS)

    def save(self, path: Path, replace: bool = False) -> None:
        """Write a save at the person's path, or print why not."""
        try:
            if self.taken(path) and not replace and path not in self._written:
                self.say("{file} 已經存在；要蓋掉就輸入 s! {file}", "yellow", file=str(path))
                return
            self.write(path)
        except OSError as error:
            self.say("{file}：{why}", "yellow", file=str(path), why=why(error))
        else:
            self._written.add(path)
            self._kept = self.dump()
            self.screen.say(self.saved(path))

    def load(self, path: Path) -> bool:
        """Continue from a save; on failure print the reason and change nothing."""
        try:
            session = self.read(path)
        except (UserError, OSError) as error:
            template = "{file}：{why}；這一場沒有改變。"
            self.say(template, "yellow", file=str(path), why=why(error))
            return False
        self.keep()
        self.session, self._counted = session, True
        self._kept = self.dump()
        self.say("讀入 {file}。", file=str(path))
        return True

    def keep(self) -> None:
        """Save an unsaved game under a free name, and print that name."""
        if not self.begun or self.dump() == self._kept:
            return
        path = next(path for path in self.spare() if not self.taken(path))
        try:
            self.write(path)
        except OSError as error:
            self.say("{file}：{why}", "yellow", file=str(path), why=why(error))
        else:
            self._kept = self.dump()
            self.screen.say(self.kept(path))

    def spare(self) -> Iterable[Path]:
        """Yield names for the save made at the end."""
        stem, suffix = self.path.stem, self.path.suffix
        return (self.path.with_name(f"{stem}-{number}{suffix}") for number in count(1))

    def ended(self, won: bool) -> None:
        """Count an ended game once; print the games won at this level."""
        if not self._counted:
            self._counted = True
            if self.level and (told := levels.count(self.game, self.level, won)):
                self.screen.say(told)
