"""Options of all commands without ``--help``, hidden ones, too: says where they are, and how many.

    python -m docs.options            list the options of each page of help, and their number
    python -m docs.options --check    status 1 if there are more than MOST

An option is there if somebody would miss it; MOST only falls.
"""

import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from cardjudge.commands.command import HELP, Command

ROOT = Path(__file__).parents[1]
MOST = 364


def pages() -> Iterator[tuple[str, list[str]]]:
    """Yield each command with its options."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for name, entry in project["scripts"].items():
        yield from _below(name, import_module(f"{entry.partition('.')[0]}.cli").app)


def _below(path: str, command: Command) -> Iterator[tuple[str, list[str]]]:
    yield path, [row.name for row in command.rows if row.flags and row is not HELP]
    for word in command.below:
        yield from _below(f"{path} {word}", command.named(word))


def main() -> int:
    """List the options; return 1 if there are too many and the call is to check it."""
    count = 0
    for path, options in pages():
        count += len(options)
        print(f"{len(options):3}  {path:28} {' '.join(options)}")
    print(f"{count:3}  of at most {MOST}")
    return int("--check" in sys.argv and count > MOST)


if __name__ == "__main__":
    sys.exit(main())
