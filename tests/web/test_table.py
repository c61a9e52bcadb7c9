"""The table fits every window, and no element covers another, in each state of each game."""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.browser import resize
from tests.web.conftest import Page
from tests.web.test_interface import dealt, moved
from tests.web.test_play import acted, awaits, by_clicks, deal

SIZES = [(360, 640), (740, 360), (640, 400), (768, 1024), (1366, 625), (1440, 900), (2560, 1440)]
SCRIPTS = "covered.js", "roomy.js"
COVERED, ROOMY = (Path(__file__).with_name(name).read_text("utf-8") for name in SCRIPTS)
State = dict[str, Any]


def rows(state: State) -> list[Any]:
    return list(state["frames"][-1]["rows"])


STATES: dict[str, tuple[str, Callable[[State], bool]]] = {
    "13 cards": ("big2", lambda state: True),
    "a pair on the table": ("big2", lambda state: len(rows(state)[0]["cards"]) == 2),
    "ten at Take 6!": ("take6", lambda state: True),
    "a choice of row": ("take6", lambda state: len(state["choices"]) == 4),
    "the end of Take 6!": ("take6", lambda state: state["awaits"] == "over"),
    "a split": ("blackjack-judge", lambda state: len(rows(state)) == 3),
    "long hands": (
        "blackjack-judge",
        lambda state: any(len(row["cards"]) > 5 for row in rows(state)),
    ),
    "heaps": ("nim", lambda state: True),
}
SETTINGS = {"take6": {"seats": "10"}}
pytestmark = pytest.mark.slow


def led_to(game: str, reached: Callable[[State], bool]) -> State:
    """Return a state of a game of chance."""
    for seed in range(1, 200):
        state: State = dealt(game, seed=str(seed), settings=SETTINGS.get(game, {}))
        rng = Random(seed)
        for _ in range(400):
            if state["awaits"] != "computer" and reached(state):
                return state
            if state["awaits"] == "over":
                break
            state = moved(game, state, rng)
    pytest.fail("no game comes to it")


def opened(page: Page, game: str, state: State) -> None:
    """Open the page with a state as the saved game."""
    given = {"level": "easy", "position": "1", "pace": "0", "settings": {}}
    kept = {"game": game, f"table {game}": {"given": given, "save": state["save"]}}
    store = "localStorage.setItem('cardjudge:' + arguments[0], arguments[1])"
    for key, value in kept.items():
        page.js(store, key, json.dumps(value))
    page.open("#play")
    page.until(
        "return ![undefined, 'computer'].includes(document.querySelector('.board').dataset.awaits)"
    )


@pytest.mark.parametrize("name", STATES)
def test_no_element_covers_a_control_and_the_window_shows_the_whole_game(
    page: Page, name: str
) -> None:
    game, reached = STATES[name]
    state = led_to(game, reached)
    opened(page, game, state)
    found = {}
    try:
        for language, size, dark in product(("zh-Hant-TW", "en"), SIZES, (False, True)):
            page.speak(language)
            resize(page.browser, *size)
            page.dark(dark)
            page.until("return document.getElementById('status').textContent === ''")
            laid = "return document.querySelectorAll('.laid .row').length === arguments[0]"
            page.until(laid, len(rows(state)))
            if wrong := page.js(COVERED):
                found[size, dark, language] = wrong
            page.shoot(f"{name}-{size[0]}-{'dark' if dark else 'light'}-{language}")
    finally:
        page.dark(False)
        page.speak("zh-Hant-TW")
        resize(page.browser, 1440, 900)
    assert found == {}, [*found]


PLACES = """
return ["tabletop", "felt", "seat", "log", "asks", "hand", "actions"].map((name) => {
  const { x, y, width, height } = document.querySelector(`.board .${name}`).getBoundingClientRect();
  return [name, x, y, width, height];
}).concat([["scrolled", scrollX, scrollY, 0, 0]]);
"""


@pytest.mark.parametrize("game", ["big2", "take6", "nim", "blackjack-judge"])
def test_nothing_moves_but_the_cards(page: Page, game: str) -> None:
    deal(page, game, level="easy")
    first: dict[tuple[int, int], Any] = {}
    try:
        for _ in range(12):
            for size in SIZES:
                resize(page.browser, *size)
                places = page.js(PLACES)
                assert places == first.setdefault(size, places)
                assert page.js(ROOMY) == [True, []], size
            if awaits(page) == "over":
                break
            acted(page, lambda: page.click(".board .hint"))
            assert page.js(PLACES) == first[SIZES[-1]], "with the hint"
            by_clicks(page)
            awaits(page)
    finally:
        resize(page.browser, 1440, 900)


@pytest.mark.parametrize("way", ["judge", "compare", "run", "replay", "play"])
def test_the_page_does_not_scroll_by_itself(page: Page, way: str) -> None:
    resize(page.browser, 360, 640)
    page.open(f"#{way}")
    try:
        assert page.js("return scrollY") == 0
    finally:
        resize(page.browser, 1440, 900)
