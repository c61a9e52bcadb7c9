"""What the page has from npm, and the program that bundles it."""

import platform
import sys
from pathlib import Path

from cardjudge.errors import UserError
from cardjudge.files import toml
from cardjudge.npm import Package, cache, keep

_MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}
"""npm's names of processors."""


def packages() -> dict[str, list[Package]]:
    """Return Pyodide, the packages of the page, and those of esbuild for the kinds of machines."""
    described = toml(__file__, "packages.toml")
    return {kind: [Package(**row) for row in rows] for kind, rows in described.items()}


def esbuild() -> Path:
    """Return the program that bundles the page; UserError if there is none for this machine."""
    kind, machine = sys.platform, platform.machine().lower()
    name = f"@esbuild/{kind}-{_MACHINES.get(machine, machine)}"
    for package in packages()["esbuild"]:
        if package.name == name:
            path = cache() / f"{name.rpartition('/')[2]}-{package.version}"
            if not path.exists():
                file = "esbuild.exe" if kind == "win32" else "bin/esbuild"
                keep(path, package.files()[file])
                path.chmod(0o755)
            return path
    raise UserError("npm 沒有這種機器的 esbuild：{name}", name=name)
