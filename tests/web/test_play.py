"""Games on the page, by clicks and by keys, equal those of the terminal with the same seed."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.browser import errors
from tests.processes import kit
from tests.web.conftest import Page

SEED = "7"
PATIENCE = 60
pytestmark = pytest.mark.slow
Act = Callable[[Page], None]
FILL = """
const form = document.querySelector("#play form");
for (const [name, value] of Object.entries(arguments[0])) {
  (form.querySelector(`.${name}`) ?? form.querySelector(`[data-keyword=${name}]`)).value = value;
}
document.querySelector(".board").dataset.awaits = "computer";
form.requestSubmit();
"""


def deal(page: Page, game: str, **given: str) -> None:
    """Deal by the settings."""
    page.go("play")
    if page.js("return document.querySelector('#play .game').value") != game:
        page.set("#play .bar .game", game, "change")
        page.until(
            "return JSON.parse(localStorage.getItem('cardjudge:game')) === arguments[0]", game
        )
        awaits(page)
    standard = {"seed": SEED, "level": "normal", "position": "1", "pace": "0"}
    page.js(FILL, {**standard, **given})
    awaits(page)


def awaits(page: Page) -> str:
    return str(
        page.until(
            "const a = document.querySelector('.board').dataset.awaits;return a !== 'computer' && a"
        )
    )


def save(page: Page, game: str) -> Any:
    return json.loads(
        page.js(
            "return JSON.parse(localStorage.getItem('cardjudge:table ' + arguments[0])).save", game
        )
    )


def acted(page: Page, action: Callable[[], object]) -> None:
    """Wait until an action has been carried out."""
    page.js("document.querySelector('.board .actions').firstElementChild.dataset.old = 'yes'")
    action()
    first = "document.querySelector('.board .actions').firstElementChild"
    page.until(f"return {first} && !{first}.dataset.old", seconds=PATIENCE)


def press(page: Page, *keys: str) -> None:
    ActionChains(page.browser).send_keys(*keys).perform()


def by_clicks(page: Page) -> None:
    """Play what the hint says."""
    acted(page, lambda: page.click(".board .hint"))
    told = ["choice.main-action", "act:enabled", "amount ~ .choice"]
    acted(page, lambda: page.click(", ".join(f".board .{name}" for name in told)))


def by_keys(page: Page) -> None:
    """Play the same with the keyboard alone: H, the key of a choice, or Enter on a card."""
    if page.js("return !!document.querySelector('.board .amount')"):
        page.js("document.querySelector('.board .amount').focus()")
        return acted(page, lambda: press(page, Keys.ENTER))
    acted(page, lambda: press(page, "H"))
    key = page.js("return document.querySelector('.board .choice.main-action')?.dataset.press")
    row = page.js("return document.querySelector('.board button.row') !== null")
    if row:
        page.js("document.querySelector('.board .act').focus()")
    return acted(page, lambda: press(page, key or Keys.ENTER))


@pytest.mark.parametrize(
    ("game", "act", "turns"),
    [
        ("big2", by_clicks, 99),
        ("take6", by_keys, 99),
        ("nim", by_clicks, 99),
        ("nim", by_keys, 99),
        ("big2", by_keys, 4),
    ],
)
def test_a_game_equals_the_game_at_the_terminal(
    page: Page, tmp_path: Path, game: str, act: Act, turns: int
) -> None:
    deal(page, game, level="hard" if game == "nim" else "normal")  # as the terminal does
    for _ in range(turns):
        if awaits(page) == "over":
            break
        act(page)
    awaits(page)
    came = save(page, game)
    typed = [text for seat, text, *_ in came["moves"] if seat == 0]
    saved = tmp_path / "terminal.json"
    lines = "\n".join([*typed, f"/save {saved}", "/quit"]) + "\n"
    kit(game, "play", "--seed", SEED, "--plain", stdin=lines)
    assert came == json.loads(saved.read_text("utf-8"))
    assert errors(page.browser) == []
    score = "return JSON.parse(localStorage.getItem('cardjudge:score nim hard'))"
    assert game != "nim" or page.js(score)["of"] == 1, "the same deal, by clicks and by keys"


def test_enter_after_a_click_on_hint_plays_it(page: Page) -> None:
    deal(page, "big2")
    acted(page, page.browser.find_element("css selector", ".board .hint").click)
    page.until("return document.querySelector('.board .bubble meter')")
    acted(page, lambda: press(page, Keys.ENTER))
    assert 0 in [seat for seat, *_ in save(page, "big2")["moves"]]


def test_a_new_game_answers_while_the_last_one_is_still_shown(page: Page) -> None:
    deal(page, "nim", pace="700")
    by_clicks(page)
    deal(page, "big2")
    acted(page, lambda: page.click(".board .hint"))
    assert save(page, "big2")["game"] == "big2"


def test_a_double_tap_or_a_drag_to_the_felt_plays_a_card(page: Page) -> None:
    deal(page, "take6")
    for at, play in enumerate((ActionChains.double_click, None)):
        actions = ActionChains(page.browser)
        card = page.browser.find_element("css selector", ".board .hand .card")
        felt = page.browser.find_element("css selector", ".board .felt")
        acted(page, (play(actions, card) if play else actions.drag_and_drop(card, felt)).perform)
        mine = "return JSON.parse(localStorage.getItem('cardjudge:table take6')).save"
        page.until(
            f"{mine.replace('return ', 'return JSON.parse(')}).moves.filter(([s]) => !s).length > {at}"
        )
        awaits(page)


def test_keys_bet_and_play_and_a_claimed_key_is_the_games(page: Page) -> None:
    deal(page, "blackjack-judge")
    page.js("document.querySelector('.board .amount').focus()")
    acted(page, lambda: press(page, *[Keys.BACKSPACE] * 8, "25", Keys.ENTER))
    assert save(page, "blackjack-judge")["moves"] == [[0, "25"]]
    acted(page, lambda: press(page, "h"))
    assert save(page, "blackjack-judge")["moves"][1] == [0, "h"], "hit, no hint"
    page.js("document.activeElement.blur()")
    page.open("#play")
    assert page.js("return !!document.activeElement.closest('.board')")


def test_a_save_is_a_file_and_an_address(page: Page, tmp_path: Path) -> None:
    deal(page, "nim")
    by_clicks(page)
    awaits(page)
    before = save(page, "nim")
    page.browser.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    page.click("#play .save")
    end = time.monotonic() + PATIENCE
    saved = tmp_path / "nim.json"
    while not (saved.exists() and saved.stat().st_size) and time.monotonic() < end:
        time.sleep(0.05)
    assert json.loads(saved.read_text("utf-8")) == before
    page.js("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.click("#play .share")
    shown = (
        "return /#play.nim.[^ ]+/.exec(document.querySelector('#play .shared').textContent)?.[0]"
    )
    address = page.until(shown)
    page.js("localStorage.removeItem('cardjudge:table nim')")
    page.open(address)
    page.until("return localStorage.getItem('cardjudge:table nim')?.includes('moves')")
    assert save(page, "nim")["moves"] == before["moves"]
    assert page.js("return location.hash") == "#play"
    by_clicks(page)
    mine = save(page, "nim")["moves"]
    page.js("window.confirm = (asked) => { window.asked = asked; return false; }")
    page.js("location.hash = arguments[0]", address)
    page.until("return window.asked && location.hash === '#play'")
    assert save(page, "nim")["moves"] == mine
    page.js("location.hash = '#play/nim/nonsense'")
    page.until("return document.querySelector('#play .error').textContent")


def test_the_address_of_a_replay_opens_it_without_a_network(page: Page) -> None:
    page.go("replay")
    page.choose("replay", "take6", "mad")
    page.until("return location.hash.startsWith('#replay/take6/')")
    address = page.js("return location.hash")
    page.until("return navigator.serviceWorker.controller !== null")
    page.network.close()
    try:
        page.open(address)
    finally:
        page.connect()
    page.until("return document.querySelector('#count')?.textContent.startsWith('0 /')")
    last = int(page.text("#count").split("/")[1])
    page.click("#last")
    assert page.text("#count") == f"{last} / {last}"
    assert errors(page.browser) == []
