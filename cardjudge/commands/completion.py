"""Completions that a shell offers after Tab: Typer's scripts ask, and a tree of Typer answers."""

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn, TypeAlias

from cardjudge.commands.command import Command
from cardjudge.commands.rows import function_of
from cardjudge.doors import Row
from cardjudge.language import listed, say

Values: TypeAlias = Callable[[], Iterable[str]]
Complete: TypeAlias = Callable[[str], list[str]]
_LONGEST = 60
"""Columns of a description; Rich would break a longer one, and shells read single lines."""


def variable(command: str) -> str:
    """Return the environment variable through which a shell asks a command for completions."""
    return f"_{command.replace('-', '_').upper()}_COMPLETE"


def one_of(values: Values) -> Complete:
    """Return a completer for these values; if none fits, the shell offers files."""
    return lambda incomplete: [value for value in values() if value.startswith(incomplete)]


def list_of(values: Values) -> Complete:
    """Return a completer for values separated by commas.

    >>> list_of(lambda: ["greedy", "random"])("random,g")
    ['random,greedy']
    """

    def complete(incomplete: str) -> list[str]:
        head, comma, last = incomplete.rpartition(",")
        return [head + comma + value for value in values() if value.startswith(last)]

    return complete


def before() -> list[str]:
    """Return the words before the one that a shell asks to complete, without the command."""
    # Reason: what stands after ``--`` belongs to a program, and Typer would complete it.
    if "COMP_WORDS" in os.environ:
        return os.environ["COMP_WORDS"].split("\n")[1 : int(os.environ.get("COMP_CWORD", 1))]
    line = os.environ.get("_TYPER_COMPLETE_ARGS", "")
    return line.split()[1 : None if line.endswith(" ") else -1]


def respond(app: Command, name: str) -> NoReturn:
    """Print the completions that a shell asks an application for, and exit."""
    from typer.completion import completion_init  # type: ignore[attr-defined]
    from typer.main import get_command

    completion_init()  # Reason: Typer knows the shells only after it.
    words = before()
    is_of_program = "--" in words and "--" in app.tail
    # Reason: Typer answers a shell in the main function of a command.
    get_command(_tree(Command() if is_of_program else app, words)).main([], name)
    raise SystemExit


def _tree(command: Command, words: Sequence[str]) -> Any:
    """Return a command with those below it, of which a later one is loaded if a word names it."""
    import typer

    made = typer.Typer(add_completion=False, rich_markup_mode=None)
    goes_down = bool(words) and words[0] in command.below
    rows = [row for row in command.rows if row.flags or not goes_down]
    made.callback(invoke_without_command=True, add_help_option=False)(function_of(rows, _shown))
    for name, listing in command.below.items():
        short: Any = {"name": name, "short_help": _short(listing.summary)}
        inner = command.named(name) if name in words[:1] else listing
        if isinstance(inner, Command) and inner.below:
            made.add_typer(_tree(inner, words[1:]), **short)
        else:
            rows = inner.rows if isinstance(inner, Command) else []
            made.command(**short, add_help_option=False)(function_of(rows, _shown))
    return made


def _shown(row: Row) -> dict[str, Any]:
    """Return the keywords with which Typer completes a row."""
    words = row.words or (one_of(lambda: row.values) if row.values else None)

    def complete(incomplete: str) -> list[str]:
        return [*words(incomplete)] if words else []

    return {"help": _short(row.help), **({"autocompletion": complete} if words else {})}


def _short(text: str) -> str:
    """Return a description in the user's language, in one line."""
    from rich.text import Text

    summary = Text(say(text))
    summary.truncate(_LONGEST, overflow="ellipsis")
    return summary.markup


def install_scripts(shell: str) -> None:
    """Write the scripts of a shell for all commands where the shell looks for them."""
    from typer.completion import install  # type: ignore[attr-defined]

    # Reason: Typer knows where each shell looks for its script.
    files = [install(shell, name, variable(name))[1] for name in _commands()]
    names = listed(map(str, files))
    print(say("已經寫到 {file}，新開的 {shell} 就有自動完成。", file=names, shell=shell))


def _commands() -> list[str]:
    """Return the names of the commands of all packages with games, the kit's own among them."""
    from importlib.metadata import entry_points

    packages = {game.dist.name for game in entry_points(group="cardjudge.games") if game.dist}
    scripts = entry_points(group="console_scripts")
    return sorted(
        {script.name for script in scripts if script.dist and script.dist.name in packages}
    )


INSTALL = Row(
    "--install-completion",
    "install_completion",
    "為 bash、zsh 或 fish 安裝每個指令的自動完成。",
    "SHELL",
    ("bash", "zsh", "fish"),
    acts=True,
)
"""The option of the one application that installs the completion of all commands."""
