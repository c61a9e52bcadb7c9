"""The options of `explain`, which all games share, and the output of reasons."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from cardjudge.columns import print_folded
from cardjudge.commands.document import write
from cardjudge.commands.rows import argument, option
from cardjudge.commands.types import Json
from cardjudge.errors import InputError, UserError
from cardjudge.files import STANDARD_OUTPUT, contents
from cardjudge.reasons import Reason, in_a_list, numbered

Line = Annotated[
    int | None,
    option("--line", least=1, metavar="行", help="只說明輸出的這一行。", shown="全部"),
]


class Explained(NamedTuple):
    """The options that choose what to explain and where to write the reasons."""

    file: Annotated[Path, argument(metavar="檔案", help="裁判的輸入。", shown="標準輸入")] = (
        STANDARD_OUTPUT
    )
    line: Line = None
    json: Json = None

    def data(self) -> bytes:
        """Return the judge's input."""
        return contents(self.file)

    def show(self, reasons: Iterable[Reason], command: str) -> None:
        """Print the reasons, or those for one line of the output, and write them as JSON.

        For wrong input it prints the reasons before the error, then raises the InputError.
        """
        documents: list[dict[str, Any]] = []
        error: UserError | None = None
        try:
            lines = numbered(reasons)
            for reason in in_a_list(lines) if self.line is None else _of(lines, self.line):
                if self.json != STANDARD_OUTPUT:
                    print_folded(reason.text())
                if self.json is not None:
                    documents.append(reason.document())
        except InputError as broken:
            error = broken
        if self.json is not None:
            write(self.json, command, {"reasons": documents})
        if error is not None:
            raise error


def _of(reasons: Iterable[Reason], line: int) -> Iterator[Reason]:
    """Yield the reasons for one line of the output; UserError if it has no such line."""
    last = 0
    for reason in reasons:
        last = max(last, reason.last)
        if reason.first <= line <= reason.last:
            yield reason
    if line > last:
        raise UserError("輸出只有 {last} 行，沒有第 {line} 行", last=last, line=line)
