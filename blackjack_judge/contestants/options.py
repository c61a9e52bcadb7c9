"""The options of a contestant's program."""

from typing import Annotated, Any, NamedTuple

import typer

from cardjudge.commands.programs import ProgramOptions


class ContestantOptions(NamedTuple):
    """Other names of the options of all programs."""

    time_limit: Annotated[float | None, typer.Option(min=0.01, max=1e9, hidden=True)] = None
    memory_limit: Annotated[int | None, typer.Option(min=1, max=1 << 30, hidden=True)] = None

    def over(self, options: ProgramOptions) -> ProgramOptions:
        """Return the limits of a contestant; ``--time-limit`` is another name of ``--time``."""
        limits: dict[str, Any] = {"time": self.time_limit, "memory": self.memory_limit}
        return options._replace(**{name: most for name, most in limits.items() if most is not None})
