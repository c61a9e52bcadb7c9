"""Marks in the user's cache: what was checked without a finding is not checked again."""

from hashlib import sha256
from pathlib import Path

from cardjudge import VERSION, files


def mark(*parts: object) -> Path:
    """Return the file that exists if these parts were checked without a finding."""
    folder = files.cache() / "checked"
    folder.mkdir(exist_ok=True)
    return folder / sha256(repr((VERSION, *parts)).encode()).hexdigest()
