"""Tables for tests, one row a line, as files beside the tests."""

from pathlib import Path


def table(path: str) -> list[list[str]]:
    """Return the rows of a table below tests/, split at tabs, without its header."""
    lines = (Path(__file__).parent / path).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]
