"""Command lines with Typer, with pages of help, under the exit discipline of `cardjudge.stdio`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TextIO, TypeVar

import typer
from rich.markup import escape
from typer.core import TyperCommand, TyperGroup

from cardjudge.commands import completion, manual, slips, usage
from cardjudge.commands.layout import shortened
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.stdio import OK, guard, hold_descriptors

Declared = TypeVar("Declared", bound=Callable[..., Any])

_AFTER_DASHES = "cardjudge.commands.app.command"
_TAKE_ALL = {"allow_extra_args": True}  # so that it is us who tell of them
_LONGEST_DESCRIPTION = 60
"""Columns: Typer has Rich break what is longer than a line, and shells read lines."""


def command_of(context: typer.Context) -> list[str] | None:
    """Return the words after ``--``, or None where there is no ``--``; UserError for a slip."""
    words: list[str] | None = context.meta.get(_AFTER_DASHES)
    if error := slips.slip(slips.AFTER_DASHES, *_root(context, words or ())):
        raise error
    return words


def _root(context: Any, words: Sequence[str]) -> tuple[str, Sequence[str], str]:
    """Return what `slips.slip` wants to know."""
    root = context.find_root()
    return root.info_name or "", words, root.command.player_option


class _Documented:
    """A command whose help is a page as `cardjudge.commands.manual` lays it out."""

    slips: Sequence[slips.Slip] = ()
    """What arguments too many may look like."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; UserError for those that nothing takes."""
        try:
            rest: list[str] = super().parse_args(ctx, args)  # type: ignore[misc]
        except typer.TyperException as error:
            error.ctx = ctx  # type: ignore[attr-defined]
            raise
        if rest and not isinstance(self, Group) and not ctx.resilient_parsing:
            meant = slips.slip(self.slips, ctx.command_path, rest)
            raise meant or UserError("多餘的參數：{words}", words=" ".join(rest))
        if _AFTER_DASHES in ctx.meta and "--" not in getattr(self, "subcommand_metavar", ""):
            raise UserError("{command} 不執行 -- 後面的指令", command=ctx.command_path)
        return rest

    def get_help(self, ctx: Any) -> str:
        """Return the page."""
        return manual.page(self, ctx)

    def get_short_help_str(self, limit: int = 0) -> str:
        """Return the first paragraph of the help, however long."""
        return manual.summary(self)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Offer what fits, described in a line of the user's language; nothing after ``--``."""
        if _AFTER_DASHES in ctx.meta:
            return []
        items: list[Any] = super().shell_complete(ctx, incomplete)  # type: ignore[misc]
        for item in items:
            if item.help:
                item.help = escape(shortened(manual.said(item.help, say), _LONGEST_DESCRIPTION))
        return items


class Command(_Documented, TyperCommand):
    """A command."""


class Reader(Command):
    """A command that reads standard input."""

    slips = slips.BEFORE_DASHES


class Group(_Documented, TyperGroup):
    """A command with subcommands."""

    player_option = ""
    """The option that takes the program of a player, if there is one."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments, up to ``--`` where the command of a program may follow."""
        # Left in its place, a command would be taken for a subcommand.
        if "--" in args and "--" in (self.subcommand_metavar or ""):
            cut = args.index("--")
            ctx.meta[_AFTER_DASHES] = args[cut + 1 :]
            args = args[:cut]
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """Find the subcommand; UserError for options before it, which would not reach it."""
        if args[0] not in self.commands and not ctx.resilient_parsing:
            meant = slips.slip(slips.BEFORE_DASHES, *_root(ctx, args))
            close = usage.nearest(args[0], [*self.commands, "--help", "--version"])
            raise meant or usage.unknown("沒有 {name} 這個子命令", args[0], close, self.commands)
        found = super().resolve_command(ctx, args)
        sources = [ctx.get_parameter_source(param.name) for param in self.params]
        if any(source is not None and source.name == "COMMANDLINE" for source in sources):
            raise UserError("選項要寫在子命令 {name} 之後", name=found[0])
        return found


class App(typer.Typer):
    """A Typer application whose help is a page like those of man, made of docstrings.

    Where `subcommand_metavar` has ``--``, what stands after it is the command of a program of
    others, for every subcommand alike: `command_of` returns it.
    """

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
        """Return the command of Click's, with the options that every command has."""
        tree = typer.main.get_command(self)
        tree.params += completion.declared()
        return tree

    def run(self) -> NoReturn:
        """Run the application with the arguments of the command line, and exit."""
        run(self)

    def answer(self, arguments: Sequence[str] | None = None) -> int:
        """Do what the arguments ask for and return the exit status; UserError for wrong usage."""
        try:
            status: int | None = self.tree().main(arguments, self.info.name, standalone_mode=False)
            sys.stdout.flush()
        except typer.TyperException as error:
            raise usage.told(error) from None
        except typer.Abort:
            raise KeyboardInterrupt from None
        except SystemExit as end:
            if not isinstance(end.__context__, BrokenPipeError):
                raise
            return OK
        return status or OK


def run(app: App, arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the application and exit; what a command returns is the exit status.

    The arguments are those of `sys.argv` unless others are given. SIGTERM unwinds the stack, so
    that a program that runs under the kit ends with it. A person's words are UTF-8 whatever the
    locale, and bytes that are not are only words that nobody knows.
    """
    _decode_arguments()
    signal.signal(signal.SIGTERM, _terminate)
    stdout = _open_streams()
    if completion.variable(app.info.name or "") in os.environ:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # an error would fall into the line
    try:
        status = guard(lambda: app.answer(arguments))
    finally:
        _drop_what_cannot_be_written(stdout)
    sys.exit(status)


def _decode_arguments() -> None:
    """Start Python anew in its UTF-8 mode if there are arguments that the locale cannot decode.

    In UTF-8 they may stay what they are: the name of a file is any bytes.
    """
    if sys.getfilesystemencoding() == "utf-8":
        return
    if any("\udc80" <= character <= "\udcff" for word in sys.argv for character in word):
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])


def _open_streams() -> TextIO:
    """Make the standard streams the same everywhere, closed ones too; return standard output."""
    hold_descriptors()
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]
    return sys.stdout


def _drop_what_cannot_be_written(stdout: TextIO) -> None:
    """Let go nowhere what Python would flush once more at its exit, and fail."""
    try:
        stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _terminate(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)
