"""Long counts: added up as they come, kept in a file, cut short and taken up again."""

import json
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar

from cardjudge.errors import LostError, UserError, quote
from cardjudge.files import replace
from cardjudge.language import listed


class _Count(Protocol):
    """A named tuple that is counted in parts, and knows whether it can have been counted."""

    def plus(self, other: Self) -> Self: ...

    def is_possible(self) -> bool: ...

    def _asdict(self) -> dict[str, Any]: ...


Counted = TypeVar("Counted", bound=_Count)
Lost: TypeAlias = LostError | None
"""Why not all was counted, where workers are lost."""


class Checkpoint(Generic[Counted]):
    """What has been counted under some settings, in a file that is complete whenever one stops.

    Without a path nothing is kept. UserError if the file is none of these settings.
    """

    def __init__(self, path: Path | None, settings: Any, nothing: Counted) -> None:
        self.path = path
        self.settings = settings
        self.counted = nothing if path is None or not path.exists() else self._load(path, nothing)

    def _load(self, path: Path, nothing: Counted) -> Counted:
        try:
            saved = json.loads(path.read_bytes())
            settings = type(self.settings)(**saved["settings"])
            counted = type(nothing)(**saved["counted"])
            if not counted.is_possible():
                raise ValueError(counted)
        except (ValueError, TypeError, KeyError):
            raise UserError("{name}不是這個命令的進度檔", name=quote(path.name)) from None
        if settings != self.settings:
            raise UserError(
                "{name}是另一組設定的進度檔：{settings}",
                name=quote(path.name),
                settings=listed(f"{n}={json.dumps(v)}" for n, v in settings._asdict().items()),
            )
        return counted

    def add_up(self, parts: Generator[Counted, None, None]) -> tuple[Counted, Lost]:
        """Add parts as they come; return the sum, of fewer where Ctrl-C or lost workers end it."""
        try:
            with closing(parts):
                for part in parts:
                    self._add(part)
        except KeyboardInterrupt:
            pass
        except LostError as lost:
            return self.counted, lost
        return self.counted, None

    def _add(self, part: Counted) -> None:
        self.counted = self.counted.plus(part)
        if self.path is not None:
            known = {"settings": self.settings._asdict(), "counted": self.counted._asdict()}
            replace(self.path, json.dumps(known) + "\n")
