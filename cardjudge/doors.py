"""The options of judge mode, which are read before Typer is loaded.

Typer's options are made from the same declarations (`cardjudge.commands.options.option`). Typer
also reads any arguments that are not plainly right, so that each error has one wording.
"""

from __future__ import annotations

from cardjudge.errors import UserError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_MOST_DIGITS = 18


class Option:
    """An option of a judge; one without a `metavar` is a flag.

    `keyword` is the judge's parameter; `reads` converts the typed text to its value. A value is one
    of `values`, a number of at least `least` and at most `most`, or any text. Where the option is
    not given, the value is `usual`, which the help shows as `shown`. `words` are the words of a
    value that lists them, for completion. `in_case` tells that a record of the game has the value,
    so `replay` and `review` do not ask for it.
    """

    def __init__(
        self,
        flag: str,
        keyword: str,
        help: str,
        metavar: str | None = None,
        values: Sequence[str] = (),
        least: int | None = None,
        reads: Callable[[str], object] | None = None,
        most: int | None = None,
        usual: str | int | None = None,
        shown: str | None = None,
        words: Callable[[], Iterable[str]] | None = None,
        in_case: bool = False,
    ) -> None:
        self.flag, self.keyword, self.help, self.metavar = flag, keyword, help, metavar
        self.values, self.least, self.reads = values, least, reads
        self.most, self.usual, self.shown, self.words = most, usual, shown, words
        self.in_case = in_case

    def value(self, text: str) -> object:
        """Return the value of a text, or None if it is not plainly one."""
        if not text or text.startswith("-") or (self.values and text not in self.values):
            return None
        if self.least is None:
            return text if self.reads is None else self._read(text)
        number = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
        return int(text) if number and self.least <= int(text) <= (self.most or int(text)) else None

    def _read(self, text: str) -> object:
        assert self.reads is not None
        try:
            return self.reads(text)
        except UserError:
            return None


def chosen(options: Iterable[Option], words: Iterable[str]) -> dict[str, object] | None:
    """Return a judge's keyword arguments from its options; None if Typer has to report an error."""
    known = {option.flag: option for option in options}
    values: dict[str, object] = {}
    rest = iter(words)
    for word in rest:
        flag, equals, text = word.partition("=")
        option = known.get(flag)
        if option is None or not word.isprintable():
            return None
        if option.metavar is None:
            value: object = None if equals else True
        else:
            value = option.value(text if equals else next(rest, ""))
        if value is None:
            return None
        values[option.keyword] = value
    return values
