"""The page as a whole: accessible, for every screen, offline, and reproducible."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from selenium.common.exceptions import WebDriverException

from cardjudge.errors import UserError
from cardjudge.npm import Package, cache
from judge.web.build import PYODIDE
from judge.web.npm import packages
from tests.browser import resize
from tests.tools import tool
from tests.web.conftest import Page, fetched

ROOT = Path(__file__).parents[2]
WAYS = ["judge", "compare", "run", "replay", "play"]
SIZES = [(320, 568), (768, 1024), (1440, 900)]
CHINESE = re.compile("[\u4e00-\u9fff]")
WIDTH = """
const all = [document.documentElement, ...document.querySelectorAll("#run > .scroll")];
return Math.max(...all.map((each) => each.scrollWidth));
"""
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=["en", "zh-Hant-TW"])
def full(page: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Fill every way of the page with content, in each language."""
    page.speak(request.param)
    page.go("judge")
    page.choose("judge", "big2", "sample")
    page.go("compare")
    page.choose("compare", "nim", "lecture")
    page.set("#compare-output", "X = 0\n")
    page.go("run")
    page.set("#run select.game", "nim", "change")
    page.set("#run-source", "print(1 / 0)")
    page.click("#run .start")
    page.go("play")
    page.set("#play .bar .game", "big2", "change")
    page.go("replay")
    page.choose("replay", "big2", "illegal-following")
    page.until("return document.querySelector('#replay .seat')")
    page.until("return document.querySelectorAll('#run tbody tr').length > 5")
    page.until("return document.querySelector('#run .stop').disabled")
    page.until("return document.querySelector('.board .hand .card')")
    page.js("for (const each of document.querySelectorAll('#run tbody details')) each.open = true")
    yield page
    page.speak("zh-Hant-TW")


@pytest.mark.parametrize("dark", [True, False])
def test_axe_finds_no_violation(full: Page, axe: str, dark: bool) -> None:
    full.dark(dark)
    full.js(axe)
    found = []
    for name in WAYS:
        full.go(name)
        full.js("window.found = null; axe.run().then((all) => { window.found = all.violations })")
        violations = full.until("return window.found && [window.found]")[0]
        found += [
            f"{name}: {each['id']}: {node['html'][:150]}"
            for each in violations
            for node in each["nodes"]
        ]
    full.dark(False)
    assert found == []


@pytest.mark.parametrize("size", SIZES)
def test_the_page_fits_every_screen(full: Page, size: tuple[int, int]) -> None:
    resize(full.browser, *size)
    full.dark(size[0] == 768)
    try:
        for name in WAYS:
            full.go(name)
            full.js("scrollTo(0, 0)")
            full.shoot(f"{name}-{size[0]}-{full.js('return document.documentElement.lang')}")
            assert full.js(WIDTH) <= size[0], name
    finally:
        full.dark(False)
        resize(full.browser, 1440, 900)


def test_paper_has_the_whole_text(page: Page) -> None:
    page.go("judge")
    page.choose("judge", "big2", "sample")
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    page.until("return document.querySelector('#judge-output').clientHeight > 1000")
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_everything_is_in_the_language_of_the_button(full: Page) -> None:
    parts = ":is([data-say], button, summary, option, .named, .note, .verdict-box p, .asks)"
    names = re.compile("水球|火球|保齡球|地瓜球")
    script = f"return [...document.querySelectorAll('{parts}')].filter((e) => e.id !== 'language')"
    shown = full.js(f"{script}.map((each) => each.textContent)")
    shown += full.js(
        "return [...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel)"
    )
    assert len(shown) > 100
    if full.js("return document.documentElement.lang") == "en":
        assert [text for text in shown if CHINESE.search(names.sub("", text))] == []
    else:
        assert full.text("header nav a") == "裁判"


CHROMIUMS = (
    "accounts.google.com",
    "clients2.google.com",
    "content-autofill.googleapis.com",
    "optimizationguide-pa.googleapis.com",
    "start.duckduckgo.com",
    "update.googleapis.com",
)
"""Hosts that Chromium asks for itself, also where no page is open."""


def test_the_page_makes_no_request_to_another_machine(full: Page) -> None:
    foreign = [asked for asked in full.foreign if not any(host in asked for host in CHROMIUMS)]
    assert foreign == []
    (window,) = full.browser.window_handles
    full.browser.switch_to.new_window("tab")
    with suppress(WebDriverException):
        full.browser.get("http://example.invalid/")
    full.browser.close()
    full.browser.switch_to.window(window)
    assert any("example.invalid" in asked for asked in full.foreign), "it would have been seen"
    full.foreign.clear()  # the other language has the same browser


def test_the_command_builds_the_same_bytes_from_the_kept_packages(
    site: Path, tmp_path: Path
) -> None:
    made = tmp_path / "site"
    shutil.copytree(cache(), tmp_path / "cardjudge/npm", ignore=shutil.ignore_patterns("library-*"))
    command = [sys.executable, "-m", "judge", "web", "--build", str(made)]
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "2",
        "LANG": "en_US.UTF-8",
        "XDG_CACHE_HOME": str(tmp_path),
        "https_proxy": "http://127.0.0.1:9",
    }
    run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, check=True)
    files = {path.relative_to(site): path.read_bytes() for path in site.rglob("*.*")}
    assert {path.relative_to(made): path.read_bytes() for path in made.rglob("*.*")} == files
    size = sum(map(len, files.values()))
    assert size < 10_000_000
    assert run.stdout.decode() == f"wrote {made} ({size} bytes)\n"


def test_judge_web_serves_the_page_until_ctrl_c(site: Path, tmp_path: Path) -> None:
    serving = subprocess.Popen(
        [sys.executable, "-u", "-m", "judge", "web", "--port", "0"],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert serving.stdout is not None
    address = re.search(r"http://127\.0\.0\.1:\d+/", serving.stdout.readline())
    assert address is not None
    for name in "index.html", "runtime.js":
        with urlopen(address[0] + name) as answer:
            assert answer.read() == (site / name).read_bytes()
            assert answer.headers["Content-Type"].startswith("text/")
    serving.send_signal(signal.SIGINT)
    assert serving.communicate(timeout=60) == ("", "")
    assert serving.returncode == 130
    assert [*tmp_path.iterdir()] == []


def test_a_changed_package_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    other = Package("axe-core", "4.14.1", "sha512-AAAA")
    with pytest.raises(UserError, match="檢查碼不符"):
        fetched(other.files)
    assert [*tmp_path.rglob("*.tgz")] == []


@pytest.mark.parametrize(
    ("script", "where"),
    [("page.js", "dom,dom.iterable"), ("worker.js", "webworker"), ("offline.js", "webworker")],
)
def test_the_modules_pass_the_type_checker(script: str, where: str, tmp_path: Path) -> None:
    for path in [*(ROOT / "judge/web/static").glob("*.js"), ROOT / "cardjudge/viewer/viewer.js"]:
        shutil.copy(path, tmp_path)
    for package in PYODIDE, *packages()["page"]:
        for name, data in fetched(package.files).items():
            if package is not PYODIDE or name.endswith((".d.ts", "lock.json")):
                name = name.replace("pyodide.d.ts", "pyodide.d.mts")
                path = tmp_path / "node_modules" / package.name / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
    (tmp_path / "node_modules/pyodide").rename(tmp_path / "pyodide")
    declared = "declare const make: any; export default make;"
    (tmp_path / "pyodide/pyodide.asm.d.mts").write_text(declared)
    flags = "--checkJs --noEmit --strict false --skipLibCheck --target es2022 --module esnext"
    flags += f" --moduleResolution bundler --lib es2024,{where}"
    npm = [tool("npm"), "exec", "--yes", "--package=typescript@7.0.2", "--"]
    run = subprocess.run(
        [*npm, "tsc", *flags.split(), script],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    if re.search("ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT", run.stderr):
        pytest.skip("needs npm: the package typescript")
    assert (run.stdout, run.returncode) == ("", 0), run.stderr
