"""A pattern or a player that is added as docs/design.md says touches two files of the kit."""

import filecmp
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.big2 import four_of_a_kind
from tests.processes import FRESH, ROOT, kit_in

PATTERN = Path(four_of_a_kind.__file__).read_text("utf-8")
FIRST = """
from cardjudge.play.game import Advice, Player

class First(Player):
    def advise(self, game, seat, rng):
        return Advice(next(iter(game.legal()), None))
"""
LOWEST = """
from take6.players.base import Player

class Lowest(Player):
    def pick(self, game, seat, rng):
        return min(game.hands[seat])

    def choose(self, game, seat, rng):
        return 0
"""
ADDITIONS: dict[str, tuple[Any, ...]] = {
    "pattern": (
        ("big2/patterns/four_of_a_kind.py", PATTERN),
        "big2/patterns/__init__.py",
        ("BUILTIN =", "from big2.patterns.four_of_a_kind import FourOfAKind\n\nBUILTIN ="),
        ("FullHouse()))", "FullHouse(), FourOfAKind()))"),
    ),
    "big2": (
        ("big2/players/first.py", FIRST),
        "big2/players/__init__.py",
        (
            "from big2.players.simple",
            "from big2.players.first import First\nfrom big2.players.simple",
        ),
        ('{"smallest"', '{"first": First, "smallest"'),
    ),
    "take6": (
        ("take6/players/lowest.py", LOWEST),
        "take6/players/__init__.py",
        (
            "from take6.players.simple",
            "from take6.players.lowest import Lowest\nfrom take6.players.simple",
        ),
        ('"3": Careful', '"3": Careful, "lowest": Lowest'),
    ),
}
PATTERN_MATCH = "match --players playouts:2,greedy,greedy,greedy --games 4"


def files_that_differ(ours: Path, theirs: Path) -> Iterator[Path]:
    """Yield the files that only one folder has, or that differ."""
    compared = filecmp.dircmp(ours, theirs, ["__pycache__", "problem"])
    for name in (*compared.left_only, *compared.right_only, *compared.diff_files):
        yield ours / name
    for name in compared.common_dirs:
        yield from files_that_differ(ours / name, theirs / name)


@pytest.mark.parametrize(
    ("added", "command", "told"),
    [
        ("pattern", "play --plain --seed 1", "模擬"),
        pytest.param("pattern", PATTERN_MATCH, "1 p", marks=pytest.mark.slow),
        pytest.param(
            "pattern", "review case.in --playouts 8 --seat 4", "鐵支", marks=pytest.mark.slow
        ),
        ("big2", "match --players first,greedy,smallest,random --games 4", "1 first"),
        ("take6", "match --players lowest,3 --games 4", "1 lowest"),
    ],
)
def test_an_addition_touches_two_files_and_works(
    tmp_path: Path, added: str, command: str, told: str
) -> None:
    (file, text), registry, *changes = ADDITIONS[added]
    package = file.partition("/")[0]
    ignored = shutil.ignore_patterns("__pycache__", "problem")
    shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    (tmp_path / file).write_text(text, "utf-8")
    registered = (ROOT / registry).read_text("utf-8")
    for before, after in changes:
        assert registered.count(before) == 1
        registered = registered.replace(before, after)
    (tmp_path / registry).write_text(registered, "utf-8")
    assert len([*files_that_differ(tmp_path / package, ROOT / package)]) == 2

    def run(words: str, stdin: str = "") -> str:
        ours = {"PYTHONPATH": f"{tmp_path}:{ROOT}", **FRESH}
        ended = kit_in(tmp_path, package, *words.split(), stdin=stdin, **ours)
        assert ended.returncode in (0, 1), ended.stderr
        return ended.stdout

    if "case.in" in command:
        (tmp_path / "case.in").write_text(run("auto --seed 4"), "utf-8")
    assert told in run(command, "h\nq\n")
