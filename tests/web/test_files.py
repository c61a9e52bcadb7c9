"""Replays and grades as files: accessible to every reader, and no bar covers a control."""

from itertools import product
from pathlib import Path

import pytest

from tests.browser import resize
from tests.classroom.test_class import judge
from tests.processes import ROOT, kit
from tests.web.conftest import Page

SIZES = [(360, 640), (1280, 900)]
pytestmark = pytest.mark.slow
HIDDEN = Path(__file__).with_name("hidden.js").read_text("utf-8")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return a replay with a curve, a replay, the page of a class and two students'."""
    folder = tmp_path_factory.mktemp("files")
    sample = ROOT / "testdata/big2/sample.in"
    made = ["replay.html", "review.html", "take6.html"]
    assert kit("big2", "replay", sample, "-o", folder / made[0]).returncode == 0
    assert (
        kit("big2", "review", sample, "--playouts", 5, "--html", folder / made[1]).returncode == 0
    )
    mad = ROOT / "testdata/take6/mad.in"
    assert kit("take6", "replay", mad, "-o", folder / made[2]).returncode == 0
    (folder / "hw").mkdir()
    (folder / "hw/s1.py").write_text("print(1)\n")
    (folder / "hw/s2.py").write_text("print(1\n")
    tests = str(ROOT / "testdata/nim")
    assert judge(folder, "--tests", tests, "--html", "html").returncode == 0
    return [*(folder / name for name in made), *sorted((folder / "html").rglob("*.html"))]


def test_the_files_are_accessible_and_no_bar_covers_a_control(
    page: Page, axe: str, files: list[Path]
) -> None:
    found = set()
    try:
        for file, size, dark in product(files, SIZES, (False, True)):
            page.dark(dark)
            resize(page.browser, *size)
            page.browser.get(file.as_uri())
            found |= {(file.name, "covered", html) for html in page.js(HIDDEN)}
            page.js(axe)
            page.js("axe.run().then((all) => { window.found = all.violations })")
            for each in page.until("return window.found && [window.found]")[0]:
                found |= {(file.name, each["id"], node["html"][:150]) for node in each["nodes"]}
    finally:
        page.dark(False)
        resize(page.browser, 1440, 900)
        page.open()
    assert sorted(found) == []
