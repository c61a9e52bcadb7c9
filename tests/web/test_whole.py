"""The page as a whole: for every reader and size, without a network, the same each time."""

import json
import re
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from selenium.common.exceptions import WebDriverException

from cardjudge.errors import UserError
from cardjudge.language import catalogue
from tests.browser import chromium, errors, resize
from tests.web.conftest import Page, fetched
from web.build import build, contents
from web.npm import Package
from web.serve import server

ROOT = Path(__file__).parents[2]
WAYS = ["judge", "compare", "run", "replay", "play"]
SIZES = [(320, 568), (768, 1024), (1440, 900)]
CHINESE = re.compile("[\u4e00-\u9fff]")
slow = pytest.mark.slow


def fill(page: Page) -> None:
    """Give every way something to show."""
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
    page.set("#play select.game", "big2", "change")
    page.set("#play .seed", "7")
    page.set("#play .pace", "0")
    page.js("document.querySelector('#play form').requestSubmit()")
    page.go("replay")
    page.choose("replay", "big2", "illegal-following")
    page.until("return document.querySelector('#replay .seat')")
    page.until("return document.querySelectorAll('#run tbody tr').length > 5")
    page.until("return document.querySelector('.board .hand .card')")


@slow
def test_axe_finds_no_violation(page: Page, axe: str) -> None:
    fill(page)
    found = []
    start = "window.found = null; axe.run().then((all) => { window.found = all.violations })"
    for language in "zh-Hant-TW", "en":
        page.speak(language)
        for dark in False, True:
            page.dark(dark)
            for name in WAYS:
                page.go(name)
                page.js(axe)
                page.js(start)
                violations = page.until("return window.found && [window.found]")[0]
                found += [
                    f"{name} {language} {dark}: {each['id']}: {node['html'][:150]}"
                    for each in violations
                    for node in each["nodes"]
                ]
    page.speak("zh-Hant-TW")
    page.dark(False)
    assert found == []


@slow
@pytest.mark.parametrize("size", SIZES)
def test_it_fits_every_screen_and_can_be_looked_at(page: Page, size: tuple[int, int]) -> None:
    fill(page)
    resize(page.browser, *size)
    try:
        for dark in False, True:
            page.dark(dark)
            for name in WAYS:
                page.go(name)
                page.speak("en" if dark else "zh-Hant-TW")
                page.js("scrollTo(0, 0)")
                page.shoot(f"{name}-{size[0]}-{'dark' if dark else 'light'}")
                wide = page.js("return document.documentElement.scrollWidth")
                assert wide <= size[0], name
    finally:
        page.dark(False)
        page.speak("zh-Hant-TW")
        resize(page.browser, 1440, 900)


@slow
def test_the_language_is_switched_everywhere(page: Page) -> None:
    fill(page)
    parts = ":is([data-say], button, summary, option, .named, .note, .verdict-box p, .board h3)"
    names = re.compile("水球|火球|保齡球|地瓜球")
    script = f"return [...document.querySelectorAll('{parts}')].filter((e) => e.id !== 'language')"
    page.speak("en")
    page.until("return document.querySelector('.board .note').textContent.includes('left')")
    page.until("return document.querySelector('#replay .seat .note').textContent.includes('left')")
    shown = page.js(f"{script}.map((each) => each.textContent)")
    shown += page.js(
        "return [...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel)"
    )
    assert len(shown) > 100
    assert [text for text in shown if CHINESE.search(names.sub("", text))] == []
    page.speak("zh-Hant-TW")
    page.until("return document.querySelector('.board .note').textContent.includes('剩')")
    assert page.text("header nav a") == "裁判"


@slow
def test_keys_alone_reach_every_way(page: Page) -> None:
    page.open()
    reached = page.js(
        "return [...document.querySelectorAll('a, button, select, input, textarea, summary')]"
        ".filter((each) => each.offsetParent && !each.disabled && each.tabIndex < 0).length"
    )
    assert reached == 0
    assert page.js("return document.querySelectorAll('header nav a').length") == len(WAYS)


@slow
def test_it_works_without_a_network_after_the_first_visit(site: Path, tmp_path: Path) -> None:
    serving = server(site, 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    with chromium(tmp_path) as browser:
        page = Page(browser, f"http://127.0.0.1:{serving.server_port}/", [])
        page.open()
        page.until("return navigator.serviceWorker.controller !== null")
        serving.shutdown()
        serving.server_close()
        page.open()
        page.set("#judge select.game", "nim", "change")
        page.set("#judge-input", "3 3 4 5\n")
        page.until("return document.querySelector('#judge .output').textContent.startsWith('X =')")
        assert errors(browser) == []


CHROMIUMS = (
    "accounts.google.com",
    "clients2.google.com",
    "content-autofill.googleapis.com",
    "optimizationguide-pa.googleapis.com",
    "start.duckduckgo.com",
    "update.googleapis.com",
)
"""Hosts that Chromium asks for itself, also where no page is open."""


@slow
def test_no_request_leaves_this_machine(page: Page) -> None:
    fill(page)
    page.until("return navigator.serviceWorker.controller !== null")
    foreign = [asked for asked in page.foreign if not any(host in asked for host in CHROMIUMS)]
    assert foreign == []
    with suppress(WebDriverException):
        page.browser.get("http://example.invalid/")
    assert any("example.invalid" in asked for asked in page.foreign), "it would have been seen"
    page.open()


@slow
def test_the_same_source_gives_the_same_bytes(site: Path) -> None:
    code = (
        "import hashlib, json; from web.build import contents;"
        "print(json.dumps({n: hashlib.sha256(d).hexdigest() for n, d in contents().items()}))"
    )
    made = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "HOME": str(Path.home()), "LANG": language},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for seed, language in (("1", "C.UTF-8"), ("2", "en_US.UTF-8"))
    ]
    assert made[0] == made[1]
    listed = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()}
    assert listed == {*json.loads(made[0])}
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    assert size < 10_000_000


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "homework.py").write_text("")
    with pytest.raises(UserError, match="別的東西"):
        build(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["homework.py"]


def test_another_pyodide_is_refused(tmp_path: Path) -> None:
    (tmp_path / "pyodide.mjs").write_text("export const loadPyodide = 1")
    with pytest.raises(UserError, match=r"pyodide\.mjs 不是 pyodide"):
        contents(tmp_path)


@slow
def test_a_package_that_has_changed_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    other = Package("axe-core", "4.14.1", "sha512-AAAA")
    with pytest.raises(UserError, match="檢查碼不符"):
        fetched(other.files)
    assert [*tmp_path.rglob("*.tgz")] == []


def test_every_sentence_of_the_page_has_its_english() -> None:
    known = catalogue(str(ROOT / "web")) | catalogue(str(ROOT / "cardjudge"))
    static = ROOT / "web/static"
    html = (static / "index.html").read_text("utf-8")
    said = re.findall(r"data-say>([^<]+)<", html) + re.findall(r'data-label="([^"]+)"', html)
    for script in static.glob("*.js"):
        lines = script.read_text("utf-8").splitlines()
        said += re.findall(r'"([^"]*)"', "\n".join(line.partition("// ")[0] for line in lines))
    said += re.findall(r'"([^"]*)"', (ROOT / "cardjudge/viewer/viewer.js").read_text("utf-8"))
    chinese = {text for text in said if CHINESE.search(text)} - {"中文"}
    assert len(chinese) > 60
    assert chinese - {*known} == set()
