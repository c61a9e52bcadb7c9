"""The tests that a problem makes by a seed, by ``generate.py`` or by a program in any language."""

import re
import runpy
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardjudge.errors import quote
from cardjudge.programs import source
from cardjudge.programs.compiler import build
from cardjudge.programs.process import Limits, run
from judge.problem.description import Fault
from judge.problem.problem import Problem, Test

NAME = re.compile("[a-zA-Z0-9][a-zA-Z0-9_.-]{0,63}")
_FUNCTION = re.compile(rb"^(def tests\b|tests *=|from .*\btests\b)", re.MULTILINE)
"""How a file in Python says that it has a function; another is a program, as in any language."""
_LIMITS = Limits(wall=300, output=1 << 30)


def generated(problem: Problem, seed: int) -> list[Test]:
    """Return the tests of a seed, without answers; Fault where the generator fails."""
    path = problem.program("generate")
    if path is None:
        return []
    has_function = path.suffix == ".py" and _FUNCTION.search(path.read_bytes())
    yields = _yielded(problem, path, seed) if has_function else _written(path, seed)
    known = {test.name: test.file for test in problem.written}
    tests = []
    for name, data in yields:
        if name in known:
            raise Fault(
                path.name, None, "產生的測試 {name} 已經有了：{other}", name=name, other=known[name]
            )
        known[name] = f"{path.name}（{name}）"
        tests.append(Test(name, data, None, False, path.name))
    return tests


def namespace(problem: Problem, path: Path) -> dict[str, Any]:
    """Run a Python file of the problem, and return its names; Fault where it fails."""
    with failing_at(path), _importing(problem.folder):
        return runpy.run_path(str(path))


@contextmanager
def failing_at(path: Path) -> Iterator[None]:
    """Turn any failure inside of a file into a Fault with its line there."""
    try:
        yield
    except Fault:
        raise
    except SyntaxError as error:
        raise Fault(path.name, error.lineno, "語法不對：{reason}", reason=error.msg) from None
    except (Exception, SystemExit) as error:
        inside = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename == str(path)
        ]
        reason = quote(f"{type(error).__name__}: {error}")
        line = inside[-1].lineno if inside else None
        raise Fault(path.name, line, "程式失敗了：{reason}", reason=reason) from None


def _yielded(problem: Problem, path: Path, seed: int) -> list[tuple[str, bytes]]:
    names = namespace(problem, path)
    with failing_at(path), _importing(problem.folder):
        return [_pair(each, path) for each in names["tests"](seed)]


def _pair(each: object, path: Path) -> tuple[str, bytes]:
    match each:
        case (str(name), str() | bytes() as data) if NAME.fullmatch(name):
            return name, data.encode() if isinstance(data, str) else data
    raise Fault(
        path.name, None, "tests(seed) 要產生（名稱，輸入），不是{what}", what=quote(repr(each))
    )


def _written(path: Path, seed: int) -> list[tuple[str, bytes]]:
    program = build(source.read({path.name: path.read_bytes()}))
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        ended, _ = run([*program.command, str(seed)], limits=_LIMITS, cwd=folder)
        if ended.status or ended.exceeded:
            reason = quote(ended.stderr.decode(errors="replace").strip())
            raise Fault(path.name, None, "程式失敗了：{reason}", reason=reason)
        files = sorted(Path(folder).glob("*.in"))
        if not files:
            raise Fault(path.name, None, "沒有 tests(seed) 這個函數，也沒有寫出 .in")
        return [(file.stem, file.read_bytes()) for file in files]


@contextmanager
def _importing(folder: Path) -> Iterator[None]:
    """Let modules of the folder be imported."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
