"""Options that several commands share, declared once as the fields of a named tuple.

    class Range(NamedTuple):
        first: Annotated[int, typer.Option(help="…")] = 1
        last: Annotated[int, typer.Option(help="…")] = 9

    @app.command()
    @grouped
    def show(*, numbers: Range) -> None: ...

gives the command the options ``--first`` and ``--last`` in place of the parameter.

An option that is not given is None if its default is decided later: the field `usual` of the tuple,
which is no option, has a value of the same name, and the help shows that value. A command changes
its defaults with another `usual` in the parameter's default.
"""

from collections.abc import Callable, Iterator
from copy import copy
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

import typer

from cardjudge.commands.completion import list_of
from cardjudge.doors import Option

_NO = Parameter.empty
Result = TypeVar("Result")


def option(declared: Option) -> Any:
    """Return the Typer option for an option of judge mode."""
    own: dict[str, Any] = {
        "metavar": declared.metavar,
        "help": declared.help,
        "min": declared.least,
        "max": declared.most,
        "show_default": declared.shown or True,
        "autocompletion": declared.words and list_of(declared.words, twice=False),
    }
    return typer.Option(declared.flag, **own)


def type_of(declared: Option) -> Any:
    """Return the type of the values of an option of judge mode, for Typer."""
    if declared.metavar is None:
        return bool
    if declared.values:
        return Literal[*declared.values]
    return str if declared.least is None else int


def grouped(command: Callable[..., Result]) -> Callable[..., Result]:
    """Return the command with the fields of its named tuples as separate parameters."""
    declared = signature(command, eval_str=True)
    parameters = declared.parameters.values()
    groups = {group.name: group for group in parameters if _is_group(group.annotation)}

    @wraps(command)
    def take_all(**values: Any) -> Result:
        for name, group in groups.items():
            own = {field.name: values.pop(field.name) for field in _fields(group)}
            known = group.default
            values[name] = (group.annotation if known is _NO else known._replace)(**own)
        return command(**values)

    fields = [field for parameter in parameters for field in _fields(parameter)]
    take_all.__signature__ = declared.replace(parameters=fields)  # type: ignore[attr-defined]
    return take_all


def _is_group(annotation: Any) -> bool:
    return isinstance(annotation, type) and hasattr(annotation, "_fields")


def _fields(parameter: Parameter) -> Iterator[Parameter]:
    group = parameter.annotation
    if not _is_group(group):
        yield parameter
        return
    known = group._field_defaults
    usual = known.get("usual") if parameter.default is _NO else parameter.default.usual
    for name, hint in get_type_hints(group, include_extras=True).items():
        if name != "usual":
            shown = _showing(hint, getattr(usual, name)) if hasattr(usual, name) else hint
            default = known.get(name, _NO)
            yield Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=shown)


def _showing(hint: Any, usual: object) -> Any:
    """Return the type of an option, whose help shows its usual value."""
    option = copy(hint.__metadata__[0])
    option.show_default = str(usual)
    return Annotated[hint.__origin__, option]
