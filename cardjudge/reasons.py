"""The reason of a line of output: the rule that decided it, and the values that it compared.

This module knows no game, process or terminal. A game yields a `Reason` for each event; the lines
of all reasons, in order, are the output of its judge.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from cardjudge.errors import InputError, quote, visible
from cardjudge.language import listed, say, spoken


class Name(str):
    """A name among the values of a reason, shown in the user's language."""

    __slots__ = ()


class Reason(NamedTuple):
    """An event of a game, the rule behind it, and the lines that the judge wrote about it."""

    line: int | None
    """The line of the input, from 1; None if no single line asked for the event."""
    asked: str
    """The text of that line; empty if it is too long to repeat."""
    rule: str
    """The name of the rule, for programs."""
    why: Sequence[str]
    """The templates of the reason."""
    values: Mapping[str, Any] = {}
    """The values that the rule looked at, by their names in the templates."""
    wrote: str = ""
    otherwise: Iterable[tuple[str, str]] = ()
    """The output of each other decision, and that decision in words.

    A game may compute them lazily, while its state does not change.
    """
    always: Sequence[str] = ()
    """The templates of what holds for the whole game; a list of reasons says them once."""
    first: int = 0
    last: int = -1
    """The first and last line of output that it wrote, from 1; no line if `last` is less."""

    @property
    def sentence(self) -> str:
        """The reason in the user's language."""
        parts = {name: _shown(value) for name, value in self.values.items()}
        return "".join([say(each, **parts) for each in (*self.always, *self.why)]).rstrip()

    def told(self) -> str:
        """Return the whole sentence: the input, the reason and the lines of the output."""
        told = self.sentence
        if self.line is not None:
            place = "第 {line} 行輸入{asked}：{why}" if self.asked else "第 {line} 行：{why}"
            told = say(place, line=self.line, asked=quote(self.asked), why=told)
        told = visible(told, len(told))
        if self.last < self.first:
            return told
        where = (
            "（輸出第 {first} 行）" if self.first == self.last else "（輸出第 {first}–{last} 行）"
        )
        return told + say(where, first=self.first, last=self.last)

    def document(self) -> dict[str, Any]:
        """Return the reason as a JSON object."""
        written = self.first <= self.last
        return {
            "line": self.line,
            "asked": self.asked or None,
            "rule": self.rule,
            "values": dict(self.values),
            "reason": self.sentence,
            "first": self.first if written else None,
            "last": self.last if written else None,
        }


def _shown(value: object) -> object:
    """Return a value for a sentence: a list with blanks, a tuple as an enumeration."""
    match value:
        case Name():
            return say(value)
        case list():
            return " ".join(map(str, value))
        case tuple():
            return listed(map(str, value))
    return value


def numbered(reasons: Iterable[Reason]) -> Iterator[Reason]:
    """Yield the reasons with the numbers of the lines that each wrote."""
    written = 0
    for reason in reasons:
        lines = reason.wrote.count("\n")
        yield reason._replace(first=written + 1, last=written + lines)
        written += lines


def in_a_list(reasons: Iterable[Reason]) -> Iterator[Reason]:
    """Yield the reasons without what one before them has said of the whole game."""
    said: set[str] = set()
    for reason in reasons:
        yield reason._replace(always=[each for each in reason.always if each not in said])
        said.update(reason.always)


def of_line(reasons: Iterable[Reason], line: int) -> Reason | None:
    """Return the reason for a line of the answer, or the last reason if the answer is shorter.

    Wrong input ends the answer.
    """
    found = None
    try:
        for found in numbered(reasons):
            if found.first <= line <= found.last:
                return found
    except InputError:
        return None
    return found if found is not None and line == found.last + 1 else None


def explanation(
    reasons: Callable[[], Iterable[Reason]], output: bytes, line: int, language: str
) -> str | None:
    """Return the text that `explain` of a problem returns, from the reasons of its game.

    A second line names the other decision if the program wrote the output of that one.
    """
    with speaking(language):
        reason = of_line(reasons(), line)
        if reason is None:
            return None
        said = [reason.told()]
        rows = output.decode(errors="replace").split("\n")[reason.first - 1 : line]
        came = [row.rstrip() for row in rows]
        ours, at = reason.wrote.splitlines(), line - reason.first
        for text, decision in reason.otherwise:
            theirs = text.splitlines()[: at + 1]
            if at < len(theirs) and theirs == came and theirs != ours[: at + 1]:
                said.append(say("你的程式的判定是：{decision}", decision=decision))
                break
        return "\n".join(said)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language, ``zh`` or ``en``, whatever the locale."""
    token = spoken.set(language)
    try:
        yield
    finally:
        spoken.reset(token)
