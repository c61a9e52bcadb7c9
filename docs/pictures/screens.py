"""``python -m docs.pictures.screens``: photograph the page, the pages of a class and a review anew.

Chromium shows each at the size of a desk or a telephone, in both languages.
"""

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from selenium.webdriver import Chrome

from docs.pictures.__main__ import HERE, LOCALES, ROOT, prepare
from judge.web.build import build
from judge.web.server import server
from tests.browser import NIM, chromium, resize, run_nim

DESK, PHONE = (1100, 640), (390, 720)
PATIENCE = 60
GAME = '{"level":"normal","seat":"1","players":"4","threshold":"","pace":"0","seed":"7"}'
LANGUAGE = "localStorage.setItem('cardjudge:language', arguments[0]);"
PLAY = f"""localStorage.setItem("cardjudge:game", "big2");
localStorage.setItem("cardjudge:table big2", '{{"given":{GAME},"moves":[]}}');"""
AT_ITS_BEST = """document.querySelector("#last")?.click();
document.querySelector("#run:not([hidden]) .summary")?.scrollIntoView();"""
RUN_ENDED = "!document.querySelector('#run .start').disabled && document.querySelector('#run .WA')"
WRONG = NIM.partition("for number")[0]
"""Finds no winning moves."""
PICTURES = {
    "page-play": (PHONE, "#play", "document.querySelector('.hand .card')"),
    "page-run": (DESK, "#run", RUN_ENDED),
    "class-table": (DESK, "index.html", "document.querySelector('#class')"),
    "class-student": (DESK, "students/b10902002.html", "document.querySelector('details')"),
    "review": (DESK, "review.html", "document.querySelector('.curve')"),
}
"""The size of each picture, what is opened, and what is there when it can be taken."""


def until(browser: Chrome, script: str) -> None:
    """Wait until an expression is true."""
    end = time.monotonic() + PATIENCE
    while not browser.execute_script(f"return Boolean({script})"):
        if time.monotonic() > end:
            raise TimeoutError(script)
        time.sleep(0.1)


def files(folder: Path, locale: str) -> None:
    """Make the pages of a class, and a review with its curve."""

    def run(*words: str) -> None:
        found = {**os.environ, "LC_ALL": locale, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", *words]
        subprocess.run(command, cwd=folder, env=found, capture_output=True, check=True)

    prepare(folder)
    run("judge", "class", "hw1.zip", "--problem", "war", "--seed", "1", "--html", "grades")
    run("big2", "review", "sample.in", "--playouts", "50", "--html", "review.html")
    shutil.copytree(folder / "grades", folder, dirs_exist_ok=True)


def photographs(locale: str, folder: Path, page: str) -> dict[str, bytes]:
    """Return the pictures in a language by name."""
    with (
        TemporaryDirectory() as profile,
        chromium(Path(profile), "--hide-scrollbars") as browser,
    ):
        browser.get(page)
        browser.execute_script(f"{LANGUAGE}{PLAY}", f'"{locale}"')
        return {name: _taken(browser, folder, page, *PICTURES[name]) for name in PICTURES}


def _taken(
    browser: Chrome, folder: Path, page: str, size: tuple[int, int], where: str, there: str
) -> bytes:
    resize(browser, *size)
    browser.get("about:blank")
    browser.get(page + where if where.startswith("#") else (folder / where).as_uri())
    if where.startswith("#"):
        until(browser, "document.body.dataset.ready === 'all'")
    if where == "#run":
        browser.execute_script(run_nim(WRONG))
    until(browser, there)
    browser.execute_script(AT_ITS_BEST)
    time.sleep(0.5)
    return browser.get_screenshot_as_png()


def main() -> None:
    """Write every picture."""
    with TemporaryDirectory() as site:
        build(Path(site))
        with server(Path(site), 0) as serving:
            threading.Thread(target=serving.serve_forever, daemon=True).start()
            for ending, locale in LOCALES.items():
                with TemporaryDirectory() as folder:
                    files(Path(folder), locale)
                    address = f"http://127.0.0.1:{serving.server_port}/"
                    taken = photographs(locale, Path(folder), address)
                for name, picture in taken.items():
                    (HERE / f"{name}{ending}.png").write_bytes(picture)
            serving.shutdown()


if __name__ == "__main__":
    main()
