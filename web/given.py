"""The settings and the names of seats that all tables of the page share."""

from __future__ import annotations

from typing import Any

from cardjudge.errors import UserError, quote
from cardjudge.language import say
from cardjudge.numbers import integer

_MOST_SEED = 2**64 - 1
State = dict[str, Any]


def seed_of(given: State) -> int:
    """Return the seed of the settings; UserError for an invalid seed."""
    number = integer(str(given["seed"]), 0, _MOST_SEED)
    if number is None:
        raise UserError("種子應該是整數，不是{seed}", seed=quote(str(given["seed"])))
    return number


def named(number: int, is_person: bool) -> str:
    """Return the name of a seat, counted from 1."""
    name = say("玩家 {number}", number=number + 1)
    return say("{name}（你）", name=name) if is_person else name
