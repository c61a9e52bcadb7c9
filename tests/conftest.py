"""Settings of all tests, the report of the tests left out, and programs in C."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from cardjudge.files import cache
from tests.tools import tool

os.environ.setdefault("HYPOTHESIS_NO_PLUGINS", "1")  # that of Trio takes 0.3 s a worker
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.collecting", "tests.journal"]
PLAIN = "not slow"
START = time.monotonic()
# Which tests begin under --minutes, by a number; workers inherit that of the main process.
TURN = os.environ.setdefault("TESTS_TURN", f"{time.time():.0f}")

# Without bytecode every process compiles the kit anew, and every worker the tests, for 4 s.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# The help follows the language of the environment; tests expect Chinese unless they set another.
for variable in "LANGUAGE", "LC_ALL", "LC_MESSAGES":
    os.environ.pop(variable, None)
os.environ["LANG"] = "C.UTF-8"
# Programs with another home folder, too, find the machine code that is there.
os.environ.setdefault("NUMBA_CACHE_DIR", str(cache() / "numba"))
# A shell that runs the tests in the background ignores Ctrl-C, and all programs would with it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Machines are shared and noisy: no test may fail for being slow.
settings.register_profile("kit", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("plain", settings.get_profile("kit"), max_examples=30)


def pytest_configure(config: pytest.Config) -> None:
    """Try fewer examples in a plain run."""
    settings.load_profile("plain" if config.option.markexpr == PLAIN else "kit")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return two more than there are processors: many tests wait for something."""
    return len(os.sched_getaffinity(0)) + 2 if sys.platform == "linux" else os.cpu_count() or 1


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of the gate, which has no time for every slow test."""
    parser.addoption("--minutes", type=float, help="the time in which tests begin")


@pytest.hookimpl(trylast=True)  # after -m and -k
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with one test of each file under `--minutes`, another file and test in each turn."""
    if config.option.minutes:
        draw, files = Random(TURN), dict[Path, list[pytest.Item]]()
        for item in items:
            files.setdefault(item.path, []).append(item)
        rows = [row[at:] + row[:at] for row in files.values() for at in [draw.randrange(len(row))]]
        draw.shuffle(rows)
        items[:] = [row[0] for row in rows] + [item for row in rows for item in row[1:]]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out the tests for which no time is left."""
    minutes = item.config.option.minutes
    if minutes and time.monotonic() > START + 60 * minutes:
        pytest.skip("no time is left")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Report at the end which tests were left out, and how to run them."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(
        str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
        for report in skipped
    )
    for reason, count in sorted(reasons.items()):
        terminalreporter.line(f"left out: {count} tests: {reason.removeprefix('Skipped: ')}")
    if config.option.minutes:
        terminalreporter.line(f"the same tests in the same order: TESTS_TURN={TURN}")
    if config.option.markexpr == PLAIN:
        terminalreporter.line("left out: the slow tests: pytest -m ''")


Build = Callable[[str], list[str]]


@pytest.fixture
def compiled(tmp_path: Path) -> Build:
    def build(source: str) -> list[str]:
        (tmp_path / "a.c").write_text(source)
        subprocess.run([tool("cc"), "-o", tmp_path / "a.out", tmp_path / "a.c"], check=True)
        return [str(tmp_path / "a.out")]

    return build
