"""A game that no file of the kit names has all ways of the page, once it is installed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import chromium, errors, resize
from tests.processes import ROOT
from tests.web.conftest import Page

pytestmark = pytest.mark.slow
SEVENS = ROOT / "docs/examples/sevens"
SAMPLE = SEVENS / "sevens/problem/tests/sample/example"
WRONG = SEVENS / "sevens/problem/submissions/wrong_answer/counts_cards.py"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the example beside the kit, and build the page."""
    folder = tmp_path_factory.mktemp("outside")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", folder / "installed", SEVENS], check=True)
    subprocess.run(
        [sys.executable, "-m", "judge", "web", "--build", folder / "site"],
        env={**os.environ, "PYTHONPATH": str(folder / "installed")},
        cwd=ROOT,
        check=True,
    )
    return folder / "site"


def test_sevens_is_judged_compared_run_replayed_and_played(site: Path, tmp_path: Path) -> None:
    with chromium(tmp_path) as browser:
        resize(browser, 1280, 900)
        page = Page(browser, site, [])
        with page.network:
            page.open()
            page.speak("zh-Hant-TW")
            page.choose("judge", "sevens", "example")
            answer = SAMPLE.with_suffix(".out").read_text("utf-8")
            page.until(
                "return document.querySelector('#judge .output').value === arguments[0]", answer
            )
            page.go("compare")
            page.choose("compare", "sevens", "example")
            page.until("return document.querySelector('#compare-answer').value")
            page.set("#compare-output", answer.replace("S[7]", "S[8]", 1))
            page.until("return document.querySelector('#compare .rule')")
            page.go("run")
            page.set("#run select.game", "sevens", "change")
            page.set("#run-source", WRONG.read_text("utf-8"))
            page.click("#run .start")
            page.until("return document.querySelector('#run tbody .WA')")
            page.go("replay")
            page.choose("replay", "sevens", "example")
            page.until("return document.querySelectorAll('#replay .seat').length === 4")
            page.go("play")
            page.set("#play .bar .game", "sevens", "change")
            page.until("return localStorage.getItem('cardjudge:table sevens')")
            page.until("return document.querySelector('.board .hand .legal')")
            page.click(".board .hand .legal")
            page.click(".board .act")
            page.until("return document.querySelector('.board .played .card')")
            assert errors(browser) == []
