"""The options of every command that runs programs of others."""

from collections.abc import Iterable, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Annotated, NamedTuple, Self

from cardjudge.commands.outputs import file_to_write
from cardjudge.commands.rows import option
from cardjudge.commands.types import AnySeed, Json, Workers
from cardjudge.errors import UserError, quote
from cardjudge.files import MADE
from cardjudge.programs.installed import named
from cardjudge.programs.limits import MIB, Limits, demand_system
from cardjudge.programs.sandbox import Mode, Sandbox, grants

_LONGEST = 1e9
"""Most seconds; more would overflow the clocks of the system."""
_MOST_MEMORY = 1 << 30
_MOST_PROCESSES = 1 << 22
"""Most process numbers that Linux has."""


class Usual(NamedTuple):
    """Values of options that are not given: seconds, MiB, MiB, processes, a mode."""

    time: float = 10.0
    memory: int = 512
    output: int = 64
    processes: int = 64
    sandbox_mode: Mode = "auto"


_option = partial(option, section="限制與沙箱")


SandboxMode = Annotated[
    Mode | None,
    _option(
        "--sandbox",
        metavar="auto|required|none",
        help="auto 用這台機器有的每一層保護；required 少一項就不執行；none 不保護。",
    ),
]


class ProgramOptions(NamedTuple):
    """Limits of a program of others, and its sandbox; None means not given."""

    time: Annotated[
        float | None,
        _option(least=0.01, most=_LONGEST, metavar="秒", help="每次執行的 CPU 時間上限。"),
    ] = None
    wall: Annotated[
        float | None,
        _option(
            least=0.01,
            most=_LONGEST,
            metavar="秒",
            help="每次執行的實際時間上限。",
            shown="--time 的兩倍加 1",
        ),
    ] = None
    memory: Annotated[
        int | None,
        _option(least=1, metavar="MiB", help="每次執行的記憶體上限。"),
    ] = None
    output: Annotated[
        int | None,
        _option(least=1, metavar="MiB", help="每次執行的輸出與寫入檔案的上限。"),
    ] = None
    processes: Annotated[
        int | None,
        _option(least=1, metavar="N", help="同時存在的行程數上限。"),
    ] = None
    sandbox_mode: SandboxMode = None
    allow: Annotated[
        list[Path] | None,
        _option(metavar="路徑", help="程式還可以讀取的檔案或資料夾；可以重複。"),
    ] = None

    usual: Usual = Usual()

    def for_problem(self, time: float, memory: int) -> Self:
        """Return the options with a problem's limits (seconds, MiB) as the usual ones."""
        return self._replace(usual=self.usual._replace(time=time, memory=memory))

    def mode(self) -> Mode:
        """Return the mode of the sandbox."""
        return self.sandbox_mode or self.usual.sandbox_mode

    def demand_promises(self) -> None:
        """Raise UserError if the mode requires promises that this machine cannot keep."""
        if self.mode() == "required":
            from cardjudge.programs.sandbox.entry import confines
            from cardjudge.programs.sandbox.probe import probe

            confines(self.mode(), probe())

    def limits(self, longer: int = 1) -> Limits:
        """Return the limits of one run, with `longer` times the CPU time."""
        cpu = min(longer * (self.time or self.usual.time), _LONGEST)
        memory = min(self.memory or self.usual.memory, _MOST_MEMORY)
        output = min(self.output or self.usual.output, _MOST_MEMORY)
        wall = min(2 * cpu + 1 if self.wall is None else self.wall, _LONGEST)
        processes = min(self.processes or self.usual.processes, _MOST_PROCESSES)
        return Limits(wall, cpu, memory * MIB, output * MIB, processes)

    def sandbox(
        self,
        hidden: Iterable[str | PathLike[str]] = (),
        readable: Iterable[str | PathLike[str]] = (),
        command: Sequence[str] | None = None,
        here: bool = True,
    ) -> Sandbox:
        """Return the sandbox; it hides tests and answers, and allows the command's own paths.

        A user's `command` may read the files that it names, and the current folder. UserError if
        programs run `here` and this machine cannot keep all promises that the mode requires.
        """
        demand_system()
        if here:
            self.demand_promises()
        paths: list[str | PathLike[str]] = [*readable]
        for path in self.allow or ():
            if not path.exists():
                raise UserError("--allow：沒有{path}這個檔案或資料夾", path=quote(str(path)))
            paths += grants.plain_files(path) if grants.holds_home(path) else [path]
        if command is not None:
            paths += named(command)
        return Sandbox(self.mode(), tuple(paths), tuple(hidden))


_strict = Usual(sandbox_mode="required")
IN_CLASS = ProgramOptions(usual=_strict)
"""Options of a class: the sandbox must keep every promise unless the teacher decides otherwise."""
PER_CALL = ProgramOptions(usual=_strict._replace(time=1.0))
"""Options of a contest, with limits for each call: strangers play against each other."""


class LeagueOptions(NamedTuple):
    """The options of a contest as a whole."""

    seed: AnySeed = None
    workers: Workers = "1"
    json: Json = None
    save_games: Annotated[
        Path | None,
        file_to_write("把每一場存成裁判的輸入，也可以用 replay 看。", renews=MADE),
    ] = None
