"""Completions that a shell offers after Tab, and the options that every command has."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from importlib.metadata import entry_points
from typing import Annotated, Any, TypeAlias

import typer

# Typer writes the completion scripts and parses their requests; it has no public names for that.
from typer.completion import completion_init, install  # type: ignore[attr-defined]

from cardjudge import VERSION
from cardjudge.language import listed, say

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


def declared(installs: bool) -> list[Any]:
    """Return the common options as Click has them, with the installer's in one application."""
    options: list[Any] = typer.main.get_command(_holder).params
    return [option for option in options if installs or option.name != "install_completion"]


def _print_version(command: str, _: bool) -> None:
    print(f"{command} {VERSION}")


def _install_scripts(_: str, shell: Shell) -> None:
    files = [install(shell.value, name, variable(name))[1] for name in _commands()]
    names = listed(map(str, files))
    print(say("已經寫到 {file}，新開的 {shell} 就有自動完成。", file=names, shell=shell.value))


def _commands() -> list[str]:
    """Return the names of the commands of all packages with games, the kit's own among them."""
    packages = {game.dist.name for game in entry_points(group="cardjudge.games") if game.dist}
    scripts = entry_points(group="console_scripts")
    return sorted(
        {script.name for script in scripts if script.dist and script.dist.name in packages}
    )


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
    install_completion: Annotated[
        Shell | None,
        _option(
            "--install-completion",
            _install_scripts,
            "為 bash、zsh 或 fish 安裝每個指令的自動完成。",
            "SHELL",
        ),
    ] = None,
    show_version: Annotated[bool, _option("--version", _print_version, "印出版本。")] = False,
) -> None:
    """Declare the options; nothing calls this function."""
