"""Tables of users in TOML, each checked by the annotations of a NamedTuple or a dataclass.

An annotation is the type of the value and a `Must`. Fields without a `Must` are no keys.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from inspect import signature
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from cardjudge.errors import UserError, quote
from cardjudge.language import listed, say

_KINDS: dict[Any, tuple[type, ...]] = {
    str: (str,),
    bool: (bool,),
    int: (int,),
    float: (int, float),
    date: (date, datetime),
    tuple: (list,),
    Mapping: (dict,),
    Literal: (str,),
    NoneType: (),
}
"""The types of a value in TOML, by the type of its field."""


class Must(NamedTuple):
    """The requirement on a value of a table, as a function and in words."""

    fits: Callable[[Any], object]
    words: str
    kind: type | None = None
    """The type in TOML, if it is not that of the field."""


def are_words(value: Iterable[object]) -> bool:
    """Return whether all items of a list are texts."""
    return all(isinstance(word, str) for word in value)


def faults(of: type, values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each key of a table that is unknown, missing or wrong, with the reason."""
    hints = get_type_hints(of, include_extras=True)
    hints = {key: hint for key, hint in hints.items() if hasattr(hint, "__metadata__")}
    for key in sorted(values.keys() - hints.keys()):
        yield key, say("不認得{key}（有的是：{known}）", key=quote(key), known=listed(hints))
    needed = {key for key, own in signature(of).parameters.items() if own.default is own.empty}
    for key, hint in hints.items():
        must: Must = hint.__metadata__[0]
        value = values.get(key)
        parts = {"key": key, "must": say(must.words), "value": f"{value!r:.60}"}
        if key not in values and key in needed:
            yield key, say("缺少 {key}：{must}", **parts)
        kinds = (must.kind,) if must.kind else _kinds(hint.__origin__)
        if key in values and not (type(value) in kinds and must.fits(value)):
            yield key, say("{key} 應是：{must}，不是 {value}", **parts)


def check(of: type, values: object, place: str) -> None:
    """Raise UserError for the first key of a table that is wrong; `place` says where it is."""
    for _, reason in faults(of, table(values, place)):
        raise UserError("{place}：{reason}", place=place, reason=reason)


def table(value: object, place: str) -> dict[str, Any]:
    """Return a value that is a table; UserError if it is not."""
    if not isinstance(value, dict):
        raise UserError("{place}：{reason}", place=place, reason=say("這不是一個表"))
    return value


def _kinds(hint: Any) -> tuple[type, ...]:
    if isinstance(hint, UnionType):
        return tuple(kind for each in get_args(hint) for kind in _kinds(each))
    return _KINDS[get_origin(hint) or hint]
