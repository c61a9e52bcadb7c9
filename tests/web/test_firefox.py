"""The page in Firefox: it judges, runs a program, and opens without a network."""

import itertools
import json
import re
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import websocket

from judge.web.server import server
from tests.browser import run_nim
from tests.tools import tool

pytestmark = pytest.mark.slow
PATIENCE = 120
PROGRAM = "print('X = 0')\nprint('後手必勝')\n"
FIREFOX = "--headless --no-remote --remote-debugging-port 0 --profile"
WAIT = """new Promise((done) => {{ const look = () => {{ let found = null;
  try {{ found = {script}; }} catch {{ }}
  found ? done(String(found)) : setTimeout(look, 50); }}; look(); }})"""


class Firefox:
    """A tab of Firefox, spoken to by WebDriver BiDi."""

    def __init__(self, address: str) -> None:
        self.socket = websocket.create_connection(
            f"{address}/session", timeout=PATIENCE, suppress_origin=True
        )
        self.numbers = itertools.count()
        self.ask("session.new", capabilities={})
        self.tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **given: Any) -> Any:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": given}))
        while (answer := json.loads(self.socket.recv())).get("id") != number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def open(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")
        self.until("document.body.dataset.ready === 'all'")

    def until(self, script: str) -> str:
        """Wait until an expression is true; return it."""
        return self.js(WAIT.format(script=script))

    def js(self, script: str) -> str:
        told = self.ask(
            "script.evaluate", expression=script, target={"context": self.tab}, awaitPromise=True
        )
        assert told["type"] == "success", told
        return str(told["result"].get("value"))


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    command = [tool("firefox"), *FIREFOX.split(), str(tmp_path_factory.mktemp("firefox"))]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as browser:
        try:
            assert browser.stderr is not None
            told = next(line for line in browser.stderr if "WebDriver BiDi" in line)
            address = re.search(r"ws://\S+", told)
            assert address is not None
            threading.Thread(target=browser.stderr.read, daemon=True).start()
            yield Firefox(address[0])
        finally:
            browser.kill()


def test_the_page_judges_runs_and_opens_offline_in_firefox(firefox: Firefox, site: Path) -> None:
    serving = server(site, 0)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    address = f"http://page.localhost:{serving.server_port}/"
    firefox.open(address)
    firefox.js("document.querySelector('#judge-input').value = '3\\n1 2 3\\n'")
    firefox.js(
        "const games = document.querySelector('#judge select.game'); games.value = 'nim';"
        "games.dispatchEvent(new Event('change', { bubbles: true }))"
    )
    firefox.js("document.querySelector('#judge-input').value = '3\\n1 2 3\\n'")
    firefox.until("document.querySelector('#judge-output').value.startsWith('X = 0\\n')")
    firefox.js(f"(() => {{ {run_nim(PROGRAM)} }})()")
    firefox.until("document.querySelectorAll('#run tbody .WA').length")
    firefox.until("document.querySelectorAll('#run tbody .AC').length")
    firefox.until("navigator.serviceWorker.controller")
    serving.shutdown()
    serving.server_close()
    firefox.open(f"{address}#replay")
