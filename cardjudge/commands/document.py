"""Results as JSON documents, in one shape for all commands; docs/json.md describes each."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_STANDARD_OUTPUT = Path("-")
_VERSIONS = {"class": 2}
"""Of shapes that have changed."""


def show(text: str, file: Path | None, command: str, members: Mapping[str, object]) -> None:
    """Print the text of a result, and write it where the user wants JSON, as `write` does.

    On standard output the document takes the place of the text.
    """
    if file != _STANDARD_OUTPUT:
        print(text)
    if file is not None:
        write(file, command, members)


def write(file: Path, command: str, members: Mapping[str, object]) -> None:
    """Write a document, whose first member names the command and the version of its shape.

    Named tuples, such as an estimate, are objects; what is not known, a NaN, is null.
    """
    document = {"schema": f"cardjudge/{command}/{_VERSIONS.get(command, 1)}", **members}
    text = json.dumps(_plain(document), ensure_ascii=False, indent=2, allow_nan=False)
    if file == _STANDARD_OUTPUT:
        print(text)
    else:
        # A lone surrogate, which stands for a byte that is no UTF-8, becomes JSON's escape of it.
        file.write_text(f"{text}\n", encoding="utf-8", errors="backslashreplace")


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return list(map(_plain, value)) if isinstance(value, list | tuple) else value
