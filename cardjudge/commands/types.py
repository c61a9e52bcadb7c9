"""Options with the same meaning and bounds in every command."""

from pathlib import Path
from typing import Annotated, TypeAlias

from cardjudge.commands.outputs import JSON, file_to_write
from cardjudge.commands.rows import option
from cardjudge.doors import Row
from cardjudge.errors import quote
from cardjudge.language import say
from cardjudge.numbers import integer

MOST_SEED = 2**64 - 1
_SCHEME = "dask://"


def _workers(workers: str) -> str:
    """Return the workers in the form that `cardjudge.series.workers.spread` takes."""
    host, _, port = workers.removeprefix(_SCHEME).rpartition(":")
    cluster = workers.startswith(_SCHEME) and host and integer(port, 1, 65535)
    if not cluster and integer(workers, 1) is None:
        raise ValueError(
            say("應是至少 1 的個數，或 dask://主機:埠，不是{value}", value=quote(workers))
        )
    return workers


def seed(does: str = "亂數的種子：同樣的種子，同樣的結果。", default: str | None = None) -> Row:
    """Return the option of a seed; `default` is the default that the help shows."""
    return option("--seed", help=does, shown=default, least=0, most=MOST_SEED, metavar="種子")


Seed: TypeAlias = Annotated[int, seed()]
AnySeed: TypeAlias = Annotated[int | None, seed(default="每次不同")]
Workers: TypeAlias = Annotated[
    str,
    option(
        "--workers",
        metavar="個數",
        reads=_workers,
        help="工作行程的個數，或 dask://主機:埠 的 Dask 叢集；結果不受影響。",
    ),
]
Json: TypeAlias = Annotated[
    Path | None, file_to_write("把結果寫成一份 JSON；- 是標準輸出。", "--json", endings=JSON)
]
Plain: TypeAlias = Annotated[bool, option("--plain", help="不用顏色，不畫圖，不清螢幕。")]
