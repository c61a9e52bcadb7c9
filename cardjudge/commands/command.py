"""Commands: the rows and the texts of each, and a call of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from inspect import cleandoc
from typing import Any, NamedTuple, TypeVar

from cardjudge.commands.rows import NO_ROWS, More, rows_of
from cardjudge.doors import Row
from cardjudge.errors import UserError

Declared = TypeVar("Declared", bound=Callable[..., Any])

HELP = Row(("-h", "--help"), "help", "印出這份說明。", acts=True)
SUBCOMMANDS = "[子命令] …"


class Later(NamedTuple):
    """A command of another module, which is loaded when somebody asks for it."""

    module: str
    summary: str
    """The first paragraph of its help."""


class Command:
    """A command, which its function runs, and the commands below it.

    The docstring of the function is the page of help, if there is no `about`. `tail` stands at the
    end of the usage; with ``--`` in it, the command takes a program. `missing` is the error for a
    missing argument, with placeholders. `slip` returns the answer to superfluous arguments, given
    the path and the words, if they are a common mistake. `more` has rows of parameters.
    """

    def __init__(
        self,
        function: Callable[..., Any] | None = None,
        about: str = "",
        tail: str = "",
        missing: str = "缺少 {name}，例如 {example}",
        slip: Callable[[str, Sequence[str]], UserError | None] | None = None,
        more: More = NO_ROWS,
    ) -> None:
        self.function, self.tail, self.missing, self.more = function, tail, missing, more
        self.slip, self._about = slip, about
        self.below: dict[str, Command | Later] = {}

    def command(self, name: str = "", **own: Any) -> Callable[[Declared], Declared]:
        """Declare a command below this one, named as its function by default."""

        def declare(function: Declared) -> Declared:
            self.below[name or function.__name__] = Command(function, **own)
            return function

        return declare

    def group(self, name: str, about: str) -> Command:
        """Return a new command below this one, which only has further commands."""
        group = self.below[name] = Command(about=about, tail=SUBCOMMANDS)
        return group

    def alone(self, function: Declared, about: str = "", more: More = NO_ROWS) -> Declared:
        """Declare what the command does without a subcommand."""
        self.function, self._about, self.more = function, about, more
        return function

    def named(self, name: str) -> Command:
        """Return a command below this one."""
        found = self.below[name]
        if isinstance(found, Later):
            part: Command = import_module(found.module).app
            self.below[name] = found = part.named(name)
        return found

    @property
    def help(self) -> str:
        """The text of the page of help."""
        return cleandoc(self._about or getattr(self.function, "__doc__", None) or "")

    @property
    def summary(self) -> str:
        """The first line of the help."""
        return self.help.partition("\n")[0]

    @cached_property
    def rows(self) -> list[Row]:
        """The arguments and the options, those of every command last."""
        own = [] if self.function is None else rows_of(self.function, self.more)
        return [*own, *self.common(), HELP]

    def common(self) -> list[Row]:
        """Return options beside those of the function."""
        return []


@dataclass(frozen=True)
class Call:
    """A call of a command of an application."""

    app: str
    """The name of the application."""
    player_option: str
    """The application's option for a player's program; empty if there is none."""
    command: Command
    path: str
    above: Command | None
    values: Mapping[str, Any]
    """The values that the words gave, by the keywords of the rows."""
    program: Sequence[str] | None
    """The words after ``--``; None without ``--``."""
