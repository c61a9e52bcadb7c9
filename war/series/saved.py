"""Long counts: added up as they come, kept in a file, cut short and taken up again."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from cardjudge.errors import LostError, UserError, quote
from cardjudge.files import replace
from cardjudge.language import listed


class Count(Protocol):
    """A named tuple that is counted in parts."""

    def plus(self, other: Self) -> Self:
        """Count both together."""
        ...

    def is_possible(self) -> bool:
        """Tell whether this can have been counted."""
        ...

    def _asdict(self) -> dict[str, Any]: ...


Counted = TypeVar("Counted", bound=Count)
Lost: TypeAlias = LostError | None
"""Why not all was counted, where workers are lost."""


class Checkpoint(Generic[Counted]):
    """A file with what has been counted under some settings: complete whenever one stops."""

    def __init__(self, path: Path, settings: Any, nothing: Counted) -> None:
        self.path = path
        self.settings = settings
        self.nothing = nothing

    def load(self) -> Counted:
        """Return what has been counted; UserError if the file is of other settings."""
        try:
            saved = json.loads(self.path.read_bytes())
            settings = type(self.settings)(**saved["settings"])
            counted = type(self.nothing)(**saved["counted"])
            if not counted.is_possible():
                raise ValueError(counted)
        except FileNotFoundError:
            return self.nothing
        except (ValueError, TypeError, KeyError):
            raise UserError("{name}不是這個命令的進度檔", name=quote(self.path.name)) from None
        if settings != self.settings:
            raise UserError(
                "{name}是另一組設定的進度檔：{settings}",
                name=quote(self.path.name),
                settings=listed(f"{n}={json.dumps(v)}" for n, v in settings._asdict().items()),
            )
        return counted

    def save(self, counted: Counted) -> None:
        """Replace the file in one step."""
        text = json.dumps({"settings": self.settings._asdict(), "counted": counted._asdict()})
        replace(self.path, text + "\n")


def add_up(
    counted: Counted, parts: Generator[Counted, None, None], saved: Checkpoint[Counted] | None
) -> tuple[Counted, Lost]:
    """Add parts as they come; return the sum, of fewer where Ctrl-C or lost workers end it."""
    try:
        with closing(parts):
            for part in parts:
                counted = counted.plus(part)
                if saved:
                    saved.save(counted)
    except KeyboardInterrupt:
        pass
    except LostError as lost:
        return counted, lost
    return counted, None
