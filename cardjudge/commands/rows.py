"""The rows of a command, declared in the signature of its function.

    class Range(NamedTuple):
        first: Annotated[int, option(help="…")] = 1
        last: Annotated[int, option(help="…")] = 9

    @app.command()
    def show(folder: Annotated[Path, argument(…)], *, numbers: Range) -> None: ...

gives the command an argument and the options ``--first`` and ``--last``, whose values the function
gets as the parameter.

An option that is not given is None if its default is decided later: the field `usual` of the tuple,
which is no option, has a value of the same name, and the help shows that value. A command changes
its defaults with another `usual` in the parameter's default.

A parameter may also have rows that are known at run time (`more`): the function gets a mapping of
the values that are given, by keyword.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from enum import Enum
from inspect import Parameter, signature
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from cardjudge.doors import Row

More: TypeAlias = Mapping[str, Sequence[Row]]
"""Rows by the name of the parameter that gets their values."""
NO_ROWS: More = MappingProxyType({})
_NO = Parameter.empty
_BY_NAME = ("--",)
"""The flags of an option that has the name of its parameter."""


def option(*flags: str, help: str, **own: Any) -> Row:
    """Return an option; its keyword and the kind of its value are those of the parameter."""
    return Row(flags or _BY_NAME, "", help, **own)


def argument(*, help: str, **own: Any) -> Row:
    """Return an argument."""
    return Row((), "", help, **own)


def rows_of(function: Callable[..., Any], more: More = NO_ROWS) -> list[Row]:
    """Return the rows that the parameters of a function declare, with the rows of `more`."""
    return [row for parameter in _parameters(function, more) for row in _rows(parameter)]


def arranged(
    function: Callable[..., Any], values: Mapping[str, Any], more: More = NO_ROWS
) -> dict[str, Any]:
    """Return the arguments of a function: the values given, or else the usual ones, by parameter.

    A parameter that declares no row is not among them.
    """
    result: dict[str, Any] = {}
    for parameter in _parameters(function, more):
        rows = _rows(parameter)
        if parameter.name in more:
            given = [row.keyword for row in rows if row.keyword in values]
            result[parameter.name] = {keyword: values[keyword] for keyword in given}
            continue
        own = {row.keyword: values.get(row.keyword, copy(row.usual)) for row in rows}
        if _is_group(parameter.annotation):
            known = parameter.default
            make = parameter.annotation if known is _NO else known._replace
            result[parameter.name] = make(**own)
        else:
            result |= own
    return result


def _parameters(function: Callable[..., Any], more: More) -> Iterator[Parameter]:
    """Yield the parameters that declare rows: the annotation is a row's, or a group of rows."""
    for parameter in signature(function, eval_str=True).parameters.values():
        if parameter.name in more:
            yield parameter.replace(annotation=more[parameter.name])
        elif _is_group(parameter.annotation) or get_origin(parameter.annotation) is Annotated:
            yield parameter


def _rows(parameter: Parameter) -> list[Row]:
    group = parameter.annotation
    if isinstance(group, Sequence):
        return [*group]
    if not _is_group(group):
        return [_declared(parameter.name, group, parameter.default)]
    known = group._field_defaults
    usual = known.get("usual") if parameter.default is _NO else parameter.default.usual
    rows = []
    for name, hint in get_type_hints(group, include_extras=True).items():
        if name != "usual":
            rows.append(row := _declared(name, hint, known.get(name, _NO)))
            if hasattr(usual, name):
                row.shown = str(getattr(usual, name))
    return rows


def _is_group(annotation: Any) -> bool:
    return isinstance(annotation, type) and hasattr(annotation, "_fields")


def _declared(name: str, hint: Any, default: Any) -> Row:
    """Return the row of a parameter, which has its name, its kind and its default."""
    row: Row = copy(next(each for each in hint.__metadata__ if isinstance(each, Row)))
    if row.flags == _BY_NAME:
        row.flags = (f"--{name.replace('_', '-')}",)
    kinds = [kind for kind in _parts(hint.__origin__) if kind is not NoneType]
    kind = kinds[0]
    if get_origin(kind) is list:
        row.many, kind = True, get_args(kind)[0]
    if get_origin(kind) is Literal:
        row.values, kind = get_args(kind), str
    elif isinstance(kind, type) and issubclass(kind, Enum):
        row.values = [each.value for each in kind]
    row.keyword, row.usual = name, None if default is _NO else default
    row.kind = row.kind if kind is Any else kind
    row.required = default is _NO and not row.flags
    return row


def _parts(hint: Any) -> Sequence[Any]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else [hint]
