"""Games to step through in a browser: one viewer, for standalone pages and for the web page.

Cards are written in the notation of the judges: ``H[10]``, ``55(7)``.
"""

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from cardjudge.files import HTML
from cardjudge.language import is_chinese, say


class Play(NamedTuple):
    """What a player did last; an unknown move has neither name nor cards."""

    name: str
    cards: Sequence[str]


class Line(NamedTuple):
    """A row of cards: a player's, or one on the table."""

    name: str
    cards: Sequence[str]
    note: str = ""
    state: str = ""
    """``turn`` or ``winner`` for a player, ``better`` for cards of a better play."""
    tried: Sequence[int] = ()
    """Indices of the cards of an illegal step."""
    places: int = 0
    """Cards that the row can hold before the next one has a consequence; 0 without such a bound."""
    pile: bool = False
    """Whether the number of its only card is a pile of so many stones."""
    played: Play | None = None
    held: int = 0
    """Cards of a player that nobody sees."""


class Frame(NamedTuple):
    """The view after a step; the first frame is the view before all steps."""

    says: str
    """The judge's lines."""
    fault: str
    """The reason why the step was illegal; empty for a legal one."""
    rows: Sequence[Line]
    """The rows on the table."""
    seats: Sequence[Line]


class Curve(NamedTuple):
    """The value of the game for a player, from 0 to 1, by step."""

    name: str
    player: int
    points: Sequence[tuple[int, float]]


class Mark(NamedTuple):
    """A marked point of a curve, with its explanation."""

    step: int
    player: int
    value: float
    says: str


_WORDS = (
    *("播放", "暫停", "第幾步", "第一步", "上一步", "下一步", "最後一步", "桌面", "發生的事"),
    *("{suit} {rank}", "梅花", "方塊", "紅心", "黑桃", "{number}，{heads} 個牛頭"),
    *("勝率曲線", "蓋著的牌", "{stones} 顆"),
)


def words() -> dict[str, str]:
    """Return the viewer's words in the user's language."""
    return {word: say(word) for word in _WORDS}


def document(
    title: str, frames: Sequence[Frame], curves: Sequence[Curve] = (), marks: Sequence[Mark] = ()
) -> dict[str, Any]:
    """Return a game as the document that the viewer reads."""
    lines, points = ([part._asdict() for part in parts] for parts in (curves, marks))
    return {"title": title, "frames": [*map(as_members, frames)], "curves": lines, "marks": points}


def as_members(frame: Frame) -> dict[str, Any]:
    """Return a frame as the viewer and the page's table read it."""
    rows, seats = ([line._asdict() for line in lines] for lines in (frame.rows, frame.seats))
    return {**frame._asdict(), "rows": rows, "seats": seats}


def page_of(game: dict[str, Any]) -> str:
    """Return a game, given as `document` returns it, as one page that loads nothing else."""
    data = json.dumps([game, words()], ensure_ascii=False, separators=(",", ":"))
    parts = {
        "/*language*/": "zh-Hant-TW" if is_chinese() else "en",
        "/*colours*/": colours(),
        "/*cards*/": _file("cards.css"),
        "/*style*/": _file("viewer.css"),
        "/*code*/": _file("viewer.js"),
        # Inside a script, "</script>" and "<!--" have a meaning even within quotes.
        "/*game*/": data.replace("<", "\\u003c"),
    }
    made = f"{HTML}{_file('page.html')}"
    for place, part in parts.items():
        made = made.replace(place, part)
    return made


def colours() -> str:
    """Return the style sheet with the colours of all pages, light and dark."""
    return _file("colours.css")


def _file(name: str) -> str:
    return files("cardjudge.viewer").joinpath(name).read_text(encoding="utf-8")
