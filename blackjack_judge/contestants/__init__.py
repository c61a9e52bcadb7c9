"""Contestants by the names of the command line.

The modules of the compiler are imported only for a source file, so that other games start sooner.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blackjack_judge.contestants.program import Program, Redirected
from blackjack_judge.judge import PlayerOfTheKit
from blackjack_judge.players import DEFAULT, PLAYERS
from cardjudge.commands.slips import SOURCES, in_command
from cardjudge.errors import UserError, quote, visible
from cardjudge.language import listed, locale
from cardjudge.programs.installed import KIT
from cardjudge.programs.sandbox import grants
from cardjudge.stdio import tell

if TYPE_CHECKING:
    from blackjack_judge.judge import Contestant
    from cardjudge.commands.programs import ProgramOptions
    from cardjudge.programs.contestant import Command

READABLE = tuple(
    f"{KIT}/{package}/{name}"
    for package, names in (
        ("blackjack_judge", "__init__.py __init__.pyi player.py hands.py english.tsv"),
        ("cardjudge", "__init__.py language.py english.tsv"),
    )
    for name in names.split()
)
"""All that a contestant in Python may read of the kit: `player` and what it imports."""

_LONGEST, _MOST_LINES = 400, 40
"""The most characters and lines of a compiler's messages that are shown."""


def find(
    player: str | None, command: Sequence[str] | None, options: "ProgramOptions"
) -> "Contestant":
    """Return the contestant: `player` if it is given, else the command.

    UserError if there is no such player or file, or if it does not compile.
    """
    if player is None and command is not None:
        held = options.sandbox((), READABLE, _checked(command))
        return Program(command, options.limits(), held)
    if player is None or player in PLAYERS:
        return PlayerOfTheKit(PLAYERS[player or DEFAULT])
    words, limits, sandbox, _ = _of_file(Path(player), options)
    return Redirected(words, limits, sandbox)


def playing(
    game: type[Any], own: "dict[str, Any]", options: "ProgramOptions"
) -> "list[str | Command]":
    """Return who plays a match: computers, and programs, which do not read each other."""
    from cardjudge.play.seats import alone, commands

    words = [
        word
        for each in own.get("players") or [DEFAULT] * ("programs" not in own)
        for word in ([each] if Path(each).exists() else each.split(","))
    ]
    players: list[str | Command] = []
    for word in words:
        if Path(word).suffix:
            players.append(_of_file(Path(word), options, [Path(o) for o in words if o != word]))
        else:
            players += alone(game, {"players": word}, options)
    return [*players, *commands(own.get("programs"), options)]


def _checked(command: Sequence[str]) -> Sequence[str]:
    """Return a command; UserError for the common mistakes of beginners."""
    if not command:
        raise UserError("-- 之後缺少要執行的指令")
    if error := in_command("--", command, "--player"):
        raise error
    return command


def _of_file(path: Path, options: "ProgramOptions", hidden: Sequence[Path] = ()) -> "Command":
    """Return the command that plays with a file; the program cannot read those `hidden`."""
    from blackjack_judge.contestants.build import PYTHON, source_of
    from cardjudge.programs.compiler import CompileError, build
    from cardjudge.programs.contestant import Command
    from cardjudge.programs.languages import of_file

    language = of_file(path.name)
    kind = language.key if language else ""
    if kind not in ("python", "cpp"):
        known = listed([*PLAYERS, ".py", ".cpp"])
        slip = in_command("--", [str(path)]) if path.suffix in SOURCES else None
        template = "沒有{name}這個玩家（可以是 {known}）"
        raise slip or UserError(template, name=quote(str(path)), known=known)
    if not path.is_file():
        raise UserError("沒有{name}這個檔案", name=quote(str(path)))
    if kind == "python":
        sandbox = options.sandbox(hidden, (*READABLE, *grants.beside(path)))
        words = (*PYTHON, str(path), locale())
        return Command(words, options.limits(), sandbox, str(path))
    try:
        built = build(source_of(path))
    except CompileError as error:
        for line in error.messages.splitlines()[:_MOST_LINES]:
            tell(visible(line, _LONGEST))
        raise UserError("{file} 無法編譯", file=str(path)) from None
    sandbox = options.sandbox(readable=[built.folder])
    return Command(built.command, options.limits(), sandbox, str(path))
