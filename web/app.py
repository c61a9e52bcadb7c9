"""What the page asks of Python: every call takes and returns what JSON has, and bytes."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardjudge.errors import InputError
from cardjudge.stdio import Lines, guard

if TYPE_CHECKING:
    from judge.cases import Case
    from judge.runner import Result

KIT = Path(__file__).parents[1]
GAMES = ("big2", "blackjack_judge", "war", "take6", "nim")


def call(name: str, *given: Any) -> str:
    """Carry out a call of the page; what fails is the line that a command would have written."""
    answer: dict[str, Any] = {"value": None, "error": None}
    told: list[str] = []

    def act() -> int:
        calls = CALLS if name in CALLS else import_module("web.play").CALLS
        answer["value"] = calls[name](*given)
        return 0

    guard(act, told.append)
    answer["error"] = told[0] if told else None
    return json.dumps(answer)


def speak(language: str) -> dict[str, str]:
    """Speak Chinese or English from now on; return the words of the viewer."""
    from cardjudge.viewer import words

    os.environ["LC_ALL"] = language
    return words()


def cases() -> dict[str, list[str]]:
    """Return the names of the cases of each game."""
    from judge.cases import natural

    found = {game: [path.stem for path in (KIT / "testdata" / game).glob("*.in")] for game in GAMES}
    return {game: sorted(names, key=natural) for game, names in found.items()}


def case(game: str, name: str) -> dict[str, str]:
    """Return a case: its input and its answer."""
    path = KIT / "testdata" / game / name
    return {"in": _read(path.with_suffix(".in")), "out": _read(path.with_suffix(".out"))}


def _read(path: Path) -> str:
    return path.read_bytes().decode()


def judge(game: str, data: Any) -> dict[str, Any]:
    """Judge an input as the command does: what it writes, its status, its error and the line."""
    written: list[str] = []
    module = import_module(f"{game}.judge")
    status, told = _held(lambda: module.judge(Lines(BytesIO(bytes(data))), written.append))
    return {"output": "".join(written), "status": status} | told


def _held(act: Callable[[], int]) -> tuple[int, dict[str, Any]]:
    """Return the status of an action, and its error as a command tells it, with the line."""
    told: list[str] = []
    lines: list[int] = []

    def noted() -> int:
        try:
            return act()
        except InputError as error:
            lines.append(error.line)
            raise

    status = guard(noted, told.append)
    return status, {"error": told[0] if told else None, "line": lines[0] if lines else None}


def compare(answer: Any, output: Any) -> dict[str, Any]:
    """Compare an output with an answer, and explain the first difference as `judge` does."""
    from judge.compare import exact
    from judge.explain import difference
    from judge.runner import NOT_RUN, of_finding

    found = exact(bytes(answer), bytes(output))
    differs = found.at and difference(bytes(answer), bytes(output), found.at)
    return _told(of_finding(_case("", "none"), found, NOT_RUN, difference=differs), 0)


def prepare(language: str) -> None:
    """Load what runs need, so that a program has its seconds to itself."""
    speak(language)
    for module in ("blackjack_judge.judge", "judge.runner", "judge.text", "web.program"):
        import_module(module)


def run(source: Any, game: str, name: str, seconds: float) -> dict[str, Any]:
    """Run a program in Python on a case, and judge it as `judge` does."""
    from judge.runner import Runner
    from web import program

    case = _case(game, name)
    run = program.contest if game == "blackjack_judge" else program.run
    ended, output = run(bytes(source), case.input)
    return _told(Runner(()).judge(case, ended, output), seconds)


def lost(game: str, name: str, seconds: float, why: str) -> dict[str, Any]:
    """Return what is said of a program that took all its seconds, or of one that ended Python."""
    from cardjudge.programs.process import Ended
    from judge.runner import Runner

    ended = Ended(1, "wall" if seconds else None, seconds, seconds, None, why.encode())
    return _told(Runner(()).judge(_case(game, name), ended, b""), seconds)


def counted(verdicts: str, of: int) -> str:
    """Say how many cases have which verdict."""
    from judge.text import counted

    return counted(Counter(json.loads(verdicts)), of)


def _case(game: str, name: str) -> Case:
    from judge.cases import Case

    path = KIT / "testdata" / game / name
    return Case(name, path.with_suffix(".in"), path.with_suffix(".out"))


def _told(result: Result, seconds: float) -> dict[str, Any]:
    """Return what the page shows of a result, in the words of `judge`."""
    from cardjudge.language import say
    from cardjudge.programs.limits import Limits
    from judge import text
    from web.program import MOST_OUTPUT

    found = result.difference
    return {
        "name": result.case.name,
        "verdict": result.verdict,
        "meaning": say(text.MEANING[result.verdict]),
        "reason": text.reason(result, Limits(wall=seconds, output=MOST_OUTPUT)),
        "time": text.usage(result.ended)[1],
        "context": found and found.context,
        "sides": found
        and [
            side._asdict() | {"label": label, "named": text.named(side.character)}
            for side, label in zip((found.expected, found.came), text.both_sides(), strict=True)
        ],
        "more": [] if found else text.explanation(result),
    }


def replay(game: str, data: Any) -> dict[str, Any]:
    """Return the frames of a game; of one with an error, those before it."""
    from cardjudge.language import say
    from cardjudge.viewer import document

    module = import_module(f"{game}.play.replay")
    frames = module.frames if game == "big2" else module.page_frames
    made: dict[str, Any] = {"document": None}

    def act() -> int:
        shown, error = frames(Lines(BytesIO(bytes(data))))
        made["document"] = document(say(module.TITLE), shown)
        if error is not None:
            raise error
        return 0

    return made | _held(act)[1]


CALLS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (speak, cases, case, judge, compare, prepare, run, lost, counted, replay)
}
"""What the page may call; the games of a person are in `web.play`, which few need."""
