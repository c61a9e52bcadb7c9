"""Calls a function in a file by the author of a problem.

Usage: ``call.py SECONDS LOCALE FILE tests SEED``, ``… FILE inputs SEED TRIES`` or
``… FILE explain INPUT ANSWER OUTPUT LINE LANGUAGE``.

It runs in a process of its own, under limits. Its results go to standard output, as one JSON text
per line; prints of the author's code go to standard error. It reports a failure as `judge.wrapper`
does; one of them is the end of its CPU time, so that an endless loop has a line. SECONDS is 0 where
a call may go on for ever; LOCALE has the language of its own messages.

For ``tests`` it prints the pairs of the generator. For ``inputs`` it lets Hypothesis draw and
shrink inputs: it prints an input, and reads ``1`` if the program is wrong on it, else ``0``. For
``explain`` it gets three paths, and prints the rule behind a line of the answer, or null.
"""

import json
import os
import runpy
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from cardjudge import language
from judge import wrapper

MOST_TESTS, MOST_BYTES = 10_000, 100 << 20
"""Most tests of a generator, and most bytes of their inputs together."""


def main() -> None:
    """Call the function; on an exception, report its place in the file and exit."""
    seconds, locale, file, name, *arguments = sys.argv[1:]
    language.spoken.set(locale)
    folder = os.path.dirname(file)
    sys.path.insert(0, folder)  # -P has left out the script's folder
    if os.path.exists(os.path.join(folder, "../__init__.py")):
        sys.path.append(os.path.join(folder, "../.."))  # of the package in which the problem lies
    signal.signal(signal.SIGPROF, _out_of_time)
    signal.setitimer(signal.ITIMER_PROF, float(seconds))
    printed = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)

    def say(result: object) -> None:
        printed.write(f"{json.dumps(result)}\n")
        printed.flush()

    try:
        function = runpy.run_path(file).get(name)
        if not callable(function):
            raise AttributeError(language.say("沒有 {name}() 這個函式", name=name))
        if name == "tests":
            _tests(function, say, *map(int, arguments))
        elif name == "inputs":
            _inputs(function, say, *map(int, arguments))
        else:
            *paths, line, tongue = arguments
            rule = function(*(Path(path).read_bytes() for path in paths), int(line), tongue)
            if not isinstance(rule, str | None):
                template = "explain() 要傳回文字或 None，不是 {what}"
                raise TypeError(language.say(template, what=f"{rule!r:.80}"))
            say(rule)
    except BaseException as error:
        wrapper.report(error, file)
        os._exit(wrapper.FAILED)


def _out_of_time(*_: object) -> NoReturn:
    raise TimeoutError(language.say("超過時間限制"))


def _tests(tests: Callable[[int], Any], say: Callable[[object], None], seed: int) -> None:
    pairs, size = iter(tests(seed)), 0
    for number, pair in enumerate(pairs, start=1):
        match pair:
            case (str(name), str() | bytes() as data):
                size += len(data)
                if number > MOST_TESTS or size > MOST_BYTES:
                    most = {"tests": MOST_TESTS, "size": MOST_BYTES >> 20}
                    reason = language.say("至多 {tests} 個測試，共 {size} MiB", **most)
                    _refuse(pairs, ValueError(reason))
                say([name, _text(data)])
            case _:
                template = "tests(seed) 要產生 (名稱, 輸入)，不是 {what}"
                _refuse(pairs, TypeError(language.say(template, what=f"{pair!r:.80}")))


def _refuse(pairs: Any, error: Exception) -> NoReturn:
    """Raise an error at the line that yielded the last pair, if a generator did."""
    if hasattr(pairs, "throw"):
        pairs.throw(error)
    raise error


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
            template = "inputs() 要抽出文字或 bytes，不是 {what}"
            raise TypeError(language.say(template, what=f"{data!r:.80}"))
        say(_text(data))
        if sys.stdin.readline() == "1\n":
            raise _Wrong

    try:
        attempt()
    except _Wrong:
        pass
    except HypothesisException as error:
        if isinstance(error.__cause__, TypeError):
            raise error.__cause__ from None
        raise


def _text(data: str | bytes) -> str:
    """Return bytes as text for JSON, one character per byte."""
    return (data.encode() if isinstance(data, str) else data).decode("latin-1")


class _Wrong(Exception):  # noqa: N818  (no error: it tells Hypothesis that the input qualifies)
    pass


if __name__ == "__main__":
    main()
