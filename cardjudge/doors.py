"""The rows of commands, and the options of judge mode, which are read before Typer is loaded.

Arguments that are not plainly right are read by the command's application, which words the error.
"""

from __future__ import annotations

from cardjudge.errors import UserError, quote, unknown
from cardjudge.language import listed, say
from cardjudge.numbers import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

_LARGEST = 10**4300
"""Larger than any integer that `integer` reads."""
_LONGEST = 1e9
"""Seconds that protect the clocks of the system, which is no rule for users."""


class Row:
    """An option or an argument of a command: its names, its page of help, and its values.

    An argument has no `flags`. `keyword` is the parameter of the function; `kind` turns the typed
    text into its value, and a flag's is `bool`. A value is one of `values`, a number of at least
    `least` and at most `most`, or any text, and `reads` converts it; it may raise UserError, or
    ValueError with a reason. A row that is not given has the value `usual`, which the help shows as
    `shown`. `words` completes a value; `section` is the title of a section of options that several
    commands share. `in_case` tells that a record of the game has the value, so `replay` and
    `review` do not ask for it. `output` tells what the option writes. An option that `acts` does so
    in place of the command. A row with `many` values takes a list.
    """

    def __init__(
        self,
        flags: str | Sequence[str],
        keyword: str,
        help: str,
        metavar: str | None = None,
        values: Sequence[str] = (),
        least: float | None = None,
        reads: Callable[[Any], Any] | None = None,
        most: float | None = None,
        usual: object = None,
        shown: str | None = None,
        words: Callable[[str], Iterable[str]] | None = None,
        section: str = "",
        in_case: bool = False,
        output: Any = None,
        acts: bool = False,
        kind: Callable[[str], Any] | None = None,
        many: bool = False,
    ) -> None:
        self.flags = (flags,) if isinstance(flags, str) else tuple(flags)
        self.keyword, self.help, self.metavar, self.values = keyword, help, metavar, values
        self.least, self.most, self.reads = least, most, reads
        self.usual, self.shown, self.words, self.section = usual, shown, words, section
        self.in_case, self.output, self.acts = in_case, output, acts
        of_text: Callable[[str], Any] = str if least is None else int
        self.kind: Callable[[str], Any] = kind or (bool if metavar is None else of_text)
        self.many, self.required = many, False

    @property
    def name(self) -> str:
        """The longest flag, or the words of an argument."""
        return max(self.flags, key=len) if self.flags else say(self.metavar or "")

    @property
    def is_flag(self) -> bool:
        """Whether it is an option without a value."""
        return self.kind is bool

    def read(self, text: str) -> Any:
        """Return the value of a text; UserError with the row's name if it has none."""
        try:
            value = self._value(text)
            return value if self.reads is None else self.reads(value)
        except ValueError as error:
            raise UserError("{name} 的值不對：{why}", name=self.name, why=error) from None

    def takes(self, text: str) -> bool:
        """Return whether a text is a value of the row."""
        try:
            return bool(text) and self.read(text) is not None
        except UserError:
            return False

    def _value(self, text: str) -> Any:
        if self.values:
            if text in self.values:
                return self.kind(text)
            raise ValueError(_no_choice(text, self.values))
        if self.kind is int:
            least = -_LARGEST if self.least is None else int(self.least)
            number: float | None = integer(
                text, least, None if self.most is None else int(self.most)
            )
        elif self.kind is float:
            number = _real(text, self.least, self.most)
        else:
            return self.kind(text)
        if number is None:
            raise ValueError(self._bounds(text))
        return number

    def _bounds(self, text: str) -> str:
        """Return the reason why a text is no number of the row."""
        kind = "整數" if self.kind is int else "數字"
        most = None if self.kind is float and self.most == _LONGEST else self.most
        template = {
            (False, False): "應是{kind}，不是{value}",
            (True, False): "應是至少 {least} 的{kind}，不是{value}",
            (False, True): "應是至多 {most} 的{kind}，不是{value}",
            (True, True): "應是 {least} 到 {most} 的{kind}，不是{value}",
        }[self.least is not None, most is not None]
        return say(template, kind=say(kind), least=self.least, most=most, value=quote(text))


def _real(text: str, least: float | None, most: float | None) -> float | None:
    """Return a finite number within bounds, or None."""
    try:
        value = float("" if "_" in text else text)
    except ValueError:
        return None
    infinite = float("inf")
    if least is None or most is None:
        least, most = -infinite if least is None else least, infinite if most is None else most
    return value if least <= value <= most and abs(value) != infinite else None


def _no_choice(text: str, choices: Sequence[str]) -> str:
    from difflib import get_close_matches

    template = "應是 {choices} 之一，不是{value}"
    error = say(template, choices=listed(choices), value=quote(text))
    return str(unknown("{name}", error, get_close_matches(text.lower(), choices, 1, 0.75), ()))


def chosen(rows: Iterable[Row], words: Iterable[str]) -> dict[str, object] | None:
    """Return a judge's keyword arguments from its options; None if the application has to."""
    known = {flag: row for row in rows for flag in row.flags}
    values: dict[str, object] = {}
    rest = iter(words)
    for word in rest:
        flag, equals, text = word.partition("=")
        row = known.get(flag)
        if row is None or not word.isprintable() or (row.is_flag and equals):
            return None
        value = "" if row.is_flag else text if equals else next(rest, "")
        if not (row.is_flag or row.takes(value)):
            return None
        values[row.keyword] = row.is_flag or row.read(value)
    return values
