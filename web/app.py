"""The functions that the page calls; arguments and results are JSON values and bytes."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from importlib import import_module
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardjudge.errors import InputError
from cardjudge.language import is_chinese, listed, say
from cardjudge.stdio import Lines, guard

if TYPE_CHECKING:
    from cardjudge.programs.process import Ended
    from judge.cases import Case
    from judge.runner import Result

    Hunk = tuple[list[int], list[int], int, int]

KIT = Path(__file__).parents[1]
_MOST_OUTPUT = 16 << 20
"""Limit of a program's output, in bytes; the same as in bounds.js."""
_MOST_ANSWER = 64 << 20
"""Limit of an answer to the page, in characters of JSON."""
_MOST_ALIGNED = 1_000_000
"""Most pairs of lines that the alignment of two texts compares, which takes a second."""
_MOST_HUNKS = 2000
"""Most differences, and most lines of one on each side."""
_TOO_LONG = "結果太長，網頁放不下：請用指令"
_MOST_RULES = 3
_OWN_VERDICTS = {"Wrong_answer": "WA"}
"""A copy from blackjack's problem.toml, which the page does not have."""
_LACKING = {
    "threads": "執行緒",
    "processes": "別的行程",
    "sockets": "網路連線",
    "calls": "作業系統的這個功能",
    "module": "模組 {name}",
}
"""Features that a program may need and a browser does not have."""
GAMES = ("big2", "blackjack_judge", "war", "take6", "nim")


def call(name: str, *given: Any) -> str:
    """Carry out a call of the page; an error becomes the message that the command would print."""
    answer: dict[str, Any] = {"value": None, "error": None}
    told: list[str] = []

    def act() -> int:
        calls = CALLS if name in CALLS else import_module("web.play").CALLS
        answer["value"] = calls[name](*given)
        return 0

    guard(act, told.append)
    answer["error"] = told[0] if told else None
    text = json.dumps(answer)
    if len(text) > _MOST_ANSWER:
        return json.dumps({"value": None, "error": say(_TOO_LONG)})
    return text


def speak(language: str) -> dict[str, str]:
    """Set the language to Chinese or English; return the words of the viewer."""
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
    """Judge an input like the command; return its output, status, error and the error's line."""
    written: list[str] = []
    module = import_module(f"{game}.judge")
    status, told = _held(lambda: module.judge(Lines(BytesIO(bytes(data))), written.append))
    return {"output": "".join(written), "status": status} | told


def _held(act: Callable[[], int]) -> tuple[int, dict[str, Any]]:
    """Return the status of an action, and its error as a command prints it, with the line."""
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


def why(game: str, data: Any, line: int) -> str:
    """Return the rule behind a line of the judge's output; empty if none is known."""
    answer = judge(game, data)["output"].encode()
    return "\n".join(_rules(game, bytes(data), answer, b"", line))


def _rules(game: str, given: bytes, answer: bytes, output: bytes, line: int) -> list[str]:
    language = "zh" if is_chinese() else "en"
    explain = import_module(f"{game}.problem.explain").explain
    told: str | None = explain(given, answer, output, line, language)
    return (told or "").splitlines()[:_MOST_RULES]


def compare(game: str, given: Any, answer: Any, output: Any) -> dict[str, Any]:
    """Compare an output with an answer; return all differences, and `judge`'s view of the first."""
    from judge.compare import exact
    from judge.explain import difference
    from judge.runner import NOT_RUN, of_finding

    expected, came = bytes(answer), bytes(output)
    found = exact(expected, came)
    differs = found.at and difference(expected, came, found.at)
    told = _told(of_finding(_case("", "none"), found, NOT_RUN, difference=differs), 0)
    if differs and len(given):
        told["rule"] = _rules(game, bytes(given), expected, came, differs.expected.line)
    return told | {"hunks": _hunks(expected.split(b"\n"), came.split(b"\n"))}


def _hunks(ours: list[bytes], theirs: list[bytes]) -> list[Hunk]:
    """Return all differences: the changed lines of each side, from 1, and the line to scroll to."""
    start = next(
        (at for at, pair in enumerate(zip(ours, theirs, strict=False)) if pair[0] != pair[1]),
        min(len(ours), len(theirs)),
    )
    back = 0
    while back < min(len(ours), len(theirs)) - start and ours[-1 - back] == theirs[-1 - back]:
        back += 1
    ends = len(ours) - back, len(theirs) - back
    found: list[Hunk] = []
    changed = _changed(ours[start : ends[0]], theirs[start : ends[1]])
    for mine, its in islice(changed, _MOST_HUNKS):
        left, right = ([line + start + 1 for line in each[:_MOST_HUNKS]] for each in (mine, its))
        found.append((left, right, mine.start + start + 1, its.start + start + 1))
    return found


def _changed(ours: list[bytes], theirs: list[bytes]) -> Iterator[tuple[range, range]]:
    """Yield the changed ranges; texts too long for alignment are compared line by line."""
    if len(ours) * len(theirs) > _MOST_ALIGNED:
        longest = max(len(ours), len(theirs))
        for at in range(longest):
            if ours[at : at + 1] != theirs[at : at + 1]:
                yield range(at, min(at + 1, len(ours))), range(at, min(at + 1, len(theirs)))
        return
    for kind, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if kind != "equal":
            yield range(a, b), range(c, d)


def verdict(
    game: str,
    name: str,
    seconds: float,
    status: int,
    exceeded: str,
    wall: float,
    cannot: str,
    output: Any,
    errors: Any,
) -> dict[str, Any]:
    """Judge a program's run on a case like `judge`; the program had no access to the answer."""
    from cardjudge.programs.process import STDERR_TAIL, Ended, Limits
    from judge.runner import Comparison, Program, Runner

    case, came = _case(game, name), bytes(output)
    limit: Any = exceeded or None
    ended = Ended(status, limit, wall, wall, None, bytes(errors)[-STDERR_TAIL:])
    if game == "blackjack_judge" and exceeded != "wall":
        status, came = _contest(case, ended, came)
        ended = ended._replace(status=status)
    own = _OWN_VERDICTS if game == "blackjack_judge" else {}
    program = Program((), Limits(), own_verdicts=own)
    result = Runner(program, Comparison()).judge(case, ended, came)
    told = _told(result, seconds)
    if result.difference is not None and game != "blackjack_judge":
        given, line = case.input.read_bytes(), result.difference.expected.line
        told["rule"] = _rules(game, given, case.expected(), came, line)
    lacking = [_lacking(what) for what in dict.fromkeys(cannot.split("\n")) if what]
    if told["verdict"] != "AC" and lacking:
        told |= {"verdict": "NS", "meaning": say("瀏覽器裡不能跑，不是程式的錯")}
        told |= {"reason": say("瀏覽器裡沒有{what}", what=listed(lacking))}
    return told


def _lacking(what: str) -> str:
    kind, _, name = what.partition(" ")
    return say(_LACKING.get(kind, "{name}"), name=name or kind)


def _contest(case: Case, ended: Ended, requests: bytes) -> tuple[int, bytes]:
    """Replay the requests of a contestant at a new table; return the judge's status and verdict.

    The table in the program's worker is not trusted.
    """
    from blackjack_judge.conversation import STOPPED, Conversation, Verdict
    from blackjack_judge.judge import Setting
    from blackjack_judge.judge import judge as play
    from blackjack_judge.text import ending

    def replayed(conversation: Conversation, _: Setting) -> None:
        conversation.begin()
        for request in requests.decode(errors="replace").splitlines():
            conversation.answer(request)
            if conversation.verdict is not None:
                return
        conversation.end(Verdict(STOPPED, ending(ended.status)))

    told: list[str] = []
    status = play(Lines(BytesIO(case.input.read_bytes())), told.append, replayed)
    return status, "".join(told).encode()


def counted(verdicts: str, of: int) -> str:
    """Return the number of cases with each verdict as a sentence."""
    from judge.text import counted

    return counted(Counter(json.loads(verdicts)), of)


def _case(game: str, name: str) -> Case:
    from judge.cases import Case

    path = KIT / "testdata" / game / name
    return Case(name, path.with_suffix(".in"), (path.with_suffix(".out"),))


def _told(result: Result, seconds: float) -> dict[str, Any]:
    """Return a result for the page, in the words of `judge`."""
    from cardjudge.programs.limits import Limits
    from judge import text

    found = result.difference
    return {
        "name": result.case.name,
        "verdict": result.verdict,
        "meaning": say(result.verdict.meaning),
        "reason": text.reason(result, Limits(wall=seconds, output=_MOST_OUTPUT)),
        "time": text.usage(result.ended)[1],
        "context": found and found.context,
        "sides": found
        and [
            side._replace(character=text.named(side.character))._asdict() | {"label": label}
            for side, label in zip((found.expected, found.came), text.both_sides(), strict=True)
        ],
        "more": [] if found else text.explanation(result),
    }


def replay(game: str, data: Any) -> dict[str, Any]:
    """Return the frames of a game, up to its first error."""
    from cardjudge.viewer import document

    made: dict[str, Any] = {"document": None}

    def act() -> int:
        title, frames, error = _frames(game, bytes(data))
        made["document"] = document(title, frames)
        if error is not None:
            raise error
        return 0

    return made | _held(act)[1]


def _frames(game: str, data: bytes) -> tuple[str, Any, InputError | None]:
    from cardjudge.play.installed import games

    for kind in games():
        if kind.__module__.partition(".")[0] == game:
            from cardjudge.play.replay import Replay

            replay = Replay(kind, data, {})
            return say("{game}回放", game=say(kind.title)), replay.frames, replay.error
    module = import_module(f"{game}.play.replay")
    frames = module.frames if game == "big2" else module.page_frames
    return say(module.TITLE), *frames(Lines(BytesIO(data)))


CALLS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (speak, cases, case, judge, why, compare, verdict, counted, replay)
}
"""The functions that the page may call; `web.play`, loaded later, has the games of a person."""
