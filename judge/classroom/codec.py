"""Results as JSON and back: what they are made of tells how, so that a new field needs no new line.

Dataclasses and named tuples become objects, enumerations their names, bytes text of one character
each. A field that is not there gets its default.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

Kind = TypeVar("Kind")


def encode(value: Any, leave_out: Iterable[str] = ()) -> str:
    """Write a value, but for some of its own fields."""
    told = {name: part for name, part in _encoded(value).items() if name not in leave_out}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def decode(kind: Callable[..., Kind], text: str, **given: Any) -> Kind:
    """Make the value again, with the fields that were left out; ValueError where that cannot be."""
    try:
        return kind(**_decoded_fields(kind, json.loads(text)), **given)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(str(error)) from None


def _encoded(value: Any) -> Any:
    if is_dataclass(value):
        return {each.name: _encoded(getattr(value, each.name)) for each in fields(value)}
    if hasattr(value, "_asdict"):
        return {name: _encoded(part) for name, part in value._asdict().items()}
    if isinstance(value, Enum):
        return value.name
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, tuple | list):
        return [_encoded(part) for part in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)


def _decoded_fields(kind: Any, data: dict[str, Any]) -> dict[str, Any]:
    hints = _hints(kind)
    return {name: _decoded(hints[name], data[name]) for name in hints.keys() & data.keys()}


def _decoded(kind: Any, data: Any) -> Any:
    origin = get_origin(kind)
    if data is None or origin is Literal:
        return data
    if origin in (Union, types.UnionType):
        kinds = [each for each in get_args(kind) if each is not type(None)]
        return _decoded(kinds[0], data) if len(kinds) == 1 else data
    if isinstance(data, list):
        return tuple(_decoded(each, part) for each, part in zip(_each(kind), data, strict=False))
    if isinstance(data, dict) and isinstance(kind, type) and kind is not dict:
        return kind(**_decoded_fields(kind, data))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind[data]
    return data.encode("latin-1") if kind is bytes else data


def _each(kind: Any) -> Iterable[Any]:
    """Yield the kinds of the parts of a tuple, as many as there may be."""
    parts = get_args(kind) or (Any, ...)
    if len(parts) == 2 and parts[1] is ...:
        while True:
            yield parts[0]
    yield from parts
