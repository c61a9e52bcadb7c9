"""Long counts that a file keeps, so that a run can stop and continue."""

import json
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

from cardjudge.errors import LostError, UserError, quote
from cardjudge.files import replace
from cardjudge.language import listed
from war.series.chunks import Series, Tally

Lost: TypeAlias = LostError | None
"""The error of lost workers that ended a count early, or None."""


class Checkpoint:
    """The counts of a series so far, in a file that is always complete.

    Without a path it keeps no file. UserError if the file belongs to another series.
    """

    def __init__(self, path: Path | None, series: Series) -> None:
        self.path = path
        self.series = series
        self.counted = Tally() if path is None or not path.exists() else self._load(path)

    def _load(self, path: Path) -> Tally:
        try:
            saved = json.loads(path.read_bytes())
            series = Series(**saved["settings"])
            counted = Tally(**saved["counted"])
            if not counted.is_possible():
                raise ValueError(counted)
        except (ValueError, TypeError, KeyError):
            raise UserError("{name}不是這個命令的進度檔", name=quote(path.name)) from None
        if series != self.series:
            raise UserError(
                "{name}是另一組設定的進度檔：{settings}",
                name=quote(path.name),
                settings=listed(f"{n}={json.dumps(v)}" for n, v in series._asdict().items()),
            )
        return counted

    def add_up(self, parts: Generator[Tally, None, None]) -> tuple[Tally, Lost]:
        """Add the parts; return the sum, which Ctrl-C or lost workers may cut short."""
        try:
            with closing(parts):
                for part in parts:
                    self._add(part)
        except KeyboardInterrupt:
            pass
        except LostError as lost:
            return self.counted, lost
        return self.counted, None

    def _add(self, part: Tally) -> None:
        self.counted = self.counted.plus(part)
        if self.path is not None:
            known = {"settings": self.series._asdict(), "counted": self.counted._asdict()}
            replace(self.path, json.dumps(known) + "\n")
