"""Results as JSON and back: what they are made of tells how, so that a new field needs no new line.

Dataclasses and named tuples become objects, enumerations their names, bytes text of one character
each. A field that is not there gets its default.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Container
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Kind = TypeVar("Kind")

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(value: Any, leave_out: Container[str] = ()) -> str:
    """Write a value, but for some of its own fields."""
    told = {name: part for name, part in _plain(value).items() if name not in leave_out}
    return _JSON.encode(told)


def decode(kind: Callable[..., Kind], text: str, **given: Any) -> Kind:
    """Make the value again, with the fields that were left out; ValueError where that cannot be."""
    try:
        return kind(**_parts(kind, json.loads(text)), **given)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(str(error)) from None


def _plain(value: Any) -> Any:
    kind: Any = type(value)
    names = _fields(kind)
    if names is not None:
        return {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return [_plain(part) for part in value] if isinstance(value, tuple | list) else value


@cache
def _fields(kind: Any) -> tuple[str, ...] | None:
    if is_dataclass(kind):
        return tuple(each.name for each in fields(kind))
    return getattr(kind, "_fields", None)


def _parts(kind: Any, data: dict[str, Any]) -> dict[str, Any]:
    makers = _makers(kind)
    return {name: makers[name](part) for name, part in data.items() if name in makers}


@cache
def _makers(kind: Any) -> dict[str, Callable[[Any], Any]]:
    """Return what makes each field of a kind from its JSON."""
    hints = get_type_hints(kind)
    return {name: _maker(hints[name]) for name in _fields(kind) or ()}


def _maker(kind: Any) -> Callable[[Any], Any]:
    parts = get_args(kind)
    if get_origin(kind) in (Union, types.UnionType):
        makers = [_maker(part) for part in parts if part is not types.NoneType]
        return lambda data: data if data is None or len(makers) > 1 else makers[0](data)
    if get_origin(kind) is tuple:
        makers = [_maker(part) for part in parts if part is not ...]
        return lambda data: tuple(makers[at % len(makers)](part) for at, part in enumerate(data))
    if kind is bytes:
        return lambda data: data.encode("latin-1")
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda data: kind[data]
    if _fields(kind) is not None:
        return lambda data: kind(**_parts(kind, data))
    return lambda data: data
