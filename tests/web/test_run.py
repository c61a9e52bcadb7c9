"""Run on the page gives the verdicts of `judge`, and no program reaches the page."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.web.conftest import Foreign, Page, served

ROOT = Path(__file__).parents[2]
CASE = "three-lost"
SECONDS = 20
SHORT = 2
TABLE = tomllib.loads(Path(__file__).with_name("programs.toml").read_text("utf-8"))
SOLVE, FORGED, LOOK = (TABLE["parts"][name] for name in ("solve", "forged", "look"))
READ = f"import sys\n{SOLVE}\nanswer = solve(sys.stdin.read())\n"
PROGRAMS = {name: f"{READ}{body}\n" for name, body in TABLE["bodies"].items()}
PROGRAMS |= {name: whole.replace("SOLVE", SOLVE) for name, whole in TABLE["whole"].items()}
pytestmark = pytest.mark.slow
RUN = Path(__file__).with_name("run.js").read_text("utf-8")


def run(page: Page, source: str, seconds: int = SECONDS) -> dict[str, Any]:
    """Run a program in the sandbox of the page on one case of Nim."""
    page.browser.set_script_timeout(120)
    told: dict[str, Any] = page.browser.execute_async_script(RUN, source, seconds)
    assert "failed" not in told, told
    return told


def judged(source: str, seconds: int, language: str, folder: Path) -> list[str]:
    path = folder / "program.py"
    path.write_text(source, "utf-8")
    words = f"-m judge {ROOT}/testdata/nim --json - --filter {CASE} --wall {seconds} --output 16"
    command = [sys.executable, *words.split(), "--sandbox", "none", "--", sys.executable, str(path)]
    environment = {**os.environ, "LC_ALL": language}
    environment.pop("PYTHONUNBUFFERED", None)
    told = subprocess.run(command, capture_output=True, cwd=folder, env=environment, check=False)
    (case,) = json.loads(told.stdout)["cases"]
    return [case["verdict"], case["reason"]]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_has_the_verdict_of_judge(page: Page, name: str, tmp_path: Path) -> None:
    seconds = SHORT if name == "does not end" else SECONDS
    came = [
        [each["verdict"], each["reason"]] for each in run(page, PROGRAMS[name], seconds)["judged"]
    ]
    languages = "en_US.UTF-8", "zh_TW.UTF-8"
    assert came == [judged(PROGRAMS[name], seconds, each, tmp_path) for each in languages]


@pytest.mark.parametrize(
    ("what", "name"), [(what, name) for what, bodies in TABLE["needs"].items() for name in bodies]
)
def test_a_missing_feature_of_the_browser_is_reported(page: Page, what: str, name: str) -> None:
    english, chinese = run(page, f"{READ}{TABLE['needs'][what][name]}\n")["judged"]
    assert [english["verdict"], english["reason"]] == ["NS", f"a browser has no {what}"]
    assert chinese["verdict"] == "NS"
    assert chinese["reason"].startswith("瀏覽器裡沒有")


@pytest.fixture(scope="module")
def other() -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []
    handler = type("Listening", (Foreign,), {"asked": asked})
    with served(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as port:
        yield f"127.0.0.1:{port}", asked


HOSTILE, SILENT = TABLE["hostile"], TABLE["silent"]


@pytest.mark.parametrize("name", [*HOSTILE, *SILENT])
def test_a_hostile_program_reaches_nothing(
    page: Page, other: tuple[str, list[str]], name: str
) -> None:
    host, asked = other
    attack = (HOSTILE | SILENT)[name].replace("OTHER", host).replace("PAGE", page.address)
    told = run(page, f"import js, time\n{attack}\ntime.sleep(0.5)\nprint('went through')\n")
    if name in HOSTILE:
        assert "went through" not in told["output"]
    assert asked == []
    kept = page.browser.execute_async_script(
        "const done = arguments[0]; Promise.all([caches.keys(), indexedDB.databases(),"
        " navigator.serviceWorker.getRegistrations()]).then(([names, bases, workers]) =>"
        " done([names.filter((n) => !n.startsWith('cardjudge ')), bases.length, workers.length,"
        " localStorage.getItem('pwned'), document.cookie, document.body.textContent.includes('PWNED')]))"
    )
    assert kept[:2] == [[], 0]
    assert kept[2] <= 1
    assert kept[3:] == [None, "", False]


def test_the_other_host_records_a_request(other: tuple[str, list[str]]) -> None:
    host, asked = other
    with suppress(OSError):
        urlopen(f"http://{host}/").close()
    assert asked
    asked.clear()


def test_a_forged_message_is_no_verdict(page: Page) -> None:
    assert run(page, FORGED)["judged"][0]["verdict"] == "WA"
    assert run(page, PROGRAMS["print"])["judged"][0]["verdict"] == "AC", "the next is as ever"


def test_forged_starts_give_no_more_time(page: Page) -> None:
    source = FORGED.replace('print("wrong")', 'while True: told(kind="started")')
    source = source.replace('told(kind="ended", status=0, verdict="AC", output="X = 0")', "")
    assert run(page, source, SHORT)["judged"][0]["verdict"] == "TLE"


def test_a_program_finds_nothing_of_the_answer_or_of_the_case_before(page: Page) -> None:
    run(page, "import math, builtins, json\nbuiltins.left = math.left = json.loads = 1\n")
    assert run(page, LOOK)["output"] == "[] False False 2\n"
