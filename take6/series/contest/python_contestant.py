"""The program around a Python contestant, started with its file and two descriptors.

The file defines the four functions, with a prefix or without: ``setup(id)``, ``deal(cards)``,
``pick(table, score, last, card)`` and ``choose(table, card)``, where `table` is four lists of five.
"""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Callable
from typing import Any

from take6.series.contest.wire import ANSWER, CHOOSE, NEW_GAME, QUESTION

FUNCTIONS = ("setup", "deal", "pick", "choose")


def functions(path: str) -> list[Callable[..., Any]]:
    """Return the four functions that a file defines."""
    names = runpy.run_path(path)
    for name in names:
        prefix = name.removesuffix("pick")
        if name.endswith("pick") and all(callable(names.get(prefix + f)) for f in FUNCTIONS):
            return [names[prefix + function] for function in FUNCTIONS]
    raise SystemExit(f"{path}: no functions {', '.join(FUNCTIONS)}")


def main() -> None:
    """Answer questions until there are no more."""
    setup, deal, pick, choose = functions(sys.argv[1])
    source, sink = int(sys.argv[2]), int(sys.argv[3])
    with os.fdopen(source, "rb", closefd=False) as questions:
        while frame := questions.read(QUESTION.size):
            what, *numbers = QUESTION.unpack(frame)
            if what == NEW_GAME:
                setup(numbers[0])
                deal(numbers[1:11])
                continue
            table = [numbers[place : place + 5] for place in range(0, 20, 5)]
            if what == CHOOSE:
                answer = choose(table, numbers[20])
            else:
                answer = pick(table, numbers[20:22], numbers[22:30], numbers[30:40])
            sys.stdout.flush()
            os.write(sink, ANSWER.pack(answer))


if __name__ == "__main__":
    main()
