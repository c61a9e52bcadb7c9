"""Results as JSON documents, in one format for all commands; docs/json.md describes each."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardjudge import files

_VERSIONS = {"class": 2, "doctor": 2}
"""Versions of the formats that have changed."""


def show(text: str, file: Path | None, command: str, members: Mapping[str, object]) -> None:
    """Print the text of a result, if any, and write its JSON document if the user asks for it.

    On standard output the document replaces the text.
    """
    try:
        if text and file != files.STANDARD_OUTPUT:
            print(text, flush=True)  # first: the disk may be full
    finally:  # a reader of the text may have closed the pipe
        if file is not None:
            write(file, command, members)


def write(file: Path, command: str, members: Mapping[str, object]) -> None:
    """Write a document; its first member names the command and the version of the format.

    Named tuples, such as an estimate, become objects; an unknown number (NaN) becomes null.
    """
    document = {"schema": f"cardjudge/{command}/{_VERSIONS.get(command, 1)}", **members}
    text = json.dumps(_plain(document), ensure_ascii=False, indent=2, allow_nan=False)
    files.write(file, f"{text}\n")


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return list(map(_plain, value)) if isinstance(value, list | tuple) else value
