"""Tests generated from a seed, by ``generate.py`` or by a program in any language."""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardjudge.errors import quote, visible
from cardjudge.language import locale, say
from cardjudge.programs import source
from cardjudge.programs.compiler import Built, CompileError, build
from cardjudge.programs.keeper import private
from cardjudge.programs.process import Ended, run
from cardjudge.programs.project import NoProgram
from cardjudge.programs.sandbox import Mode, Sandbox
from cardjudge.programs.signals import ending
from judge.problem import call
from judge.problem.description import Fault
from judge.problem.problem import Problem
from judge.runner import verdict_of_end

NAME = re.compile(r"(?:[a-zA-Z0-9][a-zA-Z0-9_.-]{0,63}/)?[a-zA-Z0-9][a-zA-Z0-9_.-]{0,63}")
RULE = "名稱只能有英文字母、數字、_、. 和 -，前面可以有一個資料夾"
_FUNCTION = re.compile(rb"^(def tests\b|tests *=|from .*\btests\b)", re.MULTILINE)
"""Matches a Python file with a function `tests`; any other file is a program."""
LONGEST = 200
"""Most characters shown of a line that an author's program gives as its reason."""
_OWN_SHARE = 0.95
"""Share of its CPU time after which a call ends itself, at the line where it is."""


def generated(problem: Problem, seed: int) -> list[tuple[str, bytes]]:
    """Return the names and inputs of a seed; Fault if the generator fails."""
    path = problem.program("generate")
    if path is None:
        return []
    has_function = path.suffix == ".py" and _FUNCTION.search(path.read_bytes())
    if has_function:
        lines = map(json.loads, called(problem, path, "tests", seed).splitlines())
        pairs = [(name, text.encode("latin-1")) for name, text in lines]
    else:
        pairs = [*_written(problem, path, seed)]
    sources = {test.name: test.source for test in problem.written}
    tests = []
    for name, data in pairs:
        if not NAME.fullmatch(name):
            parts = {"name": quote(name), "rule": say(RULE)}
            raise Fault(path.name, None, "測試不能叫{name}：{rule}", **parts)
        if name in sources:
            parts = {"name": name, "other": sources[name]}
            raise Fault(path.name, None, "產生的測試 {name} 已經有了：{other}", **parts)
        sources[name] = say("{name}（{what}）", name=path.name, what=name)
        tests.append((name, data))
    if not tests:
        raise Fault(path.name, None, "沒有產生任何測試")
    return tests


def built(files: dict[str, bytes], place: str, mode: Mode, named: Sequence[str] = ()) -> Built:
    """Return a program of the author; Fault if it does not compile or is no program.

    It begins in one of the files that are `named`, if any are.
    """
    try:
        return build(source.read(files, named=named), sandbox=Sandbox(mode))
    except CompileError as error:
        raise Fault(place, None, "無法編譯：{reason}", reason=error) from None
    except NoProgram as error:
        raise Fault(place, None, "不是程式：{reason}", reason=error) from None


def command(path: Path, function: str, *arguments: object, seconds: float = 0) -> list[str]:
    """Return the command that calls a function of a Python file in a new process."""
    words = seconds, locale(), path.absolute(), function, *arguments
    return [sys.executable, "-P", call.__file__, *map(str, words)]


def called(
    problem: Problem, path: Path, function: str, *arguments: object, readable: Sequence[Path] = ()
) -> bytes:
    """Return what a function of a Python file gives, as `call` prints it; Fault if it fails."""
    limits = problem.author_limits
    seconds = (limits.cpu or 0) * _OWN_SHARE
    words = command(path, function, *arguments, seconds=seconds)
    ended, output = run(words, limits=limits, sandbox=problem.box(*readable))
    demand(path.name, ended)
    return output


def demand(file: str, ended: Ended) -> None:
    """Raise the fault of an author's program that failed, with its line; pass if it succeeded."""
    if ended.exceeded is None and ended.status == 0:
        return
    message = ended.stderr.decode(errors="replace").strip()
    lines = re.findall(rf'{re.escape(file)}(?:", line |:)(\d+)', message)
    line = int(lines[-1]) if lines else None
    if ended.exceeded is not None:
        reason = say(verdict_of_end(ended).meaning)
    else:
        last = message.rpartition("\n")[2].removeprefix(f"{file}:{line}: ") or ending(ended.status)
        reason = say("「{text}」", text=visible(last, LONGEST))
    raise Fault(file, line, "程式失敗了：{reason}", reason=reason)


def _written(problem: Problem, path: Path, seed: int) -> Iterator[tuple[str, bytes]]:
    program = built(problem.helper("generate"), path.name, problem.mode, [path.name])
    with private() as folder:
        words = [*program.command, str(seed)]
        box = problem.box(program.folder, writable=(folder,))
        ended, _ = run(words, limits=problem.author_limits, cwd=folder, sandbox=box)
        demand(path.name, ended)
        files = [p for p in sorted(folder.rglob("*.in")) if p.is_file() and not p.is_symlink()]
        if not files:
            raise Fault(path.name, None, "沒有 tests(seed) 這個函式，也沒有寫出 .in")
        for file in files:
            yield file.relative_to(folder).with_suffix("").as_posix(), file.read_bytes()
