"""Command lines with Typer, with pages of help and the exit statuses of `cardjudge.stdio`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO, TypeVar

import typer
from rich.text import Text
from typer.core import TyperCommand, TyperGroup

from cardjudge.commands import completion, manual, outputs, slips, usage
from cardjudge.errors import UserError
from cardjudge.stdio import OK, guard, hold_descriptors

Declared = TypeVar("Declared", bound=Callable[..., Any])

_AFTER_DASHES = "cardjudge.commands.app.command"
_TAKE_ALL = {"allow_extra_args": True}  # the kit's own message reports extra arguments
_LONGEST_DESCRIPTION = 60
"""Columns of a description; Rich would break a longer one, and shells read single lines."""


def command_of(context: typer.Context) -> list[str] | None:
    """Return the words after ``--``, or None without ``--``; UserError for a known slip."""
    words: list[str] | None = context.meta.get(_AFTER_DASHES)
    if error := slips.slip(slips.AFTER_DASHES, "--", words or (), _player_option(context)):
        raise error
    return words


def _player_option(context: Any) -> str:
    option: str = context.find_root().command.player_option
    return option


class _Documented:
    """A command whose help is a page laid out by `cardjudge.commands.manual`."""

    slips: Sequence[slips.Slip] = ()
    """Mistakes to look for in superfluous arguments."""
    missing = "缺少 {name}，例如 {example}"
    """The error for a missing argument, with placeholders."""

    @property
    def _takes_program(self) -> bool:
        return "--" in (getattr(self, "subcommand_metavar", "") or "")

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; UserError for superfluous ones."""
        words = [*args]
        try:
            rest: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        except typer.TyperException as error:
            error.ctx = ctx  # type: ignore[attr-defined]
            raise
        if not ctx.resilient_parsing:
            usage.check_integers(self, ctx, words)
        if rest and not isinstance(self, Group) and not ctx.resilient_parsing:
            if self._takes_program and _AFTER_DASHES not in ctx.meta:
                before = [word for word in words if word not in rest]
                raise usage.no_dashes(ctx.command_path, before, rest)
            meant = slips.slip([slips.BLANK], ctx.command_path, words)
            meant = meant or slips.slip(self.slips, ctx.command_path, rest)
            raise meant or UserError("多餘的參數：{words}", words=" ".join(rest))
        if _AFTER_DASHES in ctx.meta and not self._takes_program:
            raise UserError("{command} 不執行 -- 後面的指令", command=ctx.command_path)
        return rest

    def invoke(self, ctx: Any) -> Any:
        """Run the command; UserError or OSError first for a file that it must not write."""
        outputs.demand(ctx, map(Path, ctx.meta.get(_AFTER_DASHES) or ()))
        return super().invoke(ctx)  # type: ignore[misc]

    def get_help(self, ctx: Any) -> str:
        """Return the page of help."""
        return manual.page(ctx)

    def get_short_help_str(self, limit: int = 0) -> str:
        """Return the first paragraph of the help, without Typer's cut."""
        return manual.summary(self)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Return completions, described in the user's language in one line; none after ``--``."""
        if _AFTER_DASHES in ctx.meta:
            return []
        items: list[Any] = super().shell_complete(ctx, incomplete)  # type: ignore[misc]
        for item in items:
            if item.help:
                summary = Text(manual.said(item.help))
                summary.truncate(_LONGEST_DESCRIPTION, overflow="ellipsis")
                item.help = summary.markup
        return items


class Command(_Documented, TyperCommand):
    """A command without subcommands."""


class Reader(Command):
    """A command that reads standard input."""

    slips = slips.BEFORE_DASHES


class Group(_Documented, TyperGroup):
    """A command with subcommands."""

    player_option = ""
    """The option that takes a player's program; empty if there is none."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments, up to ``--`` if a program's command may follow it."""
        # Typer would take the program's command for a subcommand.
        if "--" in args and "--" in (self.subcommand_metavar or ""):
            cut = args.index("--")
            ctx.meta[_AFTER_DASHES] = args[cut + 1 :]
            args = args[:cut]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """Return the subcommand; UserError for options before it, which would not reach it."""
        if args[0] not in self.commands and not ctx.resilient_parsing:
            meant = slips.slip(slips.BEFORE_DASHES, ctx.command_path, args, _player_option(ctx))
            raise meant or usage.no_command(args[0], ctx)
        resolved = super().resolve_command(ctx, args)
        sources = [ctx.get_parameter_source(param.name) for param in self.params]
        if any(source is not None and source.name == "COMMANDLINE" for source in sources):
            raise UserError("選項要寫在子命令 {name} 之後", name=resolved[0])
        return resolved


class App(typer.Typer):
    """A Typer application whose help is pages in the style of man, made from docstrings.

    If `subcommand_metavar` contains ``--``, the words after ``--`` are the command of a program,
    for every subcommand alike; `command_of` returns them.
    """

    installs_completion = False
    """Whether it has the option that installs the completion of all commands."""

    def __init__(self, name: str, **settings: Any) -> None:
        own = {"cls": Group, "options_metavar": "[選項]", "subcommand_metavar": "[子命令] …"}
        super().__init__(
            name=name,
            add_completion=False,  # Typer's own guesses the shell and speaks English
            rich_markup_mode=None,
            context_settings={"help_option_names": ["-h", "--help"]},
            **{**own, **settings},
        )

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Declared], Declared]:
        """Declare a subcommand, as `typer.Typer.command` does."""
        own = {"cls": Command, "options_metavar": "[選項]", "context_settings": _TAKE_ALL}
        return super().command(name, **{**own, **settings})

    def tree(self) -> Any:
        """Return the Click command, with the options that every command has."""
        tree = typer.main.get_command(self)
        tree.params += completion.declared(self.installs_completion)
        return tree

    def run(self) -> NoReturn:
        """Run the application with the process's arguments, and exit."""
        run(self)

    def answer(self, arguments: Sequence[str] | None = None) -> int:
        """Run the arguments and return the exit status; UserError for wrong usage."""
        try:
            status: int | None = self.tree().main(arguments, self.info.name, standalone_mode=False)
            sys.stdout.flush()
        except typer.TyperException as error:
            raise usage.in_words(error) from None
        except typer.Abort:
            raise KeyboardInterrupt from None
        except SystemExit as end:
            if not isinstance(end.__context__, BrokenPipeError):
                raise
            return OK
        return status or OK


def run(app: App, arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the application and exit; a command returns the exit status.

    `arguments` default to those of `sys.argv`. SIGTERM unwinds the stack, so that a program running
    under the kit ends too. Arguments are UTF-8 in every locale; other bytes are unknown words.
    """
    _decode_arguments()
    signal.signal(signal.SIGTERM, _terminate)
    stdout = _open_streams()
    if completion.variable(app.info.name or "") in os.environ:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # an error would spoil the command line
    try:
        status = guard(lambda: app.answer(arguments))
    finally:
        _drop_what_cannot_be_written(stdout)
    sys.exit(status)


def _decode_arguments() -> None:
    """Restart Python in UTF-8 mode if the locale cannot decode an argument.

    In UTF-8 mode an undecodable argument stays as it is: the name of a file may be any bytes.
    """
    if sys.getfilesystemencoding() == "utf-8":
        return
    if any("\udc80" <= character <= "\udcff" for word in sys.argv for character in word):
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


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


def _terminate(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)
