"""The editor of the page, from packages of npm."""

import re

from cardjudge.files import toml
from cardjudge.npm import Package

_IMPORTED = re.compile(rb"""(?<=from )(["'])([@\w./-]+)\1""")


def editor() -> dict[str, bytes]:
    """Return the modules of the editor by their file names on the page."""
    described = toml(__file__, "packages.toml")["editor"]
    packages = [Package(**each) for each in described]
    files = {f"npm/{each.name}.js": each.files()[each.module] for each in packages}

    def rewritten(data: bytes, up: str) -> bytes:
        return _IMPORTED.sub(lambda found: f'"{up}{found[2].decode()}.js"'.encode(), data)

    return {
        name: rewritten(data, "../" * (name.count("/") - 1) or "./") for name, data in files.items()
    }
