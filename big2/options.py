"""The options of the judge."""

from __future__ import annotations

from big2.patterns import BUILTIN
from big2.text import COMMAS
from cardjudge.doors import Row
from cardjudge.errors import UserError, quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from big2.patterns import Chain


def chain_of(text: str | None) -> Chain:
    """Return the chain of the named patterns; UserError for an unknown name."""
    if text is None:
        return BUILTIN
    names = [word.strip() for word in text.replace("，", ",").split(",")]
    for name in names:
        if names.count(name) > 1:
            raise UserError("--patterns 裡重複的牌型：{name}", name=quote(name))
    if all(name in BUILTIN.names for name in names):
        return BUILTIN.only(names)
    from big2.patterns import installed  # loading importlib.metadata takes 30 ms

    return installed.select(names)


def _complete_patterns(incomplete: str) -> list[str]:
    from big2.patterns import installed
    from cardjudge.commands.completion import list_of

    names = [*BUILTIN.names, *(entry.name for entry in installed.available())]
    return list_of(lambda: names)(incomplete)


PUNCTUATION = Row(
    "--punctuation",
    "comma",
    "訊息裡的逗號：fullwidth 是「，」，ascii 是「,」。",
    "逗號",
    tuple(COMMAS),
    reads=COMMAS.__getitem__,
    usual="fullwidth",
)
PATTERNS = Row(
    "--patterns",
    "chain",
    "只用這些牌型，以逗號分隔，例如 單張,對子；也可以用其他套件的牌型。",
    "牌型",
    reads=chain_of,
    shown="全部的內建牌型",
    words=_complete_patterns,
)
OPTIONS = PUNCTUATION, PATTERNS
