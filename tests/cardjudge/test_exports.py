"""A package exports exactly the names that it lists."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ["big2", "blackjack_judge", "nim", "take6", "cardjudge.programs"]


def listed(package: str) -> list[str]:
    """Return the names that a type checker sees."""
    tree = ast.parse((ROOT / package.replace(".", "/") / "__init__.pyi").read_text("utf-8"))
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return sorted(alias.asname for node in imports for alias in node.names if alias.asname)


@pytest.mark.parametrize("package", PACKAGES)
def test_a_star_imports_exactly_the_listed_names(package: str) -> None:
    code = f"from {package} import *; print(*sorted({{*globals()}} - {{*dir(__builtins__)}}))"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = {name for name in run.stdout.split() if not name.startswith("__")}
    assert names == {*listed(package)}
    assert len(names) >= 2
