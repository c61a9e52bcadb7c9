"""docs/json.md is true: it shows the shape of every document, and real documents fit."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.processes import kit, kit_in

ROOT = Path(__file__).parents[2]
CASES = ROOT / "testdata"
PAGE, OTHER = (ROOT / "docs" / name for name in ("json.md", "json.zh-TW.md"))
KINDS: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}
ESTIMATE = {"value": "number?", "low": "number?", "high": "number?"}
ROWS = Path(__file__).with_name("documents.txt").read_text("utf-8").splitlines()
WORDS = {"CASES": CASES, "PYTHON": sys.executable}
COMMANDS = {
    name: command.format(**WORDS).split()
    for name, _, command in (row.partition(": ") for row in ROWS)
}
"""What makes each document, in a folder with two tests and what two students handed in."""


def shapes(page: Path) -> dict[str, Any]:
    blocks = re.findall(r"```json (\S+)\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    return {name: json.loads(text) for name, text in blocks}


SHAPES = shapes(PAGE)


def misfits(shape: Any, value: Any, where: str = "") -> Iterator[str]:
    """Yield the places where a document differs from its shape."""
    if isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{where} is no list"
        else:
            for index, each in enumerate(value):
                yield from misfits(shape[0], each, f"{where}[{index}]")
    elif isinstance(shape, dict):
        yield from _misfits_of_members(shape, value, where)
    elif shape == "estimate":
        yield from misfits(ESTIMATE, value, where)
    elif shape.removesuffix("?") in KINDS:
        fits = isinstance(value, KINDS[shape.removesuffix("?")])
        boolean = isinstance(value, bool) and not shape.startswith("boolean")
        if not (value is None and shape.endswith("?")) and (not fits or boolean):
            yield f"{where} is {value!r}, no {shape}"
    elif shape not in ("any", value):
        yield f"{where} is {value!r}, not {shape!r}"


def _misfits_of_members(shape: dict[str, Any], value: Any, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where} is no object"
        return
    known = {name.removesuffix("?"): name for name in shape}
    if "*" not in shape and value.keys() != known.keys():
        yield f"{where} has other members: {sorted(value.keys() ^ known.keys())}"
    for name, each in value.items():
        kind = shape.get(known.get(name, "*"), "any")
        if not (each is None and known.get(name, "").endswith("?")):
            yield from misfits(kind, each, f"{where}.{name}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documents")
    for name in "a", "handed-in":
        (folder / name).mkdir()
    shutil.copytree(ROOT / "take6/series/contest/starter", folder / "entrants")
    (folder / "talk.txt").write_text("< play 1000000\n> init_game 0\n")
    for name, game in ("sample", "big2"), ("four-players", "take6"):
        shutil.copy(ROOT / f"testdata/{game}/{name}.in", folder / f"{game}.in")
    for name, answer in ("one", 1), ("two", 2):
        (folder / f"a/{name}.in").write_text("")
        (folder / f"a/{name}.out").write_text(f"{answer}\n")
        (folder / f"handed-in/{name}.py").write_text(f"print({answer})\n")
    for command, file in (("nim", "nim.json"), ("blackjack_judge", "seed.in")):
        text = kit(command, "auto", "--seed", 3, *(["--start"] if file == "seed.in" else [])).stdout
        (folder / file).write_text(text, "utf-8")
    return folder


def document(name: str, folder: Path) -> Any:
    run = kit_in(folder, *COMMANDS[name])
    assert run.returncode in {0, 1}, run.stderr
    return json.loads(run.stdout)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_a_document_has_the_shape_of_the_page(name: str, folder: Path) -> None:
    found = document(name, folder)
    assert next(iter(found)) == "schema"
    assert list(misfits(SHAPES[name], found)) == []


def test_every_document_is_on_both_pages() -> None:
    assert SHAPES.keys() == COMMANDS.keys()
    assert shapes(OTHER) == SHAPES
