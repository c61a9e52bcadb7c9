"""The pages for contributors: their paths exist, and their checks are those of the gate."""

import re

import pytest

from tests.docs.newcomer import ROOT

GATE = (ROOT / ".ci/run").read_text("utf-8")


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "SECURITY.md"])
def test_the_paths_of_a_page_exist(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    for path in re.findall(r"`([\w.-]+/[\w./-]*)`", text):
        assert (ROOT / path).exists(), path


def test_page_and_readme_set_up_in_the_same_way() -> None:
    command = re.search(r"^    (python3 -m venv .*pytest)$", (ROOT / "README.md").read_text(), re.M)
    assert command is not None
    assert f"    {command[1]}\n" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_the_hooks_of_a_commit_are_the_checks_of_the_gate() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    entries = re.findall(r"entry: ([^,]*)", hooks)
    assert sorted(entries) == sorted(
        re.findall(r"^(\.venv/bin/(?:mypy|ruff|vulture).*)$", GATE, re.M)
    )


def test_the_workflow_runs_the_gate_and_the_judges() -> None:
    workflow = (ROOT / ".github/workflows/gate.yml").read_text("utf-8")
    assert re.findall(r"- run: sudo .*? (\S+)$", workflow, re.M) == [".ci/run"]
    for path in re.findall(r"pytest (tests/\S+)", workflow):
        assert (ROOT / path).is_file()
