"""Cost of the page in a browser: CPU time of the first output, later ones and Run; bytes sent.

Each round opens three pages in a browser with an empty profile, like a first visit: one with a
compiled library of Python, one built without node, and the peer, which starts Pyodide as npm has it
and prints one line. The CPU time is that of all processes of Chromium until they rest; the bytes
are those that a plain server sends, uncompressed. At the end it prints the longest time for which
the page does not answer.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from operator import truediv
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from selenium.webdriver import Chrome

from bench.peers import ROOT
from judge.web.build import PYODIDE, build
from judge.web.server import Handler
from tests.browser import NIM, chromium, run_nim
from tests.web.conftest import DROP, OBSERVE

ROUNDS = 5
PATIENCE = 180
SAMPLE = ROOT / "testdata/big2/sample"
_TICK = os.sysconf("SC_CLK_TCK")
_GIVE = """
const area = document.querySelector("#judge-input");
area.value = arguments[0];
"""
_ALL_RAN = """document.querySelectorAll('#run tbody tr .AC').length === 16
    && !document.querySelector('#run .start').disabled"""
_SHOWN = "document.querySelector('#judge .output').value === arguments[0]"
_WAIT = "const look = () => (%s) ? arguments[arguments.length - 1]() : setTimeout(look, 20); look()"
"""Looks in the page: to ask from outside would cost the browser more than the page does."""
_BARE = """<!doctype html><body><script type="module">
import { loadPyodide } from "./pyodide.mjs";
const python = await loadPyodide();
document.body.dataset.printed = python.runPython("str(6 * 7)");
</script>"""
"""The peer's page."""
_FAILED = """document.querySelector('#run tbody tr :is(.OLE, .WA, .TLE, .RE)')
    && !document.querySelector('#run .start').disabled"""
REST = 3
"""Seconds after which a browser that has been started does nothing more."""


class Round(NamedTuple):
    """What one visit costs: seconds of CPU, seconds on the clock, bytes."""

    first: float
    waited: float
    later: float
    cases: float
    """Seconds of CPU for a program on the 16 tests of Nim, with the start of the sandbox."""
    again: float
    """Seconds of CPU of a second visit until its first output."""
    sent: int


class Counting(Handler):
    """Counts the bytes of the files that it hands out."""

    sent = 0

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Hand out a file."""
        type(self).sent += os.fstat(source.fileno()).st_size
        super().copyfile(source, outputfile)


def cpu(root: int) -> float:
    """Return the CPU seconds of a process and all its descendants that live."""
    parents, used = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        parents[int(path.parent.name)] = int(fields[1])
        used[int(path.parent.name)] = sum(map(int, fields[11:15])) / _TICK
    family = {root}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(used.get(pid, 0.0) for pid in family)


def visit(address: str, text: str, answer: str) -> Round:
    """Open the page, judge twice, and return what that costs."""
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        root = driver.service.process.pid
        time.sleep(REST)
        Counting.sent, before, start = 0, cpu(root), time.monotonic()
        driver.get(address)
        _until(driver, "document.body.dataset.ready")
        first = _judged(driver, root, text, answer)
        waited = time.monotonic() - start
        _until(driver, "document.body.dataset.ready === 'all'")
        time.sleep(REST)
        again = cpu(root)
        later = _judged(driver, root, text.replace("水球", "冰球"), answer.replace("水球", "冰球"))
        sent = Counting.sent
        time.sleep(REST)
        ran = cpu(root)
        driver.execute_script(run_nim(NIM))
        _until(driver, _ALL_RAN)
        all_ran = cpu(root)
        driver.get("about:blank")
        time.sleep(REST)
        second = cpu(root)
        driver.get(address)
        _until(driver, "document.body.dataset.ready")
        costs = all_ran - ran, _judged(driver, root, text, answer) - second
        return Round(first - before, waited, later - again, *costs, sent)


def bare(address: str) -> float:
    """Return the seconds of CPU until the peer's page has printed."""
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        root = driver.service.process.pid
        time.sleep(REST)
        before = cpu(root)
        driver.get(address)
        _until(driver, "document.body.dataset.printed")
        return cpu(root) - before


def blocked(address: str) -> dict[str, float]:
    """Return, by what is done, the longest time in ms for which the page does not answer."""
    longest = {}
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": OBSERVE})

        def told(what: str, condition: str) -> None:
            _until(driver, condition)
            time.sleep(REST)
            longest[what] = driver.execute_script("return window.longest")
            driver.execute_script("window.longest = 0")

        driver.get(address)
        told("the start", "document.body.dataset.ready === 'all'")
        driver.execute_script(run_nim(NIM))
        told("the first Run", _ALL_RAN)
        driver.execute_script("document.querySelector('#run .first').checked = true")
        driver.execute_script(run_nim("import sys\nsys.stdout.write('1\\n' * 8_000_000)"))
        told("an output of 16 MB", _FAILED)
        driver.execute_script(run_nim("x = 1\n" * 170_000 + NIM))
        told("a source of 1 MB", _ALL_RAN)
        driver.get(address + "#compare")
        _until(driver, "document.body.dataset.ready === 'all'")
        driver.execute_script("window.longest = 0")
        outputs = [["a.out", "12345678\n", 10**6], ["mine.txt", "12345678\n1234\n", 600_000]]
        driver.execute_script(DROP, [["a.in", "1\n"], *outputs], "#compare")
        told("Compare with 9 MB", "document.querySelector('#compare .verdict-box .WA')")
    return longest


def _judged(driver: Chrome, root: int, text: str, answer: str) -> float:
    driver.execute_script(_GIVE, text)
    _until(driver, _SHOWN, answer)
    return cpu(root)


def _until(driver: Chrome, condition: str, *given: str) -> None:
    driver.set_script_timeout(PATIENCE)
    driver.execute_async_script(_WAIT % condition, *given)


@contextmanager
def served(node: bool) -> Iterator[str]:
    """Build the page, with node or as if there were none, and serve it; yield its address."""
    path = os.environ["PATH"]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PATH"] = path if node else ""
        build(Path(folder))
        os.environ["PATH"] = path
        Path(folder, "bare").mkdir()
        for name, data in PYODIDE.files().items():
            if "/" not in name:
                Path(folder, "bare", name).write_bytes(data)
        Path(folder, "bare/index.html").write_text(_BARE)
        handler: Callable[..., Handler] = lambda *given: Counting(*given, directory=folder)  # noqa: E731
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
            threading.Thread(target=serving.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{serving.server_address[1]}/"
            serving.shutdown()


def main() -> None:
    """Print the medians of both pages, and a line for each round."""
    text, answer = (SAMPLE.with_suffix(end).read_text("utf-8") for end in (".in", ".out"))
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with served(node=True) as compiled, served(node=False) as plain:
        pages = {"compiled": compiled, "as it comes": plain}
        made: dict[str, list[Round]] = {title: [] for title in pages}
        peer = []
        for _ in range(rounds):
            peer.append(bare(f"{compiled}bare/index.html"))
            print(f"Pyodide alone: {peer[-1]:.2f} s of CPU", flush=True)
            for title, address in pages.items():
                made[title].append(visit(address, text, answer))
                _print(title, made[title][-1])
        longest = blocked(compiled)
    for title, visits in made.items():
        _print(f"median, {title}", Round(*(median(values) for values in zip(*visits, strict=True))))
        ratios = (
            f"{median(map(truediv, costs, peer)):.2f}"
            for costs in ([each.first for each in visits], [each.cases for each in visits])
        )
        print("against Pyodide alone: {} until the first output, {} for Nim".format(*ratios))
    for what, milliseconds in longest.items():
        print(f"no answer for {milliseconds:.0f} ms at most: {what}")


def _print(title: str, each: Round) -> None:
    print(
        f"{title}: {each.first:.2f} s of CPU and {each.waited:.2f} s until the first output, "
        f"{each.later:.2f} s of CPU for a later one, {each.cases:.2f} s for the cases of Nim, "
        f"{each.again:.2f} s for a second visit, {each.sent / 1e6:.2f} MB",
        flush=True,
    )


if __name__ == "__main__":
    main()
