"""The map in docs/design.md is true: its tree and its rule of imports."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/design.md").read_text("utf-8")
MOST_LINES = 400
GAMES = ["big2", "blackjack_judge", "war", "take6", "nim"]
PACKAGES = ["cardjudge", "judge", *GAMES]
PAGE_ROOM = "judge.web"
"""The page: it opens every door, and only `judge web` opens it."""
DOORS = {"__main__", "cli", "judge"}
"""Modules at the top of a game that may open its rooms: a command has to."""
ROOMS = {"players", "play", "series", "verify", "contestants", "problem", "problem_classes"}

SHARED = {"commands", "programs", "series", "play", "viewer"}
"""The folders of `cardjudge`, which the files beside them do not import."""

WITH_TYPER = {"rich", "click"}
"""What Typer brings along."""
IMPORTED_AS = {
    "markdown-it-py": "markdown_it",
    "mdit-py-plugins": "mdit_py_plugins",
    "pyyaml": "yaml",
}
"""The module of a distribution, where it has another name."""


class Import(NamedTuple):
    """One module imports another."""

    by: str
    of: str
    at_start: bool
    """Whether the import runs when the module is loaded."""
    runs: bool = True
    """Whether it ever runs: one under `TYPE_CHECKING` does not."""


def covers(room: str, module: str) -> bool:
    return f"{module}.".startswith(f"{room}.")


def block(page: str, name: str) -> str:
    found = re.search(rf"```{name}\n(.*?)```", page, re.DOTALL)
    assert found
    return found[1]


def declared(project: dict[str, Any]) -> set[str]:
    """Return the packages of others that the project may import, extras included."""
    extras = project["optional-dependencies"]
    wanted = chain(project["dependencies"], *extras.values())
    names = {re.split(r"[^\w-]", requirement)[0] for requirement in wanted}
    return {IMPORTED_AS.get(name, name) for name in names} | WITH_TYPER


def tree(page: str) -> Iterator[str]:
    folders = [""] * 4
    for line in block(page, "tree").splitlines():
        depth = (len(line) - len(line.lstrip())) // 2
        for name in line.split()[:1] if not depth else re.split(" {3,}", line.lstrip())[0].split():
            if depth > 2 or not re.search(r"[./]", name):
                break  # the words that explain have begun
            folders[depth + 1] = path = folders[depth] + name
            yield path


def sources(root: Path) -> dict[str, Path]:
    return {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for package in PACKAGES
        for path in sorted((root / package).rglob("*.py"))
        if not {"submissions", "testdata"} & {*path.parts}
    }


@cache
def imports(root: Path) -> list[Import]:
    modules, found = sources(root), []
    for module, path in modules.items():
        for name, *when in _imported(ast.parse(path.read_text("utf-8")), True):
            of = name if name in modules else name.rpartition(".")[0] or name
            found.append(Import(module, of if of in modules else name, *when))
    return found


def _imported(node: ast.AST, at_start: bool, runs: bool = True) -> Iterator[tuple[str, bool, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name, at_start, runs) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert not child.level, "imports are absolute"
            yield from ((f"{child.module}.{alias.name}", at_start, runs) for alias in child.names)
        elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            for each in child.orelse:
                yield from _imported(each, at_start, runs)
            for each in child.body:
                yield from _imported(ast.Module([each], []), False, False)
        else:
            late = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from _imported(child, at_start and not late, runs)


def fault(by: str, of: str) -> str | None:
    """Return the fault of an import between packages of the kit, or None."""
    package, *inside = by.split(".")
    other, *room = of.split(".")
    if of.startswith("judge.problem") and package in GAMES:
        return None if inside[:1] == ["problem"] else f"{by} imports {of}, but is no problem"
    if covers(PAGE_ROOM, by):
        return None
    if covers(PAGE_ROOM, of):
        return None if by == "judge.cli" else f"{by} imports {of}, the page"
    on_top = package == other == "cardjudge" and len(inside) == 1 and not SHARED & {*inside}
    if on_top and SHARED & {*room[:1]}:
        return f"{by} imports {of}, a folder below it"
    if other not in {package, "cardjudge"}:
        return f"{by} imports {of}, of another house"
    above = package in GAMES and inside and not ROOMS & {inside[0]} and not DOORS & {inside[0]}
    if above and other == package and ROOMS & {*room[:1]}:
        return f"{by} imports {of}, a room below the rules"
    return None


def violations(others: set[str], root: Path) -> list[str]:
    """Return the imports in the packages below the root that break the rule."""
    wrong: list[str | None] = []
    found = imports(root)
    for by, of, _, runs in found:
        if not runs:
            continue
        other = of.partition(".")[0]
        if other in PACKAGES:
            wrong.append(fault(by, of))
        elif other not in sys.stdlib_module_names and other not in others:
            wrong.append(f"{by} imports {of}, which is not declared")
    return [line for line in wrong if line] + _circles(found)


def _circles(found: list[Import]) -> list[str]:
    """Return a circle of files, whenever they import each other and be it for a type."""
    graph: dict[str, set[str]] = {}
    for by, of, *_ in found:
        if by != of and not covers(of, by):  # a package is loaded before its modules
            graph.setdefault(by, set()).add(of)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return ["a circle: " + " > ".join(error.args[1])]
    return []


def test_no_import_breaks_the_rule() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert violations(declared(project), ROOT) == []


def test_every_path_of_the_tree_exists() -> None:
    named = list(tree(PAGE))
    assert len(named) > 50
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert len(set(named)) == len(named)


def test_every_module_is_in_the_tree() -> None:
    inside = [name for name in tree(PAGE) if name.removesuffix("/") not in PACKAGES]
    covered = [path for path in sources(ROOT).values() if path.name != "__init__.py"]
    paths = [str(path.relative_to(ROOT)) for path in covered]
    assert [path for path in paths if not path.startswith(tuple(inside))] == []


def test_no_file_is_too_long() -> None:
    long = [
        str(path.relative_to(ROOT))
        for package in [*PACKAGES, "tests", "bench"]
        for path in (ROOT / package).rglob("*")
        if path.suffix in {".py", ".c", ".cpp", ".h", ".html", ".js", ".css"}
        and path.read_text("utf-8").count("\n") > MOST_LINES
    ]
    assert long == []
