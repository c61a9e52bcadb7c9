"""The options of every command that runs programs of others."""

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from secrets import randbits
from typing import Annotated, NamedTuple, Self

import typer

from cardjudge.commands.types import AnySeed, Json, Workers
from cardjudge.errors import UserError, quote
from cardjudge.programs.limits import MIB, Limits
from cardjudge.programs.sandbox import Mode, Sandbox

_LONGEST = 1e9
_MOST_MEMORY = 1 << 30


class ProgramOptions(NamedTuple):
    """What a program of others may use, and how it is held."""

    time: Annotated[
        float, typer.Option(min=0.01, max=_LONGEST, metavar="秒", help="每次執行的 CPU 時間上限。")
    ] = 10.0
    wall: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            max=_LONGEST,
            metavar="秒",
            help="每次執行經過的時間上限。",
            show_default="--time 的兩倍加 1",
        ),
    ] = None
    memory: Annotated[
        int, typer.Option(min=1, max=_MOST_MEMORY, metavar="MiB", help="每次執行的記憶體上限。")
    ] = 512
    output: Annotated[
        int,
        typer.Option(
            min=1, max=_MOST_MEMORY, metavar="MiB", help="輸出與寫的檔案，每次執行的上限。"
        ),
    ] = 64
    processes: Annotated[
        int, typer.Option(min=1, max=100_000, metavar="N", help="同時最多幾個行程。")
    ] = 64
    sandbox_mode: Annotated[
        Mode,
        typer.Option(
            "--sandbox",
            metavar="auto|required|none",
            help="auto 用這台機器有的每一層保護；required 少一項就不執行；none 不保護。",
        ),
    ] = "auto"
    allow: Annotated[
        list[Path] | None,
        typer.Option(metavar="路徑", help="程式還可以讀這個檔案或資料夾；可以寫很多次。"),
    ] = None

    def for_problem(self, time: float | None, memory: int | None) -> Self:
        """Return the options with the limits of a problem in the place of the defaults."""
        given = self._asdict()
        for name, value in ("time", time), ("memory", memory):
            if value is not None and given[name] == self._field_defaults[name]:
                given[name] = value
        return type(self)(**given)

    def limits(self) -> Limits:
        """Return the limits of one run."""
        wall = 2 * self.time + 1 if self.wall is None else self.wall
        return Limits(
            wall, self.time, self.memory * MIB, self.output * MIB, processes=self.processes
        )

    def sandbox(
        self,
        hidden: Iterable[str | PathLike[str]] = (),
        readable: Iterable[str | PathLike[str]] = (),
    ) -> Sandbox:
        """Return the sandbox; `hidden` are tests and answers, `readable` what the command adds."""
        for path in self.allow or ():
            if not path.exists():
                raise UserError("--allow：沒有{path}", path=quote(str(path)))
        return Sandbox(self.sandbox_mode, (*(self.allow or ()), *readable), tuple(hidden))


class StrictOptions(ProgramOptions):
    """Those of a class: no promise is broken unless the teacher says so."""

    _field_defaults = {**ProgramOptions._field_defaults, "sandbox_mode": "required"}


class CallOptions(StrictOptions):
    """Those of a contest, for each call: strangers against each other."""

    _field_defaults = {**StrictOptions._field_defaults, "time": 1.0}


class LeagueOptions(NamedTuple):
    """Those of a contest as a whole."""

    seed: AnySeed = None
    workers: Workers = "1"
    json: Json = None
    save_games: Annotated[
        Path | None,
        typer.Option(metavar="資料夾", help="把每一場存成裁判的輸入，也可以用 replay 看。"),
    ] = None

    def secret(self) -> int:
        """Return the seed; a secret one where none is given."""
        return randbits(64) if self.seed is None else self.seed
