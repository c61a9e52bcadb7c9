"""No grant of a folder covers a copy of the kit, wherever it lies; a student's own folders stay."""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardjudge.programs.installed import kit, named
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Layers, Sandbox
from cardjudge.programs.sandbox.probe import probe
from tests.processes import ROOT
from tests.tools import needs_sandbox, slow_after

pytestmark = needs_sandbox
HERE = probe()
PACKAGES = sorted(
    path.name
    for path in map(Path, kit())
    if (path / "__init__.py").is_file() and path.name not in ("bench", "docs", "tests")
)
TESTED = "testdata/nim/all-heaps-win.in"
LIBRARY = "lib/python3.11/site-packages"
HASHES = "RECORD", "direct_url.json"
INSTALLED = {
    "cardjudge-0.4.0.dist-info": "[console_scripts]\njudge = judge.__main__:main\n"
    "[cardjudge.games]\nwar = war.play:War\n",
    "sevens-1.dist-info": "[cardjudge.games]\nsevens = sevens.play:Sevens\n",
    "other-1.dist-info": "[console_scripts]\nother = other:main\n",
}
"""Installed packages: of the kit, of a game for it, and of others."""
OWN = "war/battle.py", "judge/__init__.py", "tests/test_mine.py", "docs/mine.md"


def copy(folder: Path, is_clone: bool = True) -> Path:
    """Write a copy of the kit: the packages, and in a clone the rest."""
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / name, symlinks=True)
    if is_clone:
        (folder / "testdata/nim").mkdir(parents=True)
        (folder / "pyproject.toml").write_text('[project]\nname = "cardjudge"\n')
        (folder / ".git").mkdir()
        for name in TESTED, ".git/HEAD":
            (folder / name).write_text("1\n")
    for package, group in INSTALLED.items() if not is_clone else ():
        (folder / package).mkdir()
        (folder / package / "entry_points.txt").write_text(group)
        for name in HASHES:
            (folder / package / name).write_text("big2/problem/tests/secret/1.in,sha256=1,1\n")
    return folder


def reads(
    paths: Sequence[Path], layers: Layers = HERE, allowed: Sequence[Path] = (), *words: str
) -> list[str]:
    """Return the paths that a program reads, started in the current folder."""
    box = Sandbox("required", (*named(words or ("cat", "solve.py")), *allowed), layers=layers)
    script = 'for f; do [ -z "$(head -c 1 "$f" 2> /dev/null)" ] || echo "$f"; done'
    command = ["sh", "-c", script, "sh", *map(str, paths)]
    _, output = run(command, limits=Limits(wall=30), sandbox=box)
    return output.decode().splitlines()


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    folder = tmp_path / "home/mine"
    folder.mkdir(parents=True)
    (folder / "solve.py").write_text("import big2")
    return folder


PLACES = [f".venv/{LIBRARY}", "cardjudge", "deep/er/clone", "build/lib", ".hidden/clone"]


@pytest.mark.parametrize("layers", [HERE, HERE._replace(mounts=False)], ids=str)
@pytest.mark.parametrize("place", slow_after(2, PLACES))
def test_a_copy_below_the_folder_of_the_start_is_hidden(
    place: str, layers: Layers, mine: Path
) -> None:
    is_clone = "-packages" not in place
    root = copy(mine / place, is_clone)
    for name in OWN:
        (mine / name).parent.mkdir(exist_ok=True)
        (mine / name).write_text("1\n")
    (root.parent / "beside").write_text("1\n")
    secrets = [root / each / "__init__.py" for each in PACKAGES]
    secrets += [root / TESTED, root / ".git/HEAD"] if is_clone else []
    own = [*(mine / name for name in OWN), root.parent / "beside", mine / "solve.py"]
    for package in INSTALLED if not is_clone else ():
        hashes = [root / package / name for name in HASHES]
        (own if package.startswith("other") else secrets).extend(hashes)
    with contextlib.chdir(mine):
        assert reads([*secrets, *own], layers) == [*map(str, own)]


@pytest.mark.parametrize("layers", [HERE, HERE._replace(mounts=False)], ids=str)
def test_a_clone_that_is_the_folder_of_the_start_is_hidden(layers: Layers, mine: Path) -> None:
    copy(mine)
    (mine / "homework").mkdir()
    (mine / "homework/war.py").write_text("1\n")
    secrets = [mine / "big2/game.py", mine / "cardjudge/stdio.py", mine / TESTED]
    own = [mine / "homework/war.py", mine / "solve.py", mine / "pyproject.toml"]
    with contextlib.chdir(mine):
        assert reads([*secrets, *own], layers) == [*map(str, own)]


def test_no_other_way_leads_to_a_copy(mine: Path) -> None:
    clone = copy(mine.parent / "clone")
    (mine / "link").symlink_to(clone)
    (mine / "inner").symlink_to(copy(mine / f".venv/{LIBRARY}", is_clone=False))
    (mine / "cardjudge-0.4.0-py3-none-any.whl").write_text("a wheel")
    secrets = [mine / "link/big2/game.py", mine / "inner/big2/game.py", clone / "big2/game.py"]
    secrets += [mine / "cardjudge-0.4.0-py3-none-any.whl", ROOT / "big2/game.py"]
    with contextlib.chdir(mine):
        assert reads(secrets) == []
        assert reads(secrets, HERE, [mine.parent]) == []
        assert reads(secrets, HERE, [clone, ROOT]) == []


def test_a_module_of_the_student_does_not_open_the_package_of_that_name(mine: Path) -> None:
    with contextlib.chdir(mine):
        words, game = ("python3", "-m", "big2"), ROOT / "big2/game.py"
        assert reads([game], HERE, [], *words)
        assert reads([game], HERE, [], f"{Path(sys.executable).parent}/big2")
        (mine / "big2.py").write_text("1\n")
        assert not reads([game], HERE, [], *words)
        assert not reads([game], HERE, [], "./big2")


SOLVE = """
import sys
sys.path[1:1] = [path for path in {places!r}]
try:
    import big2.game
except (ImportError, OSError):
    print("held")
else:
    print("broken", big2.__file__)
"""


@pytest.mark.slow
@pytest.mark.parametrize("way", ["wheel", "editable", "finder", "PYTHONPATH"])
@pytest.mark.parametrize("python", ["python3", ".venv/bin/python3"])
def test_a_kit_that_runs_from_the_folder_of_the_start_is_hidden(
    way: str, python: str, mine: Path
) -> None:
    """README's own layout: the judge is installed in a `.venv` of the folder where it starts."""
    venv = [sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", ".venv"]
    subprocess.run(venv, cwd=mine, check=True)
    library = next((mine / ".venv").glob("lib/python3*/site-packages"))
    ours = next(Path(sys.prefix).glob("lib/python3*/site-packages"))
    (library / "ours.pth").write_text(f"{ours}\n")  # after the copy, for the packages of others
    root = copy(library if way == "wheel" else mine / "cardjudge", is_clone=way != "wheel")
    if way == "editable":
        (library / "a.pth").write_text(f"{root}\n")
    if way == "finder":
        (library / "__editable___finder.py").write_text(
            f"import sys\nsys.path.append({str(root)!r})"
        )
        (library / "a.pth").write_text("import __editable___finder\n")
    (mine / "solve.py").write_text(SOLVE.format(places=[str(root), str(ROOT)]))
    (mine / "tests").mkdir()
    (mine / "tests/1.in").write_text("")
    (mine / "tests/1.out").write_text("held\n")
    words = f"-P -m judge tests --sandbox required --plain -- {python} solve.py".split()
    judged = subprocess.run(
        [mine / ".venv/bin/python3", *words],
        cwd=mine,
        env={"PATH": f"{mine}/.venv/bin:/usr/bin:/bin", "HOME": str(mine.parent)}
        | ({"PYTHONPATH": str(root)} if way == "PYTHONPATH" else {}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert judged.stdout.startswith("AC"), judged.stdout + judged.stderr
