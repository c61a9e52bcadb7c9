"""The options that every command has: its version, and completion in a shell."""

from collections.abc import Callable
from enum import StrEnum
from importlib.metadata import version
from typing import Annotated, Any

import typer

# Typer writes these scripts and reads what they send; it has no public name for them.
from typer.completion import get_completion_script, install  # type: ignore[attr-defined]

from cardjudge.commands.completion import variable
from cardjudge.language import say

Shell = StrEnum("Shell", "BASH ZSH FISH")
"""The shells that can complete."""

_holder = typer.Typer(add_completion=False)


def declared() -> list[Any]:
    """Return the options as Click has them."""
    options: list[Any] = typer.main.get_command(_holder).params
    return options


def _print_version(command: str, _: bool) -> None:
    print(f"{command} {version('cardjudge')}")


def _print_script(command: str, shell: Shell) -> None:
    names = {"prog_name": command, "complete_var": variable(command)}
    print(get_completion_script(**names, shell=shell.value))


def _install_script(command: str, shell: Shell) -> None:
    file = install(shell.value, command, variable(command))[1]
    print(say("已經寫到 {file}，新開的 {shell} 就有自動完成。", file=file, shell=shell.value))


def _option(
    name: str, answer: Callable[[str, Any], None], does: str, metavar: str | None = None
) -> Any:
    """Return an option that answers at once, by the name of the command and what is given."""

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
    """Exist for the sake of the declaration."""
