"""The reason of a line of output: the rule that decided it, and the values that it compared.

This module knows no game, process or terminal. A game yields a `Reason` for each event; the lines
of all reasons, in order, are the output of its judge.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from typing import Any, NamedTuple

from cardjudge.errors import InputError, quote, visible
from cardjudge.language import listed, say, spoken

_BETWEEN = re.compile(r"(?<=：)|\s+")
_ENDLESS = 1000
"""A program that writes a line so often repeats it for ever: the line answers no input."""
REFUSED = "拒絕了這個動作。"
"""The decision of a program that refuses the line of the input."""
ONE_MORE = "你的程式在這之前多讀了一行，而且拒絕了它；cin >> 和 next() 會留下一行的換行。"
"""Said of a program that refuses one line more than the input has."""


class Name(str):
    """A name among the values of a reason, shown in the user's language."""

    __slots__ = ()


class Reason(NamedTuple):
    """An event of a game, the rule behind it, and the lines that the judge wrote about it."""

    rule: str
    """The name of the rule, for programs."""
    why: Sequence[str]
    """The templates of the reason."""
    values: Mapping[str, Any] = {}
    """The values that the rule looked at, by their names in the templates."""
    line: int | None = None
    """The line of the input, from 1; None if no single line asked for the event."""
    asked: str = ""
    """The text of that line; empty if it is too long to repeat."""
    wrote: str = ""
    otherwise: Iterable[tuple[str, str]] = ()
    """What the judge writes up to the next decision under each other one, and that one in words.

    A game may compute them lazily, while its state does not change.
    """
    always: Sequence[str] = ()
    """The templates of what holds for the whole game; a list of reasons says them once."""
    order: str = ""
    """The template of the order of the words in its lines."""
    parts: Sequence[str] = ("",)
    """How each line shows what was decided, as templates; the last one stands for all others."""
    first: int = 0
    last: int = -1
    """The first and last line of output that it wrote, from 1; no line if `last` is less."""

    @classmethod
    def of(cls, rule: str, /, *why: str, **values: Any) -> "Reason":
        """Return the reason of a rule, from its templates and the values by their names."""
        return cls(rule, why, values)

    @property
    def sentence(self) -> str:
        """The reason in the user's language."""
        parts = {name: _shown(value) for name, value in self.values.items()}
        return "".join([say(clause, **parts) for clause in (*self.always, *self.why)]).rstrip()

    def text(self) -> str:
        """Return the whole sentence: the input, the reason and the lines of the output."""
        sentence = self.sentence
        if self.line is not None:
            place = "第 {line} 行輸入{asked}：{why}" if self.asked else "第 {line} 行：{why}"
            sentence = say(place, line=self.line, asked=quote(self.asked), why=sentence)
        sentence = visible(sentence, len(sentence))
        if self.last < self.first:
            return sentence
        where = (
            "（輸出第 {first} 行）" if self.first == self.last else "（輸出第 {first}–{last} 行）"
        )
        return sentence + say(where, first=self.first, last=self.last)

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
    """Yield the reasons without what the one before them, or any of the whole game, has said."""
    said, before = set[str](), ""
    for reason in reasons:
        plain = reason._replace(always=())
        why = [clause for clause in reason.why if plain._replace(why=[clause]).sentence != before]
        always = [clause for clause in reason.always if clause not in said]
        yield reason._replace(always=always, why=why or reason.why)
        said.update(reason.always)
        before = plain.sentence


def of_line(reasons: Iterable[Reason], line: int) -> Reason | None:
    """Return the reason for a line of the answer, or the last reason if the answer is shorter.

    Wrong input ends the answer.
    """
    reason = None
    try:
        for reason in numbered(reasons):
            if reason.first <= line <= reason.last:
                return reason
    except InputError:
        return None
    return reason if reason is not None and line == reason.last + 1 else None


def explanation(
    reasons: Callable[[], Iterable[Reason]],
    output: bytes,
    line: int,
    language: str,
    games: Iterable[tuple[str, str, str]] = (),
) -> str | None:
    """Return the text that `explain` of a problem returns, from the reasons of its game.

    `games` are the whole outputs of judges with a mistake, the broken rule and the mistake. A
    second line names the program's decision if it wrote all that this decision gives, and no other
    decision or mistake gives the same. None if the reason's lines differ only in blanks, width or
    punctuation, or if no output arrived.
    """
    decided = "你的程式的判定是：{decision}"
    with speaking(language), suppress(InputError):
        rows = [row.rstrip() for row in output.decode(errors="replace").rstrip().split("\n")]
        same = [
            (rule, decision)
            for text, rule, decision in games
            if rows == [row.rstrip() for row in text.rstrip().split("\n")]
        ]
        if len({rule for rule, _ in same}) == 1:
            rule, mistake = map(say, same[0])
            return rule if len({*same}) > 1 else f"{rule}\n{say(decided, decision=mistake)}"
        reason = of_line(reasons(), line)
        if reason is None or (not output and line == 1):
            return None
        always = [clause for clause in reason.always if clause != reason.order]
        told = reason._replace(always=always)
        came, ours = rows[reason.first - 1 :], reason.wrote.splitlines()
        decisions = set()
        for text, decision in reason.otherwise:
            theirs = [row.rstrip() for row in text.splitlines()][: len(came)]
            is_same = came[: len(theirs)] == theirs != ours[: len(theirs)]
            if is_same and came.count(theirs[0]) < _ENDLESS:
                after = came[len(theirs) :]
                if decision == say(REFUSED) and after[: len(ours)] == ours:
                    whole = "".join(each.wrote for each in reasons()).splitlines()
                    if after != whole[reason.first - 1 :]:
                        continue  # the program refused another line, or this one twice
                    decisions.add(say(ONE_MORE))
                else:
                    decisions.add(say(decided, decision=decision))
        if decisions:  # several give the same: nobody knows which of them it was
            return "\n".join([told.text(), *(decisions if len(decisions) == 1 else ())])
        at = line - reason.first
        pairs = [*zip_longest(ours, came, fillvalue="")][at : max(len(ours), at + 1)]
        wrong = [row for row, pair in enumerate(pairs, at) if len({*map(_without_marks, pair)}) > 1]
        if pairs and len({*pairs[0]}) > 1 and not wrong:
            return None
        return _shown_wrongly(told, ours, came, *wrong[:1] or [at]).text()
    return None


def _without_marks(text: str) -> str:
    """Return a text without blanks, punctuation and invisible characters, each in one width."""
    text = unicodedata.normalize("NFKC", text)
    return "".join([c for c in text if c == "-" or unicodedata.category(c)[0] not in "PZC"])


def _shown_wrongly(reason: Reason, ours: list[str], came: list[str], at: int) -> Reason:
    """Return the reason, or the rule of its line if the program only shows its decision wrongly."""
    words = [_BETWEEN.split(rows[at]) if at < len(rows) else [] for rows in (ours, came)]
    if reason.order and sorted(words[0]) == sorted(words[1]):
        return reason._replace(why=[reason.order], always=())
    part = (
        reason.parts[min(at, len(reason.parts) - 1)]
        if at or came[1 : len(ours)] == ours[1:] != []
        else ""
    )
    if part:
        return reason._replace(why=[part], always=())
    return reason


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language, ``zh`` or ``en``, whatever the locale."""
    token = spoken.set(language)
    try:
        yield
    finally:
        spoken.reset(token)
