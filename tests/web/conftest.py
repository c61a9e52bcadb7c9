"""The page, built once, served on this machine, and open in a browser without network access."""

from __future__ import annotations

import base64
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cardjudge.errors import UserError
from cardjudge.npm import Package
from judge.web.build import build
from judge.web.server import server
from tests.browser import chromium, resize

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

SHOTS = Path(os.environ.get("CARDJUDGE_SHOTS", ".shots"))
"""Where screenshots are written, so that one can look."""
PATIENCE = 120
DROP = """
const [files, at] = arguments, given = new DataTransfer();
for (const [name, text, times] of files) given.items.add(new File([text.repeat(times ?? 1)], name));
const event = new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true });
document.querySelector(at).dispatchEvent(event);
"""

OBSERVE = """
window.longest = 0;
new PerformanceObserver((list) => {
  window.longest = Math.max(window.longest, ...list.getEntries().map(({ duration }) => duration));
}).observe({ type: "longtask" });
"""
"""Measures the longest time for which the page does not answer."""


def fetched(get: Callable[[], Any]) -> Any:
    """Return the files of npm; skip the test if npm cannot be reached."""
    try:
        return get()
    except UserError as error:
        if "registry.npmjs.org" in str(error) and "檢查碼" not in str(error):
            pytest.skip(f"needs npm: {error}")
        raise


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page") / "site"
    fetched(lambda: build(folder))
    return folder


class Foreign(BaseHTTPRequestHandler):
    """A proxy that records and fails every request to another machine."""

    asked: list[str]

    def handle_one_request(self) -> None:
        self.asked.append(self.rfile.readline().decode(errors="replace").strip())
        self.close_connection = True


@contextmanager
def served(server: ThreadingHTTPServer) -> Iterator[int]:
    """Let a server serve; yield its port."""
    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


class Page:
    """The page in a browser, which may lose the network."""

    def __init__(self, browser: Chrome, site: Path, foreign: list[str]) -> None:
        self.browser, self.site, self.foreign = browser, site, foreign
        self.network, self.port = ExitStack(), 0
        self.connect()

    def connect(self) -> None:
        self.port = self.network.enter_context(served(server(self.site, self.port)))

    @property
    def address(self) -> str:
        """The page on a host that keeps it: a browser finds any *.localhost on this machine."""
        return f"http://page.localhost:{self.port}/"

    def open(self, where: str = "") -> None:
        self.browser.get("about:blank")
        self.browser.get(self.address + where)
        self.until("return document.body.dataset.ready === 'all'")

    def js(self, script: str, *given: object) -> Any:
        return self.browser.execute_script(script, *given)

    def until(self, script: str, *given: object, seconds: float = PATIENCE) -> Any:
        """Wait until a script returns a true value; return that value."""
        from selenium.webdriver.support.wait import WebDriverWait

        wait = WebDriverWait(self.browser, seconds, poll_frequency=0.05)
        return wait.until(lambda _: self.js(script, *given), script)

    def go(self, name: str) -> None:
        self.js("location.hash = arguments[0]", name)
        self.until("return !document.getElementById(arguments[0]).hidden", name)

    def set(self, selector: str, value: str, event: str = "input") -> None:
        self.js(
            "const [at, value, name] = arguments; const found = document.querySelector(at);"
            "found.value = value; found.dispatchEvent(new Event(name, {bubbles: true}))",
            *(selector, value, event),
        )

    def choose(self, section: str, game: str, case: str | None = None) -> None:
        self.set(f"#{section} select.game", game, "change")
        if case is not None:
            self.set(f"#{section} select.case", case, "change")

    def click(self, selector: str) -> None:
        self.js("document.querySelector(arguments[0]).click()", selector)

    def text(self, selector: str) -> str:
        return str(self.js("return document.querySelector(arguments[0])?.textContent", selector))

    def speak(self, language: str) -> None:
        if self.js("return document.documentElement.lang") != language:
            self.click("#language")
            there = "return document.documentElement.lang === arguments[0] && "
            self.until(f"{there} document.body.dataset.ready === 'all'", language)

    def dark(self, on: bool) -> None:
        feature = {"name": "prefers-color-scheme", "value": "dark" if on else "light"}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def shoot(self, name: str) -> None:
        SHOTS.mkdir(exist_ok=True)
        shot = self.browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
        (SHOTS / f"{name}.png").write_bytes(base64.b64decode(shot["data"]))


@pytest.fixture(scope="session")
def page(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Open the page once for all tests: each test takes it over from the last."""
    foreign: list[str] = []
    handler = type("Watching", (Foreign,), {"asked": foreign})
    with served(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as proxy:
        flags = f"--proxy-server=http://127.0.0.1:{proxy}", "--proxy-bypass-list=127.0.0.1"
        with chromium(tmp_path_factory.mktemp("chromium"), *flags) as browser:
            resize(browser, 1440, 900)
            page = Page(browser, site, foreign)
            with page.network:
                page.open()
                page.speak("zh-Hant-TW")
                yield page


@pytest.fixture(scope="session")
def axe() -> str:
    package = Package(
        "axe-core",
        "4.14.1",
        "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
    )
    return str(fetched(package.files)["axe.min.js"].decode())
