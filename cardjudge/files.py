"""Files that are replaced in one step."""

import os
from contextlib import suppress
from pathlib import Path


def replace(path: Path, text: str) -> None:
    """Write a file; whoever is killed at any moment leaves the old one or the new one, whole."""
    new = path.with_name(f".{path.name}.new")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        try:
            data = text.encode()
            while data:
                data = data[os.write(descriptor, data) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(new, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(new)
        raise
