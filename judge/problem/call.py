"""Calls a function of a file that the author of a problem wrote.

Usage: ``call.py FILE FUNCTION SEED [TRIES]``.

It is the program of a process of its own, under limits. What it has to say goes through standard
output, a line of JSON each; what the author's code prints goes to standard error. A failure is told
as `judge.wrapper` tells it.

``tests`` yields the pairs of the generator. ``inputs`` lets Hypothesis draw inputs and shrink them:
it writes an input, and reads ``1`` if that input is what is looked for, or ``0``. Of any other
function it is only seen that it is there.
"""

import json
import os
import runpy
import sys
from collections.abc import Callable
from typing import Any

from cardjudge import language
from judge import wrapper


def main() -> None:
    """Call the function, or fail with the place of the exception in the file."""
    file, name, *arguments = sys.argv[1:]
    sys.path.insert(0, os.path.dirname(file))  # with -P, nothing of ours stands there
    said = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)

    def say(told: object) -> None:
        said.write(f"{json.dumps(told)}\n")
        said.flush()

    try:
        function = runpy.run_path(file).get(name)
        if not callable(function):
            raise AttributeError(language.say("沒有 {name}() 這個函式", name=name))
        if name == "tests":
            _tests(function, say, *map(int, arguments))
        elif name == "inputs":
            _inputs(function, say, *map(int, arguments))
    except BaseException as error:
        wrapper.report(error, file)
        os._exit(wrapper.FAILED)


def _tests(tests: Callable[[int], Any], say: Callable[[object], None], seed: int) -> None:
    for each in tests(seed):
        match each:
            case (str(name), str() | bytes() as data):
                say([name, _text(data)])
            case _:
                told = "tests(seed) 要產生 (名稱, 輸入)，不是 {what}"
                raise TypeError(language.say(told, what=f"{each!r:.80}"))


def _inputs(
    inputs: Callable[[], Any], say: Callable[[object], None], number: int, tries: int
) -> None:
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis.errors import HypothesisException

    @seed(number)
    @settings(
        max_examples=tries,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(inputs())
    def attempt(data: Any) -> None:
        if not isinstance(data, str | bytes):
            told = "inputs() 要抽出文字或 bytes，不是 {what}"
            raise TypeError(language.say(told, what=f"{data!r:.80}"))
        say(_text(data))
        if sys.stdin.readline() == "1\n":
            raise _Found

    try:
        attempt()
    except _Found:
        pass
    except HypothesisException as error:
        if isinstance(error.__cause__, TypeError):
            raise error.__cause__ from None
        raise


def _text(data: str | bytes) -> str:
    """Return bytes as JSON can have them, a character a byte."""
    return (data.encode() if isinstance(data, str) else data).decode("latin-1")


class _Found(Exception):  # noqa: N818  (it tells Hypothesis that this is what it looks for)
    pass


if __name__ == "__main__":
    main()
