"""``python -m tests.mutants 60 --seed 5 judge/compare.py cardjudge/programs``: mutate and test.

Draws single changes of the code at random (a comparison, an operator, a number, a condition, a
statement that goes), puts one at a time into this clone, which must have no other change, and runs
the tests until one fails. A line a mutant names the test that killed it; survivors come last.
With `--coverage` only the tests run that run the mutant's line, as coverage.py recorded it with
tests as contexts: pytest-cov's `--cov-context=test` in the process of the tests, and `context =
${PYTEST_CURRENT_TEST-}` and `patch = _exit` in the file of `COVERAGE_PROCESS_START` in others.
"""

import argparse
import ast
import copy
import os
import random
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).parents[1]
SECONDS = 420
"""Longest time of the tests of one mutant; a mutant that takes longer is killed, too."""
TRIES = 4
"""Runs of the tests of a mutant, of which each leaves out one more test that is flaky."""
_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OPERATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
_RUN = re.compile(r"[^\[ ]+(?:\[[\w.-]+\])?")
"""Matches a test in a context, without its parameters if a command line cannot hold them."""
TESTS = {
    "big2": ["tests/big2", "tests/explain", "tests/test_cli.py"],
    "blackjack_judge": ["tests/blackjack_judge", "tests/explain", "tests/test_cli.py"],
    "cardjudge": ["tests/cardjudge", "tests/judge", "tests/test_cli.py"],
    "judge": ["tests/judge", "tests/classroom"],
    "nim": ["tests/nim", "tests/explain", "tests/test_cli.py"],
    "take6": ["tests/take6", "tests/explain", "tests/test_cli.py"],
    "war": ["tests/war", "tests/explain", "tests/test_cli.py"],
    "web": ["tests/web", "tests/test_replays.py"],
}
"""The tests of a package, those that fail soonest first."""


Line: TypeAlias = tuple[str, int]
"""A file and the number of a line in it."""


class Mutant(NamedTuple):
    """A change of one piece of a file."""

    path: str
    line: int
    start: int
    end: int
    """The first byte of the piece in the file, and the byte after it."""
    text: str
    """What replaces it."""
    called: bool
    """Whether it is in the body of a function, so that not only the first import runs it."""

    @contextmanager
    def put(self) -> Iterator[None]:
        """Change the file for a while."""
        path = ROOT / self.path
        data, times = path.read_bytes(), path.stat()
        path.write_bytes(data[: self.start] + self.text.encode() + data[self.end :])
        try:
            yield
        finally:
            path.write_bytes(data)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def mutants(path: str) -> Iterator[Mutant]:
    """Yield every mutant of a file."""
    data = (ROOT / path).read_bytes()
    starts = [0]
    for row in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    tree = ast.parse(data)
    left_out = {id(inner) for node in ast.walk(tree) for inner in _left_out(node)}
    called = {id(inner) for node in ast.walk(tree) for inner in _body(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.stmt) and id(node) not in left_out:
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            for changed in _changed(node):
                yield Mutant(path, node.lineno, start, end, changed, id(node) in called)


def _body(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes in the body of a function."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        for statement in node.body:
            yield from ast.walk(statement)


def _left_out(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of annotations, and of f-strings, whose places Python 3.11 does not know."""
    roots = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    roots += [node] if isinstance(node, ast.JoinedStr) else []
    for root in roots:
        if isinstance(root, ast.AST):
            yield from ast.walk(root)


def _changed(node: ast.AST) -> Iterator[str]:
    """Yield the texts of the changes of a node."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _COMPARED:
            yield _with(node, "ops", [_COMPARED[type(op)]()])
        case ast.BinOp(op=op) if type(op) in _OPERATED:
            yield _with(node, "op", _OPERATED[type(op)]())
        case ast.BoolOp(op=op):
            yield _with(node, "op", ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value)):
            yield str(value + 1)
        case ast.IfExp():
            yield f"({ast.unparse(node.body)})"
            yield f"({ast.unparse(node.orelse)})"
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            yield "pass"
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield "return None"
        case ast.Continue():
            yield "break"
        case ast.Break():
            yield "continue"


def _with(node: ast.expr, field: str, value: object) -> str:
    changed = copy.copy(node)
    setattr(changed, field, value)
    return f"({ast.unparse(changed)})"


def killer(mutant: Mutant, words: list[str], known: Mapping[Line, Sequence[str]]) -> str | None:
    """Return the first test that fails with a mutant alone, "time" if one hangs, or None.

    If no test is known to run the line, those come first that name its module or its package.
    """
    covering = known.get((mutant.path, mutant.line)) if mutant.called else None
    for tests in [covering] if covering else _near(mutant.path):
        flaky: list[str] = []
        for _ in range(TRIES):
            without = [f"--deselect={each}" for each in flaky]
            with mutant.put():
                failed = failing([*words, *without, *tests])
                one = failed is not None and "::" in failed  # otherwise nothing can be imported
                again = failing([*words, failed]) if failed and one else failed
            if failed is None:
                break
            if not one or (again is not None and failing([*words, failed]) is None):
                return failed
            flaky.append(failed)  # it fails without the mutant, or passes with it
    return None


def _near(path: str) -> Iterator[Sequence[str]]:
    """Yield the tests that name a module or its package, and then all tests of the package."""
    module = path.removesuffix(".py").replace("/", ".")
    named = rf"{module}\b|from {module.rpartition('.')[0]} import"
    git = ["git", "grep", "-lE", named, "--", "tests/**/test_*.py"]
    found = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False)
    if near := found.stdout.split():
        yield near
    yield TESTS[path.partition("/")[0]]


def covered(data: Path) -> dict[Line, list[str]]:
    """Return the tests that run each line, from contexts of coverage.py, small tests first."""
    from coverage import CoverageData

    found = CoverageData(str(data))
    found.read()
    tests: dict[Line, list[str]] = {}
    sizes: Counter[str] = Counter()
    for file in found.measured_files():
        path = Path(file).relative_to(ROOT).as_posix()
        for line, contexts in found.contexts_by_lineno(file).items():
            told = {run[0] for name in contexts if "::" in name and (run := _RUN.match(name))}
            tests[path, line] = [*told]
            sizes.update(told)
    for names in tests.values():
        names.sort(key=lambda name: (sizes[name], name))
    return tests


def failing(words: list[str]) -> str | None:
    """Run tests; return the first that fails, "time" if they take too long, or None."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", *words]
    found = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command, cwd=ROOT, env=found, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        try:
            said, _ = run.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            return "time"
    if run.returncode in (0, 5):  # 5 means that all of these tests are slow
        return None
    rows = (row for row in said.splitlines() if row.startswith(("FAILED ", "ERROR ")))
    return next((row.partition(" ")[2].partition(" - ")[0] for row in rows), "the collection")


def main() -> None:
    """Draw mutants, and print what becomes of each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[2])
    parser.add_argument("count", type=int)
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--begin", type=int, default=0, help="how many of the drawn to leave out")
    parser.add_argument("--end", type=int, help="the last of the drawn mutants")
    parser.add_argument("--pytest", default="", help="words for pytest, such as '-n 2'")
    parser.add_argument("--coverage", type=Path, help="data of coverage.py with tests as contexts")
    given = parser.parse_args()
    git = ["git", "status", "--porcelain"]
    if subprocess.run(git, cwd=ROOT, capture_output=True, check=True).stdout:
        sys.exit("this clone has changes of its own")
    listed = subprocess.run(
        ["git", "ls-files", "--", *given.paths],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    files = [each for each in listed if each.endswith(".py") and "/submissions/" not in each]
    every = [mutant for path in files for mutant in mutants(path)]
    drawn = random.Random(given.seed).sample(every, given.count)[given.begin : given.end]
    known = covered(given.coverage) if given.coverage else {}
    survivors = []
    for number, mutant in enumerate(drawn, given.begin + 1):
        found = killer(mutant, given.pytest.split(), known)
        told = f"{number} {mutant.path}:{mutant.line} {mutant.text!r}: {found or 'survives'}"
        print(told, flush=True)
        survivors += [] if found else [told]
    print(f"{len(drawn) - len(survivors)} of {len(drawn)} killed", *survivors, sep="\n")


if __name__ == "__main__":
    main()
