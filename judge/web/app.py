"""The functions that the page calls; arguments and results are JSON values and bytes."""

from __future__ import annotations

import json
import re
import runpy
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import decode_source, find_spec
from io import BytesIO
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING, Any

from cardjudge.errors import InputError
from cardjudge.kit import KIT
from cardjudge.kit import cases as of_kit
from cardjudge.language import is_chinese, listed, say, spoken
from cardjudge.stdio import Lines, guard

if TYPE_CHECKING:
    from cardjudge.stdio import Judge
    from judge.cases import Case
    from judge.problem.description import Description
    from judge.runner import Program, Result, Runner

_MOST_OUTPUT = 16 << 20
"""Limit of a program's output, in bytes; the same as in bounds.js."""
_MOST_ANSWER = 64 << 20
"""Limit of an answer to the page, in characters of JSON."""
_TOO_LONG = "結果太長，網頁放不下：請用指令"
_MOST_RULES = 3
_OWN = Path(gettempdir(), "own.in")
"""The user's own input on the Run page."""
_PROGRAM = "program.py"
_CODING = re.compile(r"\A((?:.*\n)?[ \t\f]*#.*?coding[:=][ \t]*)[-\w.]+")
"""Matches the line of a source in Python that names its encoding."""
_LACKING = {
    "threads": "執行緒",
    "processes": "別的行程",
    "sockets": "網路連線",
    "libraries": "C 的函式庫",
    "zones": "時區的資料",
    "stack": "這麼深的遞迴",
    "calls": "作業系統的這個功能",
    "module": "模組 {name}",
}
"""Features that a program may need and a browser does not have."""


def call(name: str, *arguments: Any) -> str:
    """Carry out a call of the page; an error becomes the message that the command would print."""
    answer: dict[str, Any] = {"value": None}

    def act() -> int:
        calls = CALLS if name in CALLS else import_module("judge.web.table").CALLS
        answer["value"] = calls[name](*arguments)
        return 0

    text = json.dumps(answer | _failure(act))
    if len(text) > _MOST_ANSWER:
        return json.dumps({"value": None, "error": say(_TOO_LONG)})
    return text


def speak(language: str) -> dict[str, str]:
    """Set the language to Chinese or English; return the words of the viewer."""
    from cardjudge.viewer import words

    spoken.set(language)
    return words()


def package_of(game: str) -> str:
    """Return the package of an installed game."""
    entry, *_ = entry_points(group="cardjudge.games", name=game)
    return entry.module.partition(".")[0]


def problem_of(package: str) -> Path:
    """Return the folder of a game's problem, which may be missing."""
    spec = find_spec(package)
    assert spec is not None
    # A game of one module has no folder.
    folders = spec.submodule_search_locations or [(spec.origin or package).removesuffix(".py")]
    return Path(next(iter(folders))) / "problem"


def cases_of(package: str) -> dict[str, Path]:
    """Return the inputs of a game's cases by name: the assignment's, or its problem's."""
    from judge.cases import natural

    folder = problem_of(package) / "tests"
    with suppress(StopIteration):
        folder = of_kit(package)
    inputs = {path.stem: path for path in folder.rglob("*.in")}
    names = [name for name in inputs if inputs[name].with_suffix(".out").is_file()]
    return {name: inputs[name] for name in sorted(names, key=natural)}


def _path(game: str, name: str) -> Path:
    """Return the input of a case, or of a test; the one without a name is the user's own."""
    if not name:
        return _OWN
    package = package_of(game)
    return cases_of(package).get(name, KIT / "tests" / package / f"{name}.in")


def case(game: str, name: str) -> dict[str, str]:
    """Return a case: its input and its answer."""
    paths = {"in": _path(game, name), "out": _path(game, name).with_suffix(".out")}
    return {key: path.read_bytes().decode(errors="replace") for key, path in paths.items()}


def own(game: str, data: Any) -> None:
    """Keep an input of the user's as a case, with the judge's answer; InputError if it is wrong."""
    written: list[str] = []
    _judge(game)(Lines(BytesIO(bytes(data))), written.append)
    _OWN.write_bytes(bytes(data))
    _OWN.with_suffix(".out").write_text("".join(written), "utf-8")


def program(data: Any) -> dict[str, Any]:
    """Return a program in UTF-8, the remark that it was not, and the verdict if it cannot run."""
    import traceback

    from cardjudge.programs.compiler import first_error
    from cardjudge.programs.source import read
    from judge.text import ENCODINGS, conversion
    from judge.verdicts import Verdict

    source = read({_PROGRAM: bytes(data)}, entry=False)
    notes = [conversion(note) for note in source.notes if note.encoding in ENCODINGS]
    text = source.files[source.main]
    answer: dict[str, Any] = {"text": "", "note": "", "found": None}
    if notes:
        answer["note"] = notes[0] + say("；線上評測不會轉換，請存成 UTF-8")
    try:
        compile(text, _PROGRAM, "exec", dont_inherit=True)
        answer["text"] = _CODING.sub(r"\1utf-8", decode_source(text))
    except (SyntaxError, ValueError) as error:
        lines = "".join(traceback.format_exception_only(error)).splitlines()
        found = {"verdict": Verdict.CE, "meaning": say(Verdict.CE.meaning), "more": lines}
        answer["found"] = found | {"reason": first_error("\n".join(lines)), "time": ""}
    return answer


def _judge(game: str) -> Judge:
    judge: Judge = import_module(f"{package_of(game)}.judge").judge
    return judge


def judge(game: str, data: Any) -> dict[str, Any]:
    """Judge an input like the command; return its output, error and the error's line."""
    written: list[str] = []
    act = _judge(game)
    failure = _failure(lambda: act(Lines(BytesIO(bytes(data))), written.append))
    return {"output": "".join(written)} | failure


def _failure(act: Callable[[], int]) -> dict[str, Any]:
    """Return the error of an action as a command prints it, with its line; None without one."""
    errors: list[str] = []
    lines: list[int] = []

    def noted() -> int:
        try:
            return act()
        except InputError as error:
            lines.append(error.line)
            raise

    guard(noted, errors.append)
    return {"error": errors[0] if errors else None, "line": lines[0] if lines else None}


def why(game: str, data: Any, line: int) -> str:
    """Return the rule behind a line of the judge's output; empty if none is known."""
    answer = judge(game, data)["output"].encode()
    nothing = b"\n"  # an empty output would be that of a program that has not begun
    return "\n".join(_rules(game, bytes(data), answer, nothing, line))


def _rules(game: str, data: bytes, answer: bytes, output: bytes, line: int) -> list[str]:
    """Return the rule behind a line, from the problem; none for a conversation."""
    package = package_of(game)
    if not (problem_of(package) / "explain.py").is_file() or _described(package).interactor:
        return []
    explain = import_module(f"{package}.problem.explain").explain
    language = "zh" if is_chinese() else "en"
    text: str | None = explain(data, answer, output, line, language)
    return (text or "").splitlines()[:_MOST_RULES]


def compare(game: str, data: Any, answer: Any, output: Any) -> dict[str, Any]:
    """Return `judge`'s view of an output and an answer, with the rule of the first difference."""
    from judge.cases import Case
    from judge.compare import exact
    from judge.explain import difference
    from judge.runner import NOT_RUN, of_finding

    expected, came = bytes(answer), bytes(output)
    finding = exact(expected, came)
    differs = finding.at and difference(expected, came, finding.at)
    result = of_finding(Case("", Path()), finding, NOT_RUN, difference=differs)
    return _view(game, result, 0, bytes(data), expected, came)


def verdict(
    game: str, name: str, seconds: float, end: str, output: Any, errors: Any
) -> dict[str, Any]:
    """Judge a program's run on a case like `judge`; the program had no access to the answer."""
    from cardjudge.programs.process import STDERR_TAIL, Ended, Limits
    from judge.cases import Case
    from judge.runner import Program

    package, came = package_of(game), bytes(output)
    described, path = _described(package), _path(game, name)
    case = Case(name, path, (path.with_suffix(".out"),))
    status, exceeded, wall, cannot = json.loads(end)
    ended = Ended(status, exceeded, wall, wall, None, bytes(errors)[-STDERR_TAIL:])
    if described.interactor:
        # The table in the program's worker is not trusted.
        table = import_module(f"{package}.problem.page")
        status, came = table.replayed(path.read_bytes(), came, status)
        ended = ended._replace(status=status)
    runner = _runner(Program((), Limits()), problem_of(package), described)
    result = runner.judge(case, ended, came)
    view = _view(game, result, seconds, *case.contents(), came)
    needs = [*dict.fromkeys(filter(None, cannot.split("\n")))]
    if view["verdict"] != "AC" and needs:
        lacking = [_lacking(what) for what in needs if what != "calls" or len(needs) == 1]
        view |= {"verdict": "NS", "meaning": say("瀏覽器裡不能跑，不是程式的錯")}
        view |= {"reason": say("瀏覽器裡沒有{what}", what=listed(lacking))}
    return view


def _described(package: str) -> Description:
    from judge.problem.description import FILE, read

    described, faults = read((problem_of(package) / FILE).read_text("utf-8"))
    if described is None:
        raise faults[0]
    return described


def _runner(program: Program, folder: Path, described: Description) -> Runner:
    """Return the runner that judges as the problem does: by its comparison, or its checker.

    Of an interactive problem, the output is what its table says against the program.
    """
    from judge.compare import Finding
    from judge.runner import Comparison, Runner
    from judge.verdicts import Verdict

    if described.interactor:
        verdicts = Verdict.AC, Verdict.WA
        return Runner(program, lambda _, why: Finding(verdicts[why != b""], comment=why.decode()))
    if not described.checker:
        return Comparison(described.compare or "exact").judging(program)

    def check(case: Case, output: bytes) -> Finding:
        from judge.problem.conventions import share_of

        judging = runpy.run_path(str(folder / described.checker))["judge"]
        share, said = share_of(judging(case.input.read_bytes(), case.expected(), output))
        points = 100 * share if 0 < share < 1 else None
        return Finding(Verdict.AC if share else Verdict.WA, comment=said, points=points)

    return Runner(program, check)


def _lacking(what: str) -> str:
    kind, _, name = what.partition(" ")
    return say(_LACKING.get(kind, "{name}"), name=name or kind)


def counted(verdicts: str, of: int) -> str:
    """Return the number of cases with each verdict as a sentence; NS is no run."""
    from judge.text import summary

    counts = Counter(json.loads(verdicts))
    del counts["NS"]
    return summary(counts, of)


def _view(
    game: str, result: Result, seconds: float, data: bytes, answer: bytes, output: bytes
) -> dict[str, Any]:
    """Return a result for the page, in the words of `judge`, with the rule of the difference."""
    from cardjudge.programs.limits import Limits
    from judge import text

    difference, rule = result.difference, list[str]()
    if difference and data:
        rule = _rules(game, data, answer, output, difference.expected.line)
    return {
        "verdict": result.verdict,
        "meaning": say(result.verdict.meaning),
        "reason": text.reason(result, Limits(wall=seconds, output=_MOST_OUTPUT)),
        "time": text.usage(result.ended)[1],
        "context": difference and difference.context,
        "sides": difference
        and [
            side._replace(character=text.in_words(side.character))._asdict() | {"label": label}
            for side, label in zip(difference[:2], text.both_sides(), strict=True)
        ],
        "rule": rule,
        "more": [] if difference else text.explanation(result),
    }


def replay(game: str, data: Any) -> dict[str, Any]:
    """Return the frames of a game, up to its first error."""
    from cardjudge.play.game import title_of
    from cardjudge.play.installed import game as installed
    from cardjudge.play.replay import Replay
    from cardjudge.viewer import document

    made: dict[str, Any] = {"document": None}

    def act() -> int:
        kind = installed(game)
        replay = Replay(kind, bytes(data), {})
        made["document"] = document(say("{game}重播", game=title_of(kind)), replay.frames)
        if replay.error is not None:
            raise replay.error
        return 0

    return made | _failure(act)


CALLS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (speak, case, own, program, judge, why, compare, verdict, counted, replay)
}
"""The functions that the page may call; `table`, loaded later, has the games of a person."""
