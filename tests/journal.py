"""``pytest --journal FILE``: a run that goes on after an interruption.

Each test that ran has a line with its date, the commit, the outcome and its name. A test whose last
line says that it passed does not run again.
"""

import subprocess
from datetime import datetime
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--journal", type=Path, help="the file of a run that goes on")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.journal and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Journal(config.option.journal))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.journal:
        last = outcomes(config.option.journal)
        config.hook.pytest_deselected(items=[i for i in items if last.get(i.nodeid) == "passed"])
        items[:] = [item for item in items if last.get(item.nodeid) != "passed"]


def outcomes(journal: Path) -> dict[str, str]:
    """Return the last outcome of each test of a journal."""
    lines = journal.read_text("utf-8").splitlines() if journal.exists() else []
    return {name: outcome for _, _, outcome, name in (line.split(" ", 3) for line in lines)}


class Journal:
    """The writer of a journal: a phase that fails stands after the test itself."""

    def __init__(self, path: Path) -> None:
        self.path = path
        command = ["git", "rev-parse", "--short", "HEAD"]
        self.commit = subprocess.run(command, capture_output=True, text=True).stdout.strip()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or not report.passed:
            date = datetime.now().isoformat(timespec="seconds")
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{date} {self.commit or '-'} {report.outcome} {report.nodeid}\n")
