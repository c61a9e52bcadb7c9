"""The options of the commands of a game: a level, and those of `review`."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from cardjudge import files
from cardjudge.commands.outputs import PAGE, file_to_write
from cardjudge.commands.rows import argument, option
from cardjudge.commands.types import Json, Seed, Workers
from cardjudge.doors import Row
from cardjudge.errors import InputError, nearest, quote, unknown
from cardjudge.language import say
from cardjudge.play.levels import NAMES, named

if TYPE_CHECKING:
    from cardjudge.play.review import Review, Spread
    from cardjudge.viewer import Frame


def _level(text: str) -> str:
    if (level := named(text)) is None:
        template = "等級是 easy（簡單）、normal（普通）或 hard（困難），不是{level}"
        error = say(template, level=quote(text))
        raise ValueError(unknown("{name}", error, nearest(text.lower(), NAMES), ()))
    return level


LEVEL = Row(
    "--level",
    "level",
    "對手：easy（簡單）、normal（普通）、hard（困難）。",
    "等級",
    reads=_level,
)

File = Annotated[Path, argument(metavar="檔案", help="裁判輸入，或存檔；- 是標準輸入。")]


Seat = Annotated[
    str | None,
    option(metavar="玩家", help="只看這位玩家：名字，或從 1 算起的號碼。", shown="每一位"),
]


class Precision(NamedTuple):
    """The options of an estimate."""

    playouts: Annotated[
        int | None,
        option(
            least=2,
            most=10**8,
            metavar="次數",
            help="每個決定模擬幾局，一半用來找最好的打法，一半用來比較。",
            shown="800",
        ),
    ] = None
    seed: Seed = 0
    workers: Workers = "1"

    def spread(self) -> "Spread":
        """Return the function that spreads play-outs over the workers."""
        from cardjudge.series.workers import spread

        return partial(spread, workers=self.workers, label=say("覆盤"))


class ReviewOutput(NamedTuple):
    """The options that choose the output."""

    html: Annotated[
        Path | None,
        file_to_write("寫成網頁：重播、勝率曲線、失誤與更好的打法。", "--html", endings=PAGE),
    ] = None
    json: Json = None

    def tell(
        self, name: str, review: "Review", frames: Sequence["Frame"], error: InputError | None
    ) -> None:
        """Write the page and the document that the user asks for, and print the table.

        An error that ended the game early is raised afterwards.
        """
        from cardjudge.commands.document import show
        from cardjudge.play.review import document, replay, table
        from cardjudge.viewer import page_of

        if self.html is not None:
            files.write(self.html, page_of(replay(review, frames)))
        text = "" if self.html == files.STANDARD_OUTPUT else table(review)
        show(text, self.json, name, document(review))
        if error is not None:
            raise error
