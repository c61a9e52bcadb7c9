"""Options that several commands share, declared once: as the fields of a named tuple.

    class Range(NamedTuple):
        first: Annotated[int, typer.Option(help="…")] = 1
        last: Annotated[int, typer.Option(help="…")] = 9

    @app.command()
    @grouped
    def show(*, numbers: Range) -> None: ...

makes a command with the options ``--first`` and ``--last``, in the place of the parameter.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar, get_type_hints

Result = TypeVar("Result")


def grouped(command: Callable[..., Result]) -> Callable[..., Result]:
    """Return the command with the fields of each of its named tuples as parameters of its own."""
    declared = signature(command, eval_str=True)
    parameters = declared.parameters.values()
    groups = {each.name: each.annotation for each in parameters if _is_group(each.annotation)}

    @wraps(command)
    def take_all(**given: Any) -> Result:
        for name, group in groups.items():
            given[name] = group(**{field: given.pop(field) for field in group._fields})
        return command(**given)

    fields = [field for each in parameters for field in _fields(each)]
    take_all.__signature__ = declared.replace(parameters=fields)  # type: ignore[attr-defined]
    return take_all


def _is_group(annotation: Any) -> bool:
    return isinstance(annotation, type) and hasattr(annotation, "_fields")


def _fields(parameter: Parameter) -> Iterator[Parameter]:
    group = parameter.annotation
    if not _is_group(group):
        yield parameter
        return
    for name, hint in get_type_hints(group, include_extras=True).items():
        default = group._field_defaults.get(name, Parameter.empty)
        yield Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)
