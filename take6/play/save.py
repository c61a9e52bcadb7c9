"""Saved games: readable text files from which a game continues exactly."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from cardjudge.errors import UserError
from cardjudge.numbers import integer
from take6.game import FEWEST, MOST, Rule
from take6.play.session import Session
from take6.text import MOST_THRESHOLD

if TYPE_CHECKING:
    from take6.rule import Ranking

TITLE = "誰是牛頭王的存檔，第 1 版"
_RULE, _SEED, _SEATS, _NAME, _SUM = "門檻", "種子", "座位", "名字", "檢查碼"
_CARDS, _ROW, _HIDDEN = "出牌", "拿走的列", "玩家與暗牌"
_LARGEST = 1 << 16


def dump(session: Session) -> str:
    """Return a session as text; the last line is a checksum of the lines before it."""
    rule = session.rule
    lines = [
        TITLE,
        f"{_RULE}：{rule.threshold or '無'} {rule.ranking}",
        f"{_SEED}：{session.seed}",
        f"{_SEATS}：{' '.join(session.levels)}",
        *(f"{_NAME}：{seat} {name}" for seat, name in enumerate(session.names, 1) if name),
        *map(_move, session.game.moves),
        *(f"{_HIDDEN}：{seat + 1} {card}" for seat, card in session.hidden.items()),
    ]
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}{_SUM}：{zlib.crc32(text.encode()):08x}\n"


def _move(move: tuple[int, ...]) -> str:
    """Return the cards of a round, or the row that was taken, counted from 1, as text."""
    if len(move) == 1:
        return f"{_ROW}：{move[0] + 1}"
    return f"{_CARDS}：{' '.join(map(str, move))}"


def parse(text: str) -> Session:
    """Return the session of a text by `dump`; UserError for any other text."""
    if text.startswith(TITLE[:-3]) and not text.startswith(f"{TITLE}\n"):
        raise UserError("這是別的版本的存檔")
    if not text.startswith(f"{TITLE}\n"):
        raise UserError("這不是誰是牛頭王的存檔")
    body, _, checksum = text.rpartition(f"{_SUM}：")
    if checksum != f"{zlib.crc32(body.encode()):08x}\n":
        raise UserError("存檔已損壞：內容與檢查碼不符")
    try:
        return _session([line.split("：", 1) for line in body.splitlines()[1:]])
    except (ValueError, KeyError, IndexError):
        raise UserError("存檔已損壞：內容不是一場遊戲") from None


def _session(fields: list[list[str]]) -> Session:
    (_, rule), (_, seed), (_, seats) = fields[:3]
    threshold, rank_by = rule.split()
    levels = seats.split()
    if not FEWEST <= len(levels) <= MOST or rank_by not in ("mad-first", "index"):
        raise ValueError(levels)
    ranking: Ranking = "index" if rank_by == "index" else "mad-first"
    limit = None if threshold == "無" else _number(threshold, 1, MOST_THRESHOLD)
    names = dict(_named(value) for field, value in fields[3:] if field == _NAME)
    called = [names.get(seat, "") for seat in range(1, len(levels) + 1)]
    session = Session(levels, Rule(limit, ranking), seed, called)
    for field, value in fields[3:]:
        if field != _NAME:
            _repeat(session, field, [_number(word) for word in value.split()])
    return session


def _named(value: str) -> tuple[int, str]:
    seat, name = value.split(" ", 1)
    return _number(seat, 1, MOST), name


def _number(word: str, least: int = 0, most: int | None = None) -> int:
    value = integer(word, least, most)
    if value is None:
        raise ValueError(word)
    return value


def _repeat(session: Session, field: str, numbers: list[int]) -> None:
    if field == _CARDS:
        session.repeat(numbers)
    elif field == _ROW:
        session.repeat([numbers[0] - 1])
    elif field == _HIDDEN:
        seat, card = numbers
        if session.awaited is None or session.game.undercut is not None:
            raise ValueError(seat)
        if seat - 1 not in session.people or card not in session.game.hands[seat - 1]:
            raise ValueError(card)
        session.hidden[seat - 1] = card
    else:
        raise ValueError(field)


def read(path: Path) -> Session:
    """Return the session of a file; UserError if it is not a save, OSError if it is unreadable."""
    with path.open("rb") as file:
        data = file.read(_LARGEST)
    try:
        return parse(data.decode())
    except UnicodeDecodeError:
        raise UserError("這不是誰是牛頭王的存檔") from None
