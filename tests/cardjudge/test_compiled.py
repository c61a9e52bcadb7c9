"""The compiler of the kernels."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cardjudge.commands.extras import install, needed
from cardjudge.errors import UserError
from tests.processes import ROOT


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a package with a kernel."""
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "kernel.py").write_text(
        "from cardjudge.series.compiled import compiled\n"
        "@compiled\ndef product(n): return 2 * n\nprint(product(21))\n"
    )
    return folder


def printed(package: Path, cache: Path) -> bytes:
    command = [sys.executable, "-m", "package.kernel"]
    env = {"HOME": str(cache), "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)}
    return subprocess.check_output(command, env=env, cwd=package.parent)


@pytest.mark.slow
def test_machine_code_is_kept_until_its_source_changes(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    kept: list[dict[Path, int]] = []
    for factor in 2, 2, 3:
        if factor == 3:
            kernel = package / "kernel.py"
            kernel.write_text(kernel.read_text().replace("2 *", "3 *"))
        assert printed(package, cache) == f"{21 * factor}\n".encode()
        kept.append({path: path.stat().st_mtime_ns for path in cache.rglob("*.nbc")})
    assert kept[0] == kept[1] != kept[2]
    assert kept[0]


@pytest.mark.slow
def test_a_kernel_works_if_no_machine_code_can_be_kept(package: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("")
    assert printed(package, nowhere) == b"42\n"


def test_a_missing_extra_is_reported_with_its_installation() -> None:
    with pytest.raises(UserError) as raised, needed("fast", "odds"):
        import no_such_package  # type: ignore[import-not-found]  # noqa: F401
    assert str(raised.value) == "缺少 no-such-package（odds）：python -m pip install numba numpy"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for extra in "fast", "cluster", "problem", "hack":
        listed = project["optional-dependencies"][extra]
        names = [re.split("[<>=]", package)[0] for package in listed]
        assert install(extra) == f"python -m pip install {' '.join(names)}"
