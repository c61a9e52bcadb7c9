"""The compiler of the kernels."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cardjudge.commands.extras import PACKAGES, needed
from cardjudge.errors import UserError
from cardjudge.series.compiled import compiled
from tests.processes import ROOT

KERNEL = """
from cardjudge.series.compiled import compiled

@compiled
def twice(n):
    return 2 * n

print(twice(21))
"""


@compiled
def _share(part: float, whole: float) -> float:
    return part / whole


def test_compiled_results_equal_those_of_python() -> None:
    assert _share(1.0, 49.0) == 1.0 / 49.0
    assert _share(1.0, 0.0) == float("inf")


@pytest.mark.slow
def test_machine_code_is_kept_beside_the_source(tmp_path: Path) -> None:
    kernel = tmp_path / "kernel.py"
    kernel.write_text(KERNEL)
    assert subprocess.check_output([sys.executable, kernel]) == b"42\n"
    assert list(tmp_path.glob("__pycache__/kernel.twice-*.nbi"))


@pytest.mark.slow
def test_a_kernel_works_if_no_machine_code_can_be_kept(tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    (tmp_path / "__pycache__").write_text("")
    kernel = tmp_path / "kernel.py"
    kernel.write_text(KERNEL)
    env = {"HOME": str(nowhere), "XDG_CACHE_HOME": str(nowhere)}
    assert subprocess.check_output([sys.executable, kernel], env=env) == b"42\n"


def test_a_missing_extra_is_reported_with_its_installation() -> None:
    with pytest.raises(UserError) as raised, needed("fast", "odds"):
        import no_such_package  # type: ignore[import-not-found]  # noqa: F401
    assert str(raised.value) == "odds 缺少 no_such_package：python -m pip install numba numpy"


def test_a_hint_names_the_packages_of_its_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for extra, packages in PACKAGES.items():
        listed = [re.split("[<>=]", name)[0] for name in project["optional-dependencies"][extra]]
        assert packages.split() == sorted(listed)
