"""What a shell offers after Tab: the values of options."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from typer.completion import completion_init  # type: ignore[attr-defined]

Values: TypeAlias = Callable[[], Iterable[str]]
Complete: TypeAlias = Callable[[str], list[str]]


completion_init()


def variable(command: str) -> str:
    """Return the environment variable by which a shell asks a command for completions."""
    return f"_{command.replace('-', '_').upper()}_COMPLETE"


def one_of(values: Values) -> Complete:
    """Offer these values; where none fits, the shell offers files."""
    return lambda incomplete: [value for value in values() if value.startswith(incomplete)]


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
