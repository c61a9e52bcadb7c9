"""The program around a Python contestant: it answers the arena's questions.

It runs beside `contestant.py`, without any package of the kit; its arguments are the descriptors to
read questions from and to write answers to. A question is 41 numbers, as `program.py` packs them.
"""

import os
import runpy
import struct
import sys
from typing import Any

QUESTION, ANSWER = struct.Struct("=41i"), struct.Struct("=i")
NEW_GAME, PICK, CHOOSE = range(3)
FUNCTIONS = ("setup", "deal", "pick", "choose")


def functions(path: str) -> Any:
    """Return the four functions that a file defines, with or without a prefix."""
    names = runpy.run_path(path)
    for name in names:
        prefix = name.removesuffix("pick")
        if name.endswith("pick") and all(callable(names.get(prefix + f)) for f in FUNCTIONS):
            return [names[prefix + function] for function in FUNCTIONS]
    raise SystemExit(f"no functions {', '.join(FUNCTIONS)}")


def main() -> None:
    """Answer questions until the end of the input."""
    folder = os.path.dirname(os.path.abspath(__file__))
    setup, deal, pick, choose = functions(os.path.join(folder, "contestant.py"))
    source, sink = int(sys.argv[1]), int(sys.argv[2])
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
            try:
                data = ANSWER.pack(answer)
            except struct.error:
                data = b"no 32-bit number"  # too long, which loses the game
            os.write(sink, data)


if __name__ == "__main__":
    main()
