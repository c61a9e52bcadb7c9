"""Why a line of output is as it is: the rule that decided it, with the values that it compared.

Knows no game, no process and no terminal. A game yields a `Reason` for each of its events; what
all of them wrote, in order, is the output of its judge.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from cardjudge.errors import InputError, quote, visible
from cardjudge.language import listed, say

_LOCALES = {"zh": "zh_TW.UTF-8", "en": "en_US.UTF-8"}


class Name(str):
    """A name among the values of a reason that sentences show in the user's language."""

    __slots__ = ()


class Reason(NamedTuple):
    """An event of a game, the rule behind it, and what the judge wrote about it."""

    line: int | None
    """The line of the input, from 1; None where no line alone has asked for it."""
    asked: str
    """What that line asked for, as it stands there; empty where it is too long to repeat."""
    rule: str
    """The name of the rule, for programs."""
    why: str | Sequence[str]
    """The templates of the reason; a sentence that is already said stands alone."""
    values: Mapping[str, Any] = {}
    """What the rule looked at, which is what the templates name."""
    wrote: str = ""
    otherwise: Iterable[tuple[str, str]] = ()
    """What the judge would have written had it decided otherwise, and that decision in words.

    A game may compute them only when they are asked for, as long as it stands still.
    """
    first: int = 0
    last: int = -1
    """The lines of the output that it wrote, from 1; none where `last` is less."""

    @property
    def sentence(self) -> str:
        """The reason in the user's language."""
        if isinstance(self.why, str):
            return self.why
        parts = {name: _shown(value) for name, value in self.values.items()}
        return "".join([say(template, **parts) for template in self.why]).rstrip()

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
        """Return the reason as JSON has it."""
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
    """Return a value as sentences show it: a list with blanks, a tuple as an enumeration."""
    match value:
        case Name():
            return say(value)
        case list():
            return " ".join(map(str, value))
        case tuple():
            return listed(map(str, value))
    return value


def numbered(reasons: Iterable[Reason]) -> Iterator[Reason]:
    """Yield the reasons with the lines of the output that each wrote."""
    written = 0
    for reason in reasons:
        lines = reason.wrote.count("\n")
        yield reason._replace(first=written + 1, last=written + lines)
        written += lines


def of_line(reasons: Iterable[Reason], line: int) -> Reason | None:
    """Return the reason for a line of the answer; past its end, the last reason.

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
    """Return what `explain` in the folder of a problem returns, from the reasons of its game.

    A second line names another decision, where the program wrote what that would have given.
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
                said.append(say("你的程式寫的是另一種判定：{decision}", decision=decision))
                break
        return "\n".join(said)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say all sentences in a language, ``zh`` or ``en``, whatever the locale."""
    before = os.environ.get("LC_ALL")
    os.environ["LC_ALL"] = _LOCALES[language]
    try:
        yield
    finally:
        if before is None:
            del os.environ["LC_ALL"]
        else:
            os.environ["LC_ALL"] = before
