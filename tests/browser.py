"""A real browser for tests: headless Chromium without requests to its makers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.tools import tool

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage --lang=zh-TW"
)
NIM = """
input()
heaps = [int(word) for word in input().split()]
total = 0
for heap in heaps:
    total ^= heap
print("X =", total)
print("先手必勝" if total else "後手必勝")
for number, heap in enumerate(heaps, 1):
    if heap ^ total < heap:
        print(f"第 {number} 堆：{heap} -> {heap ^ total}")
"""
"""A right program for the problem of Nim."""


def run_nim(source: str) -> str:
    """Return the script that runs a program on the cases of Nim."""
    return f"""
location.hash = "run";
const choice = document.querySelector("#run select.game");
choice.value = "nim";
choice.dispatchEvent(new Event("change", {{ bubbles: true }}));
document.querySelector("#run-source").value = {json.dumps(source)};
document.querySelector("#run .start").click();
"""


@contextmanager
def chromium(profile: Path, *flags: str) -> Iterator[Chrome]:
    """Start a browser; skip the test on a machine without one."""
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService  # they take a second

    options = ChromeOptions()
    options.binary_location = tool("chromium")
    for flag in [*FLAGS.split(), f"--user-data-dir={profile}", *flags]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = Chrome(options, ChromeService(tool("chromedriver")))
    try:
        yield browser
    finally:
        browser.quit()


def errors(browser: Chrome) -> list[object]:
    """Return the errors of the page since the last call."""
    log = browser.execute("getLog", {"type": "browser"})["value"]
    return [entry for entry in log if entry["level"] == "SEVERE"]


def resize(browser: Chrome, width: int, height: int) -> None:
    """Give the page the size of a screen; a narrow screen is a phone."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
