"""The map in docs/design.md is true: its tree, its layers and its rooms, against every module."""

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/design.md").read_text("utf-8")
MOST_LINES = 400
JUDGES = ["big2.judge", "blackjack_judge.judge", "war.judge", "take6.judge", "nim.judge"]


class Import(NamedTuple):
    """One module imports another."""

    by: str
    of: str
    at_start: bool
    """Whether the import runs when the module is loaded."""


class Layers(NamedTuple):
    """The layers of a package, from the one that may import all others."""

    rooms: list[list[str]]
    foundation: int
    """The first layer right of the bar."""

    def of(self, module: str) -> int:
        """Return the layer of a module, by the longest name that covers it; ValueError for none."""
        _, _, local = module.partition(".")
        depths = {
            len(room): depth
            for depth, layer in enumerate(self.rooms)
            for room in layer
            if covers(room, local)
        }
        if not depths:
            raise ValueError(f"{module} has no room")
        return depths[max(depths)]


def covers(room: str, module: str) -> bool:
    return f"{module}.".startswith(f"{room}.")


def block(page: str, name: str) -> str:
    found = re.search(rf"```{name}\n(.*?)```", page, re.DOTALL)
    assert found
    return found[1]


def layers(page: str) -> dict[str, Layers]:
    read = {}
    for package, text in re.findall(r"^(\w+)\n((?: .*\n)+)", block(page, "layers"), re.MULTILINE):
        above, below = ([part.split() for part in half.split(">")] for half in text.split("|"))
        read[package] = Layers(above + below, len(above))
    return read


def rooms(page: str) -> dict[str, list[str]]:
    lines = block(page, "rooms").splitlines()
    return {package: places for package, *places in map(str.split, lines)}


def tree(page: str) -> Iterator[str]:
    folder = ""
    for line in block(page, "tree").splitlines():
        for name in line.split("   ")[0].split() if line[0] == " " else line.split()[:1]:
            if not re.search(r"[./]", name):
                break  # the words that explain have begun
            folder = folder if line[0] == " " else name
            yield name if line[0] != " " else folder + name


def sources(root: Path, packages: list[str]) -> dict[str, Path]:
    return {
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path
        for package in packages
        for path in sorted((root / package).rglob("*.py"))
        if "submissions" not in path.parts
    }


def imports(modules: dict[str, Path]) -> list[Import]:
    found = []
    for module, path in modules.items():
        for name, at_start in _imported(ast.parse(path.read_text("utf-8")), True):
            of = name if name in modules else name.rpartition(".")[0] or name
            found.append(Import(module, of if of in modules else name, at_start))
    return found


def _imported(node: ast.AST, at_start: bool) -> Iterator[tuple[str, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name, at_start) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert not child.level, "imports are absolute"
            yield from ((f"{child.module}.{alias.name}", at_start) for alias in child.names)
        elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            yield from (pair for each in child.orelse for pair in _imported(each, at_start))
        else:
            runs = not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from _imported(child, at_start and runs)


def violations(page: str, root: Path) -> list[str]:
    """Return what breaks the rules of the page in the packages below the root."""
    order, places = layers(page), rooms(page)
    modules = sources(root, list(order))
    wrong = []
    found = imports(modules)
    for by, of, _ in found:
        package, other = by.partition(".")[0], of.partition(".")[0]
        if package in {by, of}:
            continue  # `__init__` gathers what its package has
        depth, foundation = order[package].of(by), order[package].foundation
        problem = by.startswith(f"{package}.problem")
        if other == package:
            if order[package].of(of) < depth:
                wrong.append(f"{by} imports {of}, which is above it")
        elif other in order:
            if other != "judge":
                wrong.append(f"{by} imports {of}, another game")
            elif depth >= foundation and not covers("judge.compiled", of):
                wrong.append(f"{by} imports {of}, but it is a rule")
            elif order["judge"].of(of) < order["judge"].foundation and not problem:
                wrong.append(f"{by} imports {of}, which belongs to the command judge")
        elif other in places:
            if not any(covers(place, by) for place in places[other]):
                wrong.append(f"{by} imports {other}, which has no room there")
        elif other not in sys.stdlib_module_names:
            wrong.append(f"{by} imports {of}, which is in no rule")
    return wrong + _circles(found)


def _circles(found: list[Import]) -> list[str]:
    graph: dict[str, set[str]] = {}
    for by, of, at_start in found:
        if at_start and not covers(of, by):  # a package is there before its modules
            graph.setdefault(by, set()).add(of)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return ["a circle: " + " > ".join(error.args[1])]
    return []


def test_no_import_breaks_a_rule() -> None:
    assert violations(PAGE, ROOT) == []


def test_the_judges_load_no_package_of_others() -> None:
    at_start: dict[str, list[str]] = {}
    for by, of, early in imports(sources(ROOT, list(layers(PAGE)))):
        at_start.setdefault(by, []).extend([of] if early else [])
    loaded, pending = set(), [*JUDGES]
    while pending:
        module = pending.pop()
        if module not in loaded:
            loaded.add(module)
            pending += at_start.get(module, ())
    assert {"judge.errors", "big2.patterns.pair", "nim.text.verdict"} <= loaded
    assert {name.partition(".")[0] for name in loaded} <= {*sys.stdlib_module_names, *layers(PAGE)}


def test_every_path_of_the_tree_exists() -> None:
    named = list(tree(PAGE))
    assert len(named) > 100
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert len(set(named)) == len(named)


def test_every_module_is_in_the_tree_and_has_a_room() -> None:
    order = layers(PAGE)
    inside = [name for name in tree(PAGE) if name.removesuffix("/") not in order]
    modules = sources(ROOT, list(order))
    covered = [path for path in modules.values() if path.name != "__init__.py"]
    paths = [str(path.relative_to(ROOT)) for path in covered]
    assert [path for path in paths if not path.startswith(tuple(inside))] == []
    assert [
        module for module in modules if module not in order and not _has_room(order, module)
    ] == []


def _has_room(order: dict[str, Layers], module: str) -> bool:
    try:
        return order[module.partition(".")[0]].of(module) >= 0
    except ValueError:
        return False


def test_every_room_is_a_module() -> None:
    order = layers(PAGE)
    modules = sources(ROOT, list(order))
    named = {
        f"{package}.{room}" for package in order for layer in order[package].rooms for room in layer
    }
    assert {*named, *(place for places in rooms(PAGE).values() for place in places)} - {
        *modules
    } == set()


def test_no_file_is_too_long() -> None:
    packages = [*layers(PAGE), "tests", "bench"]
    long = [
        str(path.relative_to(ROOT))
        for package in packages
        for path in (ROOT / package).rglob("*")
        if path.suffix in {".py", ".c", ".cpp", ".h", ".html"}
        and path.read_text("utf-8").count("\n") > MOST_LINES
    ]
    assert long == []


RULES = """
```layers
judge
    cli > report | app > stdio
big2
    cli > text | game > cards
nim
    cli | heaps
```
```rooms
typer  big2.cli
```
"""


@pytest.mark.parametrize(
    ("module", "code", "told"),
    [
        ("big2/cli", "import typer\nfrom big2 import text\nfrom judge.app import App", None),
        ("big2/text", "if TYPE_CHECKING:\n    from big2.cli import app", None),
        ("big2/text", "from big2.game import Game\nfrom judge import stdio", None),
        ("big2/text", "from big2.cli import app", "big2.text imports big2.cli, which is above it"),
        (
            "big2/game",
            "def f():\n    import big2.text",
            "big2.game imports big2.text, which is above",
        ),
        (
            "big2/game",
            "from judge.stdio import say",
            "big2.game imports judge.stdio, but it is a rule",
        ),
        ("big2/text", "from judge import report", "big2.text imports judge.report, which belongs"),
        ("big2/text", "from nim.heaps import mex", "big2.text imports nim.heaps, another game"),
        ("judge/stdio", "import big2.cards", "judge.stdio imports big2.cards, another game"),
        ("big2/text", "import typer", "big2.text imports typer, which has no room there"),
        ("big2/text", "import attrs", "big2.text imports attrs, which is in no rule"),
    ],
)
def test_a_broken_rule_is_found(tmp_path: Path, module: str, code: str, told: str | None) -> None:
    for package, order in layers(RULES).items():
        (tmp_path / package).mkdir()
        for layer in order.rooms:
            for room in layer:
                (tmp_path / package / f"{room}.py").write_text("")
    (tmp_path / f"{module}.py").write_text(code)
    found = violations(RULES, tmp_path)
    assert [line for line in found if told is None or not line.startswith(told)] == []
    assert len(found) == (told is not None)


def test_a_circle_is_found(tmp_path: Path) -> None:
    rules = RULES.replace("cli > text", "cli text")
    (tmp_path / "big2").mkdir()
    (tmp_path / "big2/cli.py").write_text("from big2 import text")
    (tmp_path / "big2/text.py").write_text("from big2.cli import app")
    assert [line[:9] for line in violations(rules, tmp_path)] == ["a circle:"]
    (tmp_path / "big2/text.py").write_text("def late():\n    from big2.cli import app")
    assert violations(rules, tmp_path) == []


def test_a_module_without_a_room_is_found() -> None:
    assert not _has_room(layers(RULES), "big2.attic")
    assert _has_room(layers(RULES), "big2.text.verdict")
