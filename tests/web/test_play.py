"""Games on the page, by clicks and by keys, equal those of the terminal with the same seed."""

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from big2.play import Big2
from cardjudge.play.session import loaded
from tests.browser import errors, resize
from tests.web.conftest import Page

ROOT = Path(__file__).parents[2]
SEED = "7"
PATIENCE = 60
pytestmark = pytest.mark.slow
Act = Callable[[Page, list[int]], None]


FIRST = {"war": "war", "nim": "lecture", "blackjack_judge": "seed-096"}


def deal(page: Page, game: str, **given: str) -> None:
    """Deal by the settings."""
    page.go("play")
    page.set("#play .bar .game", game, "change")
    page.until("return document.querySelector('.board').classList.contains(arguments[0])", game)
    page.until("return document.querySelector('.board').dataset.awaits !== 'computer'")
    standard = {"level": "normal", "seat": "1", "players": "4", "threshold": "", "pace": "0"}
    for name, value in {"seed": SEED, **standard, **given}.items():
        page.set(f"#play form .{name}", value)
    page.js("document.querySelector('.board').dataset.awaits = 'computer'")
    page.js("document.querySelector('#play form').requestSubmit()")
    awaits(page)


def look(page: Page) -> dict[str, Any]:
    """Return the state of the game from Python."""
    page.browser.set_script_timeout(PATIENCE)
    state: dict[str, Any] = page.browser.execute_async_script(
        "const done = arguments[0]; import('./python.js').then(async ({ python }) =>"
        " done(await python.call('play', document.querySelector('#play .bar .game').value, 'look')))"
    )
    return state


def awaits(page: Page) -> str:
    return str(
        page.until(
            "const a = document.querySelector('.board').dataset.awaits;return a !== 'computer' && a"
        )
    )


def hand(page: Page) -> list[str]:
    return [
        str(card)
        for card in page.js(
            "return [...document.querySelectorAll('.hand .card')].map((card) => card.title)"
        )
    ]


def acted(page: Page, action: Callable[[], None]) -> None:
    """Wait until an action has been carried out."""
    page.js("document.querySelector('.board .log').dataset.old = 'yes'")
    action()
    page.until("return !document.querySelector('.board .log').dataset.old", seconds=PATIENCE)


def by_clicks(page: Page, cards: list[int]) -> None:
    """Play the cards at these places of the hand; none is a pass."""
    for index in cards:
        page.browser.find_elements("css selector", ".hand .card")[index].click()
    button = page.browser.find_element("css selector", ".act" if cards else ".pass")
    acted(page, button.click)


def by_keys(page: Page, cards: list[int]) -> None:
    """Play the same cards with the keyboard alone: arrows, Space, Enter, and P."""

    def press(*keys: str) -> None:
        ActionChains(page.browser).send_keys(*keys).perform()

    page.js("document.querySelector('.hand .card').focus()")
    place = 0
    for index in cards:
        press(*[Keys.ARROW_RIGHT] * (index - place), Keys.SPACE)
        place = index
    acted(page, lambda: press(Keys.ENTER if cards else "p"))


def test_keys_alone_bet_and_play_without_a_click(page: Page) -> None:
    press = ActionChains(page.browser).send_keys
    deal(page, "blackjack_judge")
    page.js("document.querySelector('.board .amount').focus()")
    acted(
        page,
        press(
            Keys.BACKSPACE, Keys.BACKSPACE, Keys.BACKSPACE, Keys.BACKSPACE, "25", Keys.ENTER
        ).perform,
    )
    assert "下注 25，" in page.text(".board .log")
    deal(page, "nim")
    page.js("document.querySelector('.heap button').focus()")
    while page.js("return document.querySelector('.board').dataset.awaits") != "over":
        acted(page, press(Keys.ARROW_LEFT, Keys.ENTER).perform)
        page.until("return document.querySelector('.board').dataset.awaits !== 'computer'")
        assert page.js("return !!document.activeElement.closest('.heap, .panel')")
    page.js("document.activeElement.blur()")
    page.open("#play")
    assert page.js("return !!document.activeElement.closest('.board')")


def test_a_new_game_after_a_chosen_seed_has_another_seed(page: Page) -> None:
    deal(page, "nim")
    given = "return JSON.parse(localStorage.getItem('table nim')).given.seed"
    assert page.js(given) == SEED
    page.js("document.querySelector('.heap button').focus()")
    acted(page, ActionChains(page.browser).send_keys("n").perform)
    assert page.js(given) != SEED


def take(page: Page, row: WebElement, with_keys: bool) -> None:
    if not with_keys:
        return acted(page, row.click)
    page.js("arguments[0].focus()", row)
    return acted(page, ActionChains(page.browser).send_keys(Keys.ENTER).perform)


def downloaded(page: Page, folder: Path, name: str) -> str:
    page.browser.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)}
    )
    page.click(".board .save")
    path = folder / name
    end = time.monotonic() + PATIENCE
    while not path.exists() and time.monotonic() < end:
        time.sleep(0.05)
    return path.read_text("utf-8")


def command(*words: str, stdin: str) -> str:
    run = subprocess.run(
        [sys.executable, "-m", *words],
        input=stdin,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout


@pytest.mark.parametrize("act", [by_clicks, by_keys])
def test_a_whole_game_of_big2_equals_the_game_at_the_terminal(
    page: Page, tmp_path: Path, act: Act
) -> None:
    deal(page, "big2")
    typed = []
    while awaits(page) != "over":
        plays = look(page)["plays"]
        chosen = sorted(plays[0]) if plays else []
        typed.append(" ".join(map(str, chosen)) or "p")
        act(page, chosen)
    case = downloaded(page, tmp_path, "big2.in")
    saved = tmp_path / "terminal.json"
    command(
        "big2",
        "play",
        "--seed",
        SEED,
        "--plain",
        stdin="\n".join([*typed, f"/save {saved}", "/quit"]) + "\n",
    )
    assert case == loaded(saved.read_bytes(), Big2).game.case()
    winner = command("big2", stdin=case).splitlines()[-1].split()[-1]
    won = page.js("return document.querySelector('.seat.winner .name span').textContent")
    called = case.splitlines()[1:5]
    assert won.startswith(f"玩家 {called.index(winner) + 1}")
    assert errors(page.browser) == []


@pytest.mark.parametrize("act", [by_clicks, by_keys])
def test_a_whole_game_of_take6_equals_the_game_at_the_terminal(
    page: Page, tmp_path: Path, act: Act
) -> None:
    deal(page, "take6", players="5", threshold="")
    typed: list[str] = []
    while (awaited := awaits(page)) != "over":
        if awaited == "row":
            rows = page.browser.find_elements("css selector", ".laid button.row")
            assert len(rows) == 4
            take(page, rows[2], act is by_keys)
            typed.append("row 3")
            continue
        cards = hand(page)
        place = len(cards) // 2
        typed.append(cards[place].partition("(")[0])
        act(page, [place])
    case = downloaded(page, tmp_path, "take6.in")
    assert len([word for word in typed if "row" not in word]) == 10
    told = command("take6", stdin=case)
    assert case == terminal_game(typed)
    (winners,) = [line for line in told.splitlines() if line.startswith("排名")]
    best = winners.removeprefix("排名：玩家 ").partition("(")[0]
    names = page.js(
        "return [...document.querySelectorAll('.seat.winner .name span:first-child')]"
        ".map((name) => name.textContent)"
    )
    assert any(f"玩家 {best}" in name for name in names)


def terminal_game(typed: list[str]) -> str:
    """Play the same game with a session at the terminal; return its case."""
    from cardjudge.play.session import PERSON, Session
    from take6.play.game import Take6

    game = Take6.dealt({"seats": 5}, Random(SEED))
    session = Session(game, [PERSON, *["3"] * 4], int(SEED))
    moves = iter(typed)
    while not game.over:
        if 0 in game.awaited:
            session.make(0, next(moves).split()[-1])
        else:
            session.let_act(game.awaited[0])
    return game.case()


def test_the_buttons_hint_take_back_sort_and_show_hidden_cards(page: Page) -> None:
    deal(page, "big2", seat="2")
    before = hand(page)
    assert page.js("return document.querySelectorAll('.seats .card:not(.back)').length") == 0
    held = page.js("return document.querySelectorAll('.seats .card.back').length")
    page.click(".board .look")
    shown = page.js("return document.querySelectorAll('.seats .card:not(.back)').length")
    assert shown == held > 20
    page.click(".board .look")
    page.click(".board .sort")
    assert [card[0] for card in hand(page)] == sorted(card[0] for card in hand(page))
    page.click(".board .sort")
    assert hand(page) == before
    acted(page, lambda: page.click(".board .hint"))
    assert re.fullmatch(r".+（[-0-9 ]+）：.+", page.text(".log p:last-child")), "with its reason"
    laid = page.text(".laid")
    chosen = page.js("return document.querySelectorAll('.hand [aria-pressed=true]').length")
    acted(page, lambda: page.click(".board .act" if chosen else ".board .pass"))
    assert awaits(page) == "cards"
    acted(page, lambda: page.click(".board .undo"))
    assert hand(page) == before
    assert page.text(".laid") == laid


def test_an_illegal_action_is_reported_and_changes_nothing(page: Page) -> None:
    deal(page, "big2")
    before = hand(page)
    for index in 0, 5, 9:
        page.browser.find_elements("css selector", ".hand .card")[index].click()
    acted(page, lambda: page.click(".board .act"))
    assert "不合法" in page.text(".log p:last-child")
    assert hand(page) == before


def test_the_hint_selects_the_card_that_it_names(page: Page) -> None:
    deal(page, "take6", players="4")
    acted(page, lambda: page.click(".board .hint"))
    (chosen,) = page.js(
        "return [...document.querySelectorAll('.hand [aria-pressed=true]')].map((c) => c.title)"
    )
    hinted = re.search(r"建議 (\d+)(?:\(\d\))?：", page.text(".log"))
    assert hinted is not None
    assert chosen.startswith(f"{hinted[1]}(")


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
    told = command("take6", stdin=(ROOT / "testdata/take6/mad.in").read_text("utf-8"))
    heads = [line for line in told.splitlines() if "個牛頭" in line][-4:]
    shown = page.text("#seats")
    assert all(line.split("：")[1].split()[0] in shown for line in heads)
    assert errors(page.browser) == []


@pytest.mark.parametrize("game", ["war", "nim", "blackjack_judge"])
def test_the_address_of_any_game_holds_its_step(page: Page, game: str) -> None:
    page.go("replay")
    page.choose("replay", game, FIRST[game])
    page.until("return location.hash.startsWith(arguments[0])", f"#replay/{game}/")
    page.click("#next")
    page.until("return location.hash.endsWith('/1')")
    address = page.js("return location.hash")
    says = page.text("#says")
    page.open(address)
    page.until("return document.querySelector('#count')?.textContent.startsWith('1 /')")
    assert page.text("#says") == says
    assert errors(page.browser) == []


def test_an_address_without_a_game_is_explained(page: Page) -> None:
    page.js("location.hash = '#replay/big2/nonsense'")
    page.until("return document.querySelector('#replay .error').textContent")


def test_a_finger_can_play(page: Page) -> None:
    resize(page.browser, 320, 568)
    try:
        page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        deal(page, "take6", players="10")
        card = page.browser.find_elements("css selector", ".hand .card")[3]
        page.js("arguments[0].scrollIntoView({block: 'center'})", card)
        box = page.js(
            "const r = arguments[0].getBoundingClientRect(); return [r.x, r.y, r.width, r.height]",
            card,
        )
        assert box[2] >= 36
        point = [{"x": box[0] + box[2] / 2, "y": box[1] + box[3] / 2}]
        for kind, points in ("touchStart", point), ("touchEnd", []):
            page.browser.execute_cdp_cmd(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
            )
        page.until("return document.querySelectorAll('.hand [aria-pressed=true]').length === 1")
    finally:
        page.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        resize(page.browser, 1440, 900)
