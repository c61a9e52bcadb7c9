"""Sizes from an address, a file or a program are bounded: none of them stops the page."""

import json
import zlib
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from judge.web import app
from tests.web.conftest import DROP, OBSERVE, Page
from tests.web.test_run import TABLE, run

MEBIBYTE = 1 << 20


def link(game: str, data: bytes, step: str = "0") -> str:
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(data) + packer.flush()
    return f"#replay/{game}/{urlsafe_b64encode(packed).decode().rstrip('=')}/{step}"


def test_an_answer_to_the_page_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_MOST_ANSWER", 1000)
    assert json.loads(app.call("case", "nim", "lecture"))["error"] is None
    answer = json.loads(app.call("case", "nim", "thousand-won"))
    assert (answer["value"], bool(answer["error"])) == (None, True)


def test_a_replay_of_war_with_many_cards_is_short() -> None:
    won = b"9 " * 5000 + b"\n" + b"1 " * 5000 + b"\n"  # of other hands the game takes minutes
    assert len(app.call("replay", "war", won)) < 16 * MEBIBYTE


slow = pytest.mark.slow
LECTURE = b"5\n2 5 7 9 6\n"


@slow
@pytest.mark.parametrize("size", [50 * MEBIBYTE, 2**15 + 1])
def test_a_link_that_unpacks_to_too_much_is_refused(page: Page, size: int) -> None:
    page.open("#judge")
    page.speak("zh-Hant-TW")
    page.js("location.hash = arguments[0]", link("nim", b"1 " * (size // 2 + 1)))
    page.until("return document.querySelector('#replay .error').textContent.includes('網址')")
    assert page.js("return document.querySelector('#replay .input').value.length") == 0
    page.js("location.hash = arguments[0]", link("nim", LECTURE))
    page.until("return document.querySelector('#replay #count')")


@slow
@pytest.mark.parametrize("step", ["-5", "0.5", "1e999", "x", "", "99"])
def test_any_step_of_a_link_shows_the_game(page: Page, step: str) -> None:
    page.open("#judge")
    page.js("location.hash = arguments[0]", link("nim", LECTURE, step))
    page.until("return document.querySelector('#replay #count')")
    assert page.text("#replay .error") == ""


@slow
@pytest.mark.parametrize("section", ["judge", "compare", "run", "replay"])
def test_a_file_that_is_too_long_is_refused(page: Page, section: str) -> None:
    page.go(section)
    page.js(DROP, [["main.py", "1", 17 * MEBIBYTE]], f"#{section}")
    page.until(
        "return document.querySelector(`#${arguments[0]} .error`).textContent.includes('16 MiB')",
        section,
    )


GREEDY = TABLE["greedy"]


@slow
@pytest.mark.parametrize("name", GREEDY)
def test_what_a_program_sends_is_bounded(page: Page, name: str) -> None:
    told: dict[str, Any] = run(page, GREEDY[name])
    for judged in told["judged"]:
        assert judged["verdict"] != "AC"
        assert len(json.dumps(judged)) < 10**5
    assert len(told["output"]) <= 16 * MEBIBYTE
    assert len(told["errors"]) <= 2 * MEBIBYTE


PASTE = """
const [at, text, times] = arguments, given = new DataTransfer();
given.setData("text/plain", text.repeat(times));
const told = { clipboardData: given, bubbles: true, cancelable: true };
document.querySelector(`${at} .cm-content`).dispatchEvent(new ClipboardEvent("paste", told));
"""
MILLIONS = 6_000_000


@slow
@pytest.mark.parametrize("section", ["judge", "compare", "replay"])
def test_millions_of_lines_never_block_the_page(page: Page, section: str) -> None:
    page.open(f"#{section}")
    page.js(OBSERVE)
    page.js(DROP, [["a.in", "1\n", MILLIONS]], f"#{section}")
    at = f"#{section}-input"
    page.until("return document.querySelector(arguments[0]).value.length > 10 ** 7", at)
    page.until("return document.querySelector(`${arguments[0]} .cm-panel`)", at)
    page.js(PASTE, "#compare-output", "1\n", MILLIONS)
    page.js("return new Promise((done) => setTimeout(done, 1000))")
    assert page.js("return document.querySelectorAll('.cm-line').length") < 1000
    assert page.js("return window.longest") < 1000, "the bound is 200 ms on a machine at rest"
