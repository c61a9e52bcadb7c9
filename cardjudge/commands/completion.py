"""Completions that a shell offers after Tab, and the options that every command has."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Annotated, Any, TypeAlias

import typer

# Typer writes the completion scripts and parses their requests; it has no public names for that.
from typer.completion import (  # type: ignore[attr-defined]
    completion_init,
    get_completion_script,
    install,
)

from cardjudge import VERSION
from cardjudge.language import say

Values: TypeAlias = Callable[[], Iterable[str]]
Complete: TypeAlias = Callable[[str], list[str]]
Shell = StrEnum("Shell", "BASH ZSH FISH")
"""The shells that Typer can complete for."""

_holder = typer.Typer(add_completion=False)
completion_init()


def variable(command: str) -> str:
    """Return the environment variable through which a shell asks a command for completions."""
    return f"_{command.replace('-', '_').upper()}_COMPLETE"


def one_of(values: Values) -> Complete:
    """Return a completer for these values; if none fits, the shell offers files."""
    return lambda incomplete: [value for value in values() if value.startswith(incomplete)]


def list_of(values: Values, *, twice: bool = True) -> Complete:
    """Return a completer for values separated by commas, each allowed `twice` or only once.

    >>> list_of(lambda: ["greedy", "random"])("random,g")
    ['random,greedy']
    """

    def complete(incomplete: str) -> list[str]:
        head, comma, last = incomplete.rpartition(",")
        before = head.split(",")
        return [
            head + comma + value
            for value in values()
            if value.startswith(last) and (twice or value not in before)
        ]

    return complete


def declared() -> list[Any]:
    """Return the common options as Click has them."""
    options: list[Any] = typer.main.get_command(_holder).params
    return options


def _print_version(command: str, _: bool) -> None:
    print(f"{command} {VERSION}")


def _print_script(command: str, shell: Shell) -> None:
    names = {"prog_name": command, "complete_var": variable(command)}
    print(get_completion_script(**names, shell=shell.value))


def _install_script(command: str, shell: Shell) -> None:
    file = install(shell.value, command, variable(command))[1]
    print(say("已經寫到 {file}，新開的 {shell} 就有自動完成。", file=file, shell=shell.value))


def _option(
    name: str, answer: Callable[[str, Any], None], does: str, metavar: str | None = None
) -> Any:
    """Return an option that answers at once, with the command's name and the option's value."""

    def callback(context: typer.Context, value: Any) -> None:
        if value and not context.resilient_parsing:
            answer(context.find_root().info_name or "", value)
            raise typer.Exit

    own: Any = {"callback": callback, "expose_value": False, "is_eager": True}
    return typer.Option(name, metavar=metavar, help=does, **own)


@_holder.command()
def _standard(
    show_completion: Annotated[
        Shell | None,
        _option(
            "--show-completion", _print_script, "印出自動完成的設定：bash、zsh 或 fish。", "SHELL"
        ),
    ] = None,
    install_completion: Annotated[
        Shell | None,
        _option(
            "--install-completion", _install_script, "為 bash、zsh 或 fish 安裝自動完成。", "SHELL"
        ),
    ] = None,
    show_version: Annotated[bool, _option("--version", _print_version, "印出版本。")] = False,
) -> None:
    """Declare the options; nothing calls this function."""
