"""Patterns of other packages, which name them as entry points of the group ``big2.patterns``.

The kit loads a package only if the user names one of its patterns, so an installed package never
changes the output of a judge by itself.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from big2.patterns import BUILTIN, Cards, Chain, Key, Pattern, Play, Trump
from cardjudge.errors import UserError, quote
from cardjudge.language import listed

GROUP = "big2.patterns"


class PatternError(UserError):
    """A pattern raised an exception; the message names the pattern, the error and the line."""

    def __init__(self, pattern: Pattern, cause: BaseException) -> None:
        from traceback import extract_tb  # only a failure needs this module

        *_, last = extract_tb(cause.__traceback__)
        super().__init__(
            "牌型{name}出錯：{kind}：{cause}（{file} 第 {line} 行）",
            name=quote(pattern.name),
            kind=type(cause).__name__,
            cause=cause,
            file=last.filename,
            line=last.lineno,
        )


@contextmanager
def _blaming(pattern: Pattern) -> Iterator[None]:
    try:
        yield
    except PatternError:  # of a pattern that it asks
        raise
    except (Exception, SystemExit) as error:
        raise PatternError(pattern, error) from error


def guarded(kind: type[Pattern]) -> type[Pattern]:
    """Return a pattern of another package, whose errors are `PatternError`.

    One that has `ways` is a trump, whatever it is a subclass of.
    """
    base: Any = kind if issubclass(kind, Trump) else type(kind.__name__, (kind, Trump), {})

    class Guarded(base if getattr(kind, "ways", 0) else kind):  # type: ignore[misc]
        def key(self, cards: Cards) -> Key | None:
            with _blaming(self):
                key: Key | None = super().key(cards)
                return key

        def beats(self, play: Play, top: Play) -> bool:
            with _blaming(self):
                return bool(super().beats(play, top))

        def choices(self, hand: Cards) -> Iterator[Cards]:
            with _blaming(self):
                yield from super().choices(hand)

    return Guarded


def available() -> tuple[EntryPoint, ...]:
    """Return the entry points of all installed patterns without loading them, by pattern name."""
    return tuple(sorted(entry_points(group=GROUP), key=lambda entry: entry.name))


def load(entry: EntryPoint) -> type[Pattern]:
    """Return the pattern of an entry point; UserError if it names no pattern of this name."""
    name = quote(entry.name)
    try:
        pattern = entry.load()
        if isinstance(pattern, type) and not getattr(pattern, "__abstractmethods__", ()):
            pattern()
    except (Exception, SystemExit) as cause:
        why = f"{type(cause).__name__}: {cause}"
        raise UserError("{name}的套件無法載入：{why}", name=name, why=why) from cause
    if not (isinstance(pattern, type) and issubclass(pattern, Pattern)):
        raise UserError("{name}的套件給的不是牌型：要是 Pattern 的子類別", name=name)
    kind = pattern.__qualname__
    if getattr(pattern, "name", None) != entry.name:
        raise UserError("{name}的類別 {kind} 的 name 要是{name}", name=name, kind=kind)
    if pattern.__abstractmethods__:
        raise UserError("{name}的類別 {kind} 沒有 key", name=name, kind=kind)
    return guarded(pattern)


def select(names: Sequence[str]) -> Chain:
    """Return the chain of the named patterns; installed ones come first, in the order given.

    UserError for an unknown pattern or a faulty package.
    """
    entries = {entry.name: entry for entry in available()}
    for name in names:
        if name not in entries and name not in BUILTIN.names:
            known = listed([*BUILTIN.names, *entries])
            raise UserError("沒有{name}這個牌型（有的是：{known}）", name=quote(name), known=known)
    newcomers = [load(entries[name]) for name in names if name not in BUILTIN.names]
    return BUILTIN.only(names).led_by(*newcomers)
