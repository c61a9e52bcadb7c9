"""Calls the classes of a homework on request, and prints the results.

This script runs in the process of a homework, so it imports nothing from the kit:
`python observe.py HOMEWORK.py…`. `Observe.java` does the same for Java. Only
`war.verify.assignment` knows the meaning of the calls. A request is a line:

    each 100; new d Deck 13; call c d cut; call t d split; show c t d

``each N`` runs the steps N times and answers a line each time. ``tally N`` runs them N times and
answers each distinct line with its count. Semicolons separate the steps:

- ``new X CLASS ARGUMENT…`` creates the object X; ``call X Y METHOD ARGUMENT…`` calls a method of Y
  and names the result X. Arguments are integers, names, and lists such as ``[1,2,3]``, which are
  new each time;
- ``show X…`` shows integers, 0 and 1 for truth values, and decks as their cards with commas,
  ``-`` for none; ``X.f`` is a field;
- ``look X N`` answers ``lost`` if X is not a full deck of N values, else ``suspicious`` or
  ``fine``;
- ``seed`` seeds the random numbers with the number of the repetition;
- ``stats N M`` calls ``stats`` and shows the integers that it returns or prints.

``.`` ends an answer. ``? NAME`` reports a missing method or class, ``! TEXT`` an exception, and
``< TEXT`` that the homework reads standard input. These lines replace a line of ``each`` and a
whole ``tally``.
"""

from __future__ import annotations

import importlib.util
import os
import random
import re
import sys
import threading
from collections import deque

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO, Any

TWINS, QUADRUPLETS, OCTUPLETS = 14, 3, 2
"""The least number of each pattern that makes a deck suspicious."""
_SUITS = 4
_MOST_PRINTED = 1 << 16
_DEEPEST, _STACK = 100_000, 1 << 27


def suspicious(deck: Sequence[int]) -> bool:
    """Return whether a deck looks badly shuffled, by the three criteria of the assignment.

    The criteria are 14 twins (equal neighbours), 3 quadruplets (four equal cards in a row), and 2
    octuplets (eight cards in a row of two different values).
    """
    twins = quadruplets = octuplets = 0
    run = pair_run = 1  # lengths of the current runs of equal cards and of two values
    for i in range(1, len(deck)):
        if deck[i] == deck[i - 1]:
            twins += 1
            run += 1
            pair_run += 1
        elif pair_run > run and deck[i] == deck[i - run - 1]:
            run = 1
            pair_run += 1
        else:
            pair_run = run + 1
            run = 1
        if run >= 4:
            quadruplets += 1
        if pair_run >= 8 and pair_run > run:
            octuplets += 1
    return twins >= TWINS or quadruplets >= QUADRUPLETS or octuplets >= OCTUPLETS


class Missing(Exception):  # noqa: N818  (it becomes an answer)
    """The homework has no method or class of this name."""


class Printed:
    """Replaces standard output and keeps the last printed texts."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self._texts = deque[str](maxlen=_MOST_PRINTED)

    def write(self, text: str) -> int:
        """Keep a text."""
        self._texts.append(text)
        return len(text)

    def flush(self) -> None:
        """Do nothing: there is no buffer."""

    def taken(self) -> str:
        """Return the kept texts and clear them."""
        text = "".join(self._texts)
        self._texts.clear()
        return text


class Observer:
    """Answers requests by calling methods of the classes, by Python's or Java's names.

    A class with a parameter for a random generator gets `rng`; other classes use `random`.
    """

    def __init__(self, classes: dict[str, Any], rng: random.Random | None = None) -> None:
        self._classes = classes
        self._lots = {} if rng is None else {"rng": rng}
        self._seed = random.seed if rng is None else rng.seed
        self.printed = Printed()
        """The output of the homework, if this object replaces standard output."""

    def answer(self, request: str) -> Iterator[str]:
        """Yield the lines of an answer."""
        first, *steps = (step.split() for step in request.split(";"))
        lines = (self._line(steps, time) for time in range(int(first[1])))
        if first[0] == "each":
            yield from lines
            return
        found: dict[str, int] = {}
        for line in lines:
            if line[:2] in ("! ", "? "):
                yield line
                return
            found[line] = found.get(line, 0) + 1
        yield from (f"{count} {line}" for line, count in sorted(found.items()))

    def _line(self, steps: list[list[str]], time: int) -> str:
        names: dict[str, Any] = {}
        shown: list[str] = []
        try:
            for step in steps:
                self._take(step, time, names, shown)
        except Missing as missing:
            return f"? {missing}"
        except Exception as error:
            return " ".join(f"! {type(error).__name__}: {error}".split())
        return " ".join(shown)

    def _take(self, step: list[str], time: int, names: dict[str, Any], shown: list[str]) -> None:
        verb, *words = step
        if verb == "new":
            name, kind, *given = words
            lots = self._lots if kind == "Battle" and given and given[0].isdigit() else {}
            names[name] = self._class(kind)(*(_value(word, names) for word in given), **lots)
        elif verb == "call":
            name, owner, method, *given = words
            lots = self._lots if method in ("cut", "split", "riffleWith", "riffleShuffle") else {}
            values = (_value(word, names) for word in given)
            names[name] = _method(names[owner], method)(*values, **lots)
        elif verb == "show":
            shown += (_shown(_value(word, names)) for word in words)
        elif verb == "look":
            shown.append(_looked(list(names[words[0]].cards), int(words[1])))
        elif verb == "seed":
            self._seed(time)
        elif verb == "stats":
            shown += self._counts(*map(int, words))

    def _counts(self, nb_vals: int, games: int) -> list[str]:
        """Return the four integers that `stats` returns, or all integers that it prints."""
        self.printed.taken()
        counts = _method(self._class("Battle"), "stats")(nb_vals, games, **self._lots)
        if counts is not None:
            return list(map(str, counts))
        return re.findall(r"(?<![\w.])\d+(?![\d.]|\s*%)", self.printed.taken())

    def _class(self, name: str) -> Any:
        if name not in self._classes:
            raise Missing(name)
        return self._classes[name]


def _value(word: str, names: dict[str, Any]) -> Any:
    if word[0] == "[":
        return [int(card) for card in word[1:-1].split(",") if card]
    if word.lstrip("-").isdigit():
        return int(word)
    name, *fields = word.split(".")
    value = names[name]
    for field in fields:
        if not hasattr(value, field):
            raise Missing(field)
        value = getattr(value, field)
    return value


def _method(owner: Any, java: str) -> Any:
    """Return a method by its Java name or its Python name."""
    python = re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", java)
    method = getattr(owner, python, None) or getattr(owner, java, None)
    if method is None:
        raise Missing(java)
    return method


def _shown(value: Any) -> str:
    if hasattr(value, "cards"):
        return ",".join(map(str, value.cards)) or "-"
    return str(int(value)) if isinstance(value, bool) else str(value).replace(" ", "_")


def _looked(cards: list[int], nb_vals: int) -> str:
    if sorted(cards) != [value for value in range(1, nb_vals + 1) for _ in range(_SUITS)]:
        return "lost"
    return "suspicious" if suspicious(cards) else "fine"


class _NoInput:
    """Replaces standard input: reports an attempt to read it, and ends the process."""

    def __init__(self, answers: IO[str]) -> None:
        self._answers = answers

    def _wait(self, *_: object) -> str:
        print("< input", file=self._answers, flush=True)
        os._exit(1)

    __iter__ = __next__ = _wait

    def __getattr__(self, name: str) -> Callable[..., str]:
        return self._wait


def main() -> None:
    """Answer the requests on standard input with the classes of the files on the command line."""
    requests, answers = (os.fdopen(os.dup(fd), mode) for fd, mode in ((0, "r"), (1, "w")))
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    sys.stdin = _NoInput(answers)
    sys.path[0] = os.path.dirname(sys.argv[1])  # the homework may have other files
    classes: dict[str, Any] = {}
    observer = Observer(classes)
    sys.stdout = observer.printed
    for number, file in enumerate(sys.argv[1:]):
        name = os.path.basename(file).rpartition(".")[0] if number else "homework"
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        classes.update(vars(module))
    for request in requests:
        for line in observer.answer(request):
            print(line, file=answers)
        print(".", file=answers, flush=True)


if __name__ == "__main__":
    sys.setrecursionlimit(_DEEPEST)
    threading.stack_size(_STACK)
    thread = threading.Thread(target=main)
    thread.start()
    thread.join()
