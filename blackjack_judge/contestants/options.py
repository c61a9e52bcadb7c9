"""The options of a contestant's program."""

from typing import Annotated, Any, Literal, NamedTuple

import typer

from cardjudge.commands.programs import ProgramOptions


class ContestantOptions(NamedTuple):
    """The options of a contestant's program, beside those of all programs."""

    std: Annotated[
        Literal["c++11", "c++14", "c++17", "c++20", "c++23"] | None,
        typer.Option(metavar="標準", help="C++ 的標準。", show_default="c++17，不行就 c++14"),
    ] = None
    time_limit: Annotated[float | None, typer.Option(min=0.01, max=1e9, hidden=True)] = None
    memory_limit: Annotated[int | None, typer.Option(min=1, max=1 << 30, hidden=True)] = None

    def over(self, program: ProgramOptions) -> ProgramOptions:
        """Return the limits of a contestant; ``--time-limit`` is another name of ``--time``."""
        given: dict[str, Any] = {"time": self.time_limit, "memory": self.memory_limit}
        return program._replace(**{name: most for name, most in given.items() if most is not None})
