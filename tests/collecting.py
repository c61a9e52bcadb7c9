"""Which files pytest imports while it collects: every worker collects all of them."""

import gc
import re
from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule

from tests.conftest import PLAIN

_ALL_SLOW = re.compile(r"^pytestmark = (\[\s*)?pytest\.mark\.slow\b", re.MULTILINE)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Stop the garbage collector while tests are collected, which saves each worker 1.5 s."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Leave out files without examples as such, and in a plain run those with slow tests alone."""
    found = yield
    text = file_path.read_text("utf-8") if found else ""
    is_plain = parent.config.option.markexpr == PLAIN
    if is_plain and _ALL_SLOW.search(text) and not parent.session.isinitpath(file_path):
        return []
    return [each for each in found if ">>>" in text or not isinstance(each, DoctestModule)]
