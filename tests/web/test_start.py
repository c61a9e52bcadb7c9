"""A failed start names its cause, and the permission that the server has to give."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.support.wait import WebDriverWait

from judge.web.server import Handler
from tests.browser import NIM, chromium, run_nim
from tests.web.conftest import served as serve

pytestmark = pytest.mark.slow
POLICY = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'"
OLD = "delete window.DecompressionStream;"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with chromium(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture
def without_storage(tmp_path: Path) -> Iterator[Chrome]:
    """Yield a browser that keeps nothing for anybody, like a strict one for a page in an iframe."""
    (tmp_path / "Default").mkdir()
    denied = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default/Preferences").write_text(json.dumps(denied))
    with chromium(tmp_path) as browser:
        yield browser


@contextmanager
def served(folder: Path, **headers: str) -> Iterator[str]:
    """Yield the address of a folder whose server adds headers."""

    class Strict(Handler):
        def __init__(self, *given: object) -> None:
            super().__init__(*given, directory=str(folder))  # type: ignore[arg-type]

        def end_headers(self) -> None:
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            super().end_headers()

    with serve(ThreadingHTTPServer(("127.0.0.1", 0), Strict)) as port:
        yield f"http://127.0.0.1:{port}/"


def told(browser: Chrome, *words: str) -> str:
    """Wait until the page shows all the words."""

    def status(_: Chrome) -> str | None:
        text = str(browser.execute_script("return document.getElementById('status').textContent"))
        return text if all(word in text for word in words) else None

    return str(WebDriverWait(browser, 30).until(status, f"{words}"))


def opened(browser: Chrome, address: str) -> WebDriverWait[Chrome]:
    """Open the page until it is ready; return the means to wait for more."""
    browser.get(address)
    wait = WebDriverWait(browser, 60)
    wait.until(lambda it: it.execute_script("return document.body.dataset.ready === 'all'"))
    return wait


def test_a_policy_without_webassembly_is_named(browser: Chrome, site: Path) -> None:
    with served(site, Content_Security_Policy=POLICY) as address:
        browser.get(address)
        told(browser, "wasm-unsafe-eval", "Content-Security-Policy")


@pytest.mark.parametrize(
    "name",
    [
        *("kit.zip.bin", "cases.zip.bin", "pyodide/python_stdlib.zip.bin", "words.json"),
        *("pyodide/pyodide.asm.wasm.bin", "worker.js", "runtime.js", "games.json", "page.js"),
    ],
)
@pytest.mark.parametrize("how", ["gone", "broken", "holed"])
def test_a_faulty_file_is_named(
    browser: Chrome, site: Path, tmp_path: Path, name: str, how: str
) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    data = (copy / name).read_bytes()
    (copy / name).unlink()
    if how != "gone":
        half = len(data) // 2
        holed = data[:half] + bytes(4000) + data[half + 4000 :]
        (copy / name).write_bytes(b"{broken" if how == "broken" else holed)
    with served(copy) as address:
        browser.get(address)
        said = told(browser, Path(name).name)
        assert name.endswith(".bin") <= (how == "gone" or "is damaged" in said)


@pytest.mark.parametrize("name", ["frame.js", "program.py", "case.js"])
def test_a_damaged_file_of_run_is_named(
    browser: Chrome, site: Path, tmp_path: Path, name: str
) -> None:
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    (copy / name).write_bytes(b"{broken")
    with served(copy) as address:
        wait = opened(browser, address)
        browser.execute_script(run_nim(NIM))
        error = "return document.querySelector('#run .error')?.textContent ?? ''"
        said = f"{name} is damaged, or did not arrive whole"
        wait.until(lambda it: said == it.execute_script(error).strip())


def test_an_old_browser_is_refused_with_the_versions_that_work(browser: Chrome, site: Path) -> None:
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": OLD})
    with served(site) as address:
        browser.get(address)
        told(browser, "Chrome", "Firefox", "2023")
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def test_the_page_starts_where_storage_is_denied(without_storage: Chrome, site: Path) -> None:
    with served(site) as address:
        opened(without_storage, address)
        asked = "try { return localStorage.length } catch (error) { return error.name }"
        assert without_storage.execute_script(asked) == "SecurityError"


@pytest.mark.parametrize("value", ["{", "7", '{"given": {"settings": 1, "level": 2}, "save": [1]}'])
def test_damaged_storage_is_thrown_away_and_an_embedded_view_has_no_header(
    browser: Chrome, site: Path, value: str
) -> None:
    with served(site) as address:
        browser.get(address)
        for key in "program", "game", "language", "table big2", "score big2 normal":
            browser.execute_script(f"localStorage['cardjudge:{key}'] = arguments[0]", value)
        opened(browser, f"{address}?embed#play")
        assert browser.find_elements("css selector", ".board .hand .card")
        assert not browser.find_element("css selector", "header").is_displayed()


def test_nothing_of_the_page_stays_on_a_loopback_port(browser: Chrome, site: Path) -> None:
    count = "return navigator.serviceWorker.getRegistrations().then((all) => all.length)"
    with served(site) as address:
        wait = opened(browser, address)
        browser.execute_script(
            "return navigator.serviceWorker.register('offline.js').then(() => 0)"
        )
        wait.until(lambda it: it.execute_script(count) == 0)
        assert browser.execute_script("return caches.keys()") == []
