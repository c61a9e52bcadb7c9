"""What a shell offers after Tab: the values of options, and the scripts that ask for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import TypeAlias

# Typer writes these scripts and reads what they send; it has no public name for them.
from typer.completion import (  # type: ignore[attr-defined]
    completion_init,
    get_completion_script,
    install,
)

Values: TypeAlias = Callable[[], Iterable[str]]
Complete: TypeAlias = Callable[[str], list[str]]


class Shell(StrEnum):
    """The shells that can complete."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


completion_init()


def variable(command: str) -> str:
    """Return the environment variable by which a shell asks a command for completions."""
    return f"_{command.replace('-', '_').upper()}_COMPLETE"


def script(command: str, shell: Shell) -> str:
    """Return what a shell has to read in order to complete a command."""
    text: str = get_completion_script(
        prog_name=command, complete_var=variable(command), shell=shell.value
    )
    return text


def install_script(command: str, shell: Shell) -> Path:
    """Put the script where the shell reads it at its start, and return its path."""
    path: Path = install(shell.value, command, variable(command))[1]
    return path


def one_of(values: Values) -> Complete:
    """Offer these values; where none fits, the shell offers files."""

    def complete(incomplete: str) -> list[str]:
        return [value for value in values() if value.startswith(incomplete)]

    return complete


def list_of(values: Values, *, twice: bool = True) -> Complete:
    """Offer these values after each comma, each of them `twice` or only once.

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
