"""`judge problem new`: a complete small problem to start from."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from cardjudge.errors import UserError

SKELETON = Path(__file__).parent / "skeleton"
_NOT_SOURCE = shutil.ignore_patterns("__pycache__", "*.pyc")


def new(folder: Path) -> None:
    """Copy the skeleton into a folder, named after it; UserError if there is something already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError("{folder} 已經存在", folder=folder)
    shutil.copytree(SKELETON, folder, ignore=_NOT_SOURCE, dirs_exist_ok=True)
    name = re.sub("[^a-z0-9]|^[0-9]+", "", folder.resolve().name.lower())[:32]
    path = folder / "problem.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('id = "sum"', f'id = "{name or "sum"}"', 1), encoding="utf-8")
