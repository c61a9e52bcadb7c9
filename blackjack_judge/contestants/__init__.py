"""Contestants by the names of the command line.

The modules of the compiler are imported only for a source file, so that other games start sooner.
"""

import re
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from blackjack_judge.contestants.program import LIMITS, Program, Redirected
from blackjack_judge.judge import PlayerOfTheKit, judge
from blackjack_judge.players import DEFAULT, PLAYERS, load
from cardjudge.commands.slips import SOURCES, in_command
from cardjudge.errors import UserError, quote
from cardjudge.language import listed, locale
from cardjudge.programs.installed import KIT, named
from cardjudge.programs.sandbox import Sandbox, grants
from cardjudge.stdio import serve

if TYPE_CHECKING:
    from blackjack_judge.judge import Contestant
    from cardjudge.commands.programs import ProgramOptions
    from cardjudge.stdio import Lines, Write

_READABLE = tuple(
    f"{KIT}/{package}/{name}"
    for package, names in (
        ("blackjack_judge", "__init__.py __init__.pyi player.py seat.py hands.py english.tsv"),
        ("cardjudge", "__init__.py language.py english.tsv"),
    )
    for name in names.split()
)
"""All that a contestant in Python may read of the kit: `player` and what it imports."""

_PLAY = re.compile(r"\bplay\s*\(")


def find(
    player: str | None,
    command: Sequence[str] | None,
    options: "ProgramOptions",
    hidden: Sequence[Path] = (),
) -> "Contestant":
    """Return the contestant: `player` if it is given, else the command; it cannot read `hidden`.

    UserError if there is no such player or file; CompileError if it does not compile.
    """
    if player is None and command is not None:
        sandbox = options.sandbox(hidden, _READABLE, _checked(command))
        return Program(command, options.limits(), sandbox)
    if player is None or player in PLAYERS:
        return PlayerOfTheKit(load(player or DEFAULT))
    return _of_file(Path(player), options, hidden)


def judge_command(command: Sequence[str]) -> NoReturn:
    """Judge a command as the command line does without options, but without loading Typer."""
    from blackjack_judge.contestants.hints import show

    def judged(lines: "Lines", write: "Write") -> int:
        contestant = Program(
            command, LIMITS, Sandbox(readable=(*_READABLE, *named(_checked(command))))
        )
        status = judge(lines, write, contestant)
        show(contestant)
        return status

    signal.signal(signal.SIGTERM, _leave)  # so that a signal ends the program, too
    serve(judged)


def _leave(number: int, _: object) -> NoReturn:
    raise SystemExit(128 + number)


def _checked(command: Sequence[str]) -> Sequence[str]:
    """Return a command; UserError for the common mistakes of beginners."""
    if not command:
        raise UserError("-- 之後缺少要執行的指令")
    if error := in_command("--", command, "--player"):
        raise error
    return command


def _of_file(path: Path, options: "ProgramOptions", hidden: Sequence[Path]) -> "Contestant":
    from blackjack_judge.contestants.build import compiled
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
        return _python(path, options, options.sandbox(hidden, (*_READABLE, *grants.beside(path))))
    _check_for_main(path, path.read_bytes())
    built = compiled(path)
    return Redirected(built.command, options.limits(), options.sandbox(readable=[built.folder]))


def of_entrant(
    files: Mapping[str, bytes], options: "ProgramOptions", hidden: Sequence[Path]
) -> "Contestant":
    """Return the contestant whose `play` is in one of these files, and who reads no others.

    DoesNotCompile if that is not one file, or if it does not compile.
    """
    from blackjack_judge.contestants.build import DoesNotCompile, compiled
    from cardjudge.programs.compiler import CompileError, build
    from cardjudge.programs.languages import languages
    from cardjudge.programs.source import Source

    programs = [name for name in files if is_contestant(name)]
    begins = [name for name in programs if len(programs) == 1 or _PLAY.search(_text(files[name]))]
    if len(begins) != 1:
        names = quote(" ".join(begins or programs))
        raise DoesNotCompile("應該有一個檔案有 play()，找到的是{names}", names=names)
    (name,) = begins
    if name.endswith(".py"):
        try:
            built = build(Source(languages()["python"], files, tuple(programs), name))
        except CompileError as error:
            raise DoesNotCompile("{error}", error=error) from None
        sandbox = options.sandbox(hidden, [*_READABLE, str(built.folder)])
        return _python(built.sources / name, options, sandbox)
    _check_for_main(Path(name), files[name])
    built = compiled(Path(name), files)
    sandbox = options.sandbox(hidden, [built.folder])
    return Redirected(built.command, options.limits(), sandbox)


def is_contestant(name: str, data: bytes = b"") -> bool:
    """Return whether a file is a program of a contest."""
    return name.endswith((".cpp", ".py"))


def _python(path: Path, options: "ProgramOptions", sandbox: Sandbox) -> "Contestant":
    # Without -P, files in the current directory would come before the standard library.
    command = [sys.executable, "-P", "-m", "blackjack_judge.player", str(path), locale()]
    return Redirected(command, options.limits(), sandbox)


def _text(data: bytes) -> str:
    return data.decode(errors="replace")


def _check_for_main(path: Path, data: bytes) -> None:
    text = _text(data)
    if re.search(r"\bmain\s*\(", text) and not _PLAY.search(text):
        raise UserError(
            "{file} 有 main()：要寫的是 void play()，每一回合裁判呼叫一次", file=path.name
        )
