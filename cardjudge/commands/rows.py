"""The rows of a command: declared in the signature of its function, read by Typer.

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

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from enum import Enum
from inspect import Parameter, Signature, signature
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from cardjudge.doors import Row

More: TypeAlias = Mapping[str, Sequence[Row]]
"""Rows by the name of the parameter that gets their values."""
NO_ROWS: More = MappingProxyType({})
_NO = Parameter.empty
_BY_NAME = ("--",)
"""The flags of an option that has the name of its parameter."""


class Asked(Exception):  # noqa: N818  (it is no error)
    """An option was given that acts in place of the command."""

    def __init__(self, row: Row, value: Any) -> None:
        super().__init__(row.name)
        self.row, self.value = row, value


class UnreadError(Exception):
    """Typer does not understand the words; the rows tell what was meant."""


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


def parsed(
    rows: Iterable[Row], words: Sequence[str], interspersed: bool = True
) -> tuple[dict[str, Any], list[str]]:
    """Return the values that the words give, by keyword, and the words that are left.

    Typer, which loads slowly, reads them, and knows only the rows that they name. `Asked`;
    UserError for a wrong value; `UnreadError`.
    """
    import typer

    named = [row for row in rows if not row.flags or row.acts or _is_named(row, words)]
    app = typer.Typer(add_completion=False)
    settings = {"allow_extra_args": True, "allow_interspersed_args": interspersed}
    app.command(add_help_option=False, context_settings=settings)(function_of(named, _for_values))
    # Reason: only the context has the words that are left, which an argument would take.
    try:
        context = typer.main.get_command(app).make_context("", [*words])
    except typer.TyperException as error:
        raise UnreadError(error.message) from None
    given = {row.keyword: _value(row, context.params[row.keyword]) for row in named}
    return {name: value for name, value in given.items() if value is not None}, context.args


def function_of(rows: Iterable[Row], shown: Callable[[Row], dict[str, Any]]) -> Callable[..., None]:
    """Return a function whose parameters make Typer know the rows; nothing calls it."""
    import typer

    def declared(**_: Any) -> None: ...

    parameters = []
    for row in rows:
        made = typer.Option if row.flags else typer.Argument
        kind: Any = bool if row.is_flag else list[str] if row.many else str
        hint = Annotated[kind | None, made(*row.flags, **shown(row))]
        usual: Any = {"default": False if row.is_flag else None, "annotation": hint}
        parameters.append(Parameter(row.keyword, Parameter.KEYWORD_ONLY, **usual))
    # Reason: Typer knows only the parameters of a function, and rows are known at run time.
    declared.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return declared


def _for_values(row: Row) -> dict[str, Any]:
    """Return the keywords with which Typer reads the values of a row."""

    def act(value: Any) -> None:
        if value:
            raise Asked(row, value)

    acts = {"is_eager": True, "callback": act} if row.acts else {}
    return acts if row.is_flag else {"parser": row.read, **acts}


def _is_named(row: Row, words: Sequence[str]) -> bool:
    """Return whether a word may name an option; ``-o`` may have its value behind it."""
    starts = [flag if len(flag) == 2 else f"{flag}=" for flag in row.flags]
    return any(word in row.flags or word.startswith(tuple(starts)) for word in words)


def _value(row: Row, value: Any) -> Any:
    """Return the value of a row, or None if no word gave it."""
    if row.many or row.is_flag:
        return (value or None) and (list(value) if row.many else value)
    return value


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
