"""Patterns of other packages, found through the entry points of the group ``big2.patterns``.

A package is loaded only when one of its patterns is asked for by name: what is merely installed
never changes a judged byte.
"""

from importlib.metadata import EntryPoint, entry_points

from big2.patterns import BUILTIN, Chain, Pattern

GROUP = "big2.patterns"


def available() -> tuple[EntryPoint, ...]:
    """The entry points of all installed patterns, not loaded; each has its pattern's name."""
    return tuple(sorted(entry_points(group=GROUP), key=lambda entry: entry.name))


def select(names: list[str]) -> Chain:
    """Return the chain of the named patterns: installed ones lead in the order given.

    LookupError with the name if nothing has it; ImportError with the name, from its cause, if the
    package cannot be loaded; TypeError with the name if what it has is no `Pattern` of this name.
    """
    found = {entry.name: entry for entry in available()}
    newcomers: list[type[Pattern]] = []
    for name in names:
        if name in BUILTIN.names:
            continue
        if name not in found:
            raise LookupError(name)
        try:
            pattern = found[name].load()
        except Exception as cause:
            raise ImportError(name) from cause
        if not (isinstance(pattern, type) and issubclass(pattern, Pattern)) or pattern.name != name:
            raise TypeError(name)
        newcomers.append(pattern)
    return BUILTIN.only(names).led_by(*newcomers)
