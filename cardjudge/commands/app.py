"""Applications: commands and their options, with pages of help and the exit statuses of `stdio`.

An application goes down to the command that the words name, and cuts off what follows ``--`` where
that is the command of a program. Typer reads the rest, and the command runs outside of it.
"""

import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any, NoReturn, TextIO

from cardjudge import VERSION
from cardjudge.commands import completion, outputs
from cardjudge.commands.command import HELP, SUBCOMMANDS, Call, Command
from cardjudge.commands.rows import Asked, UnreadError, arranged, parsed
from cardjudge.doors import Row
from cardjudge.errors import UserError
from cardjudge.language import listed
from cardjudge.stdio import OK, guard, hold_descriptors

VERSIONED = Row("--version", "version", "印出版本。", acts=True)


def command_of(call: Call) -> list[str] | None:
    """Return the words after ``--``, or None without ``--``; UserError for a known slip."""
    from cardjudge.commands import slips

    words = call.program
    if error := slips.in_command("--", words or (), call.player_option):
        raise error
    return None if words is None else [*words]


class App(Command):
    """The application of a command line.

    If its `tail` contains ``--``, the words after ``--`` are the command of a program, for every
    subcommand alike; `command_of` returns them. `player_option` takes the program of a player.
    """

    def __init__(
        self, name: str, tail: str = SUBCOMMANDS, player_option: str = "", about: str = ""
    ) -> None:
        super().__init__(about=about, tail=tail)
        self.name, self.player_option = name, player_option

    def common(self) -> list[Row]:
        """Return the options of an application beside those of its function."""
        return [VERSIONED]

    def demand(self, words: Sequence[str]) -> None:
        """Raise UserError for words that name nothing."""

    def run(self) -> NoReturn:
        """Run the application with the process's arguments, and exit."""
        run(self)

    def answer(self, arguments: Sequence[str] | None = None) -> int:
        """Run the arguments and return the exit status; UserError for wrong usage."""
        words, program = [*(sys.argv[1:] if arguments is None else arguments)], None
        self.demand(words)
        if "--" in self.tail and "--" in words:
            cut = words.index("--")
            words, program = words[:cut], words[cut + 1 :]
        call = Call(self.name, self.player_option, self, self.name, None, {}, program)
        while words and words[0] in call.command.below:
            name = words.pop(0)
            inner = call.command.named(name)
            call = replace(call, command=inner, path=f"{call.path} {name}", above=call.command)
        try:
            call = replace(call, values=_values(call, words))
        except Asked as asked:
            _act(call, asked.row, asked.value)
            return OK
        outputs.demand(call, map(Path, program or ()))
        function = call.command.function
        assert function is not None
        own = {"call": call} if "call" in signature(function).parameters else {}
        status: int | None = function(**own, **arranged(function, call.values, call.command.more))
        return status or OK


def _act(call: Call, row: Row, value: Any) -> None:
    """Do what an option asks for in place of the command."""
    if row is HELP:
        from cardjudge.commands import manual  # loads Rich

        print(manual.page(call.command, call.path))
    elif row is VERSIONED:
        print(f"{call.app} {VERSION}")
    else:
        completion.install_scripts(value)


def _values(call: Call, words: Sequence[str]) -> dict[str, Any]:
    """Return the values that the words give to a command; UserError if it does not take them."""
    command = call.command
    interspersed = not command.below or any(not row.flags for row in command.rows)
    try:
        values, rest = parsed(command.rows, words, interspersed) if words else ({}, [])
    except UnreadError as error:
        from cardjudge.commands import usage

        raise usage.unread(call, words, str(error)) from None
    missing = [row for row in command.rows if row.required and row.keyword not in values]
    if missing or rest:
        from cardjudge.commands import usage

        raise usage.missing(call, missing[0]) if missing else usage.superfluous(call, words, rest)
    if command.function is None:
        raise UserError("缺少子命令（有的是：{known}）", known=listed(command.below))
    if call.program is not None and "--" not in command.tail:
        raise UserError("{command} 不執行 -- 後面的指令", command=call.path)
    return values


def run(app: App, arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the application and exit; a command returns the exit status.

    `arguments` default to those of `sys.argv`. SIGTERM unwinds the stack, so that a program running
    under the kit ends too.
    """
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    stdout = _open_streams()
    if completion.variable(app.name) in os.environ:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # an error would spoil the command line
        completion.respond(app, app.name)
    try:
        status = guard(lambda: _flushed(app.answer(arguments)))
    finally:
        _drop_what_cannot_be_written(stdout)
    sys.exit(status)


def _flushed(status: int) -> int:
    sys.stdout.flush()
    return status


def _open_streams() -> TextIO:
    """Set up the standard streams alike on all systems, closed ones too; return standard output."""
    hold_descriptors()
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]
    return sys.stdout


def _drop_what_cannot_be_written(stdout: TextIO) -> None:
    """Point standard output at /dev/null if it fails, so that the flush at exit cannot fail."""
    try:
        stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
