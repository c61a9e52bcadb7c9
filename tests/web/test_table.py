"""The table fits every window, and no element covers another, in each state of each game."""

import json
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.browser import resize
from tests.web.conftest import Page
from tests.web.test_interface import dealt, moved

SIZES = [(360, 640), (768, 1024), (1440, 900), (2560, 1440)]
COVERED = """
const wrong = [];
for (const control of document.querySelectorAll("#play :is(button, select, input):not(:disabled), header :is(a, button)")) {
  const box = control.getBoundingClientRect();
  if (!box.width || control.closest("dialog:not([open])")) continue;
  const points = [[.5, .5], [.2, .2], [.8, .2], [.2, .8], [.8, .8]];
  for (const [x, y] of points) {
    const found = document.elementFromPoint(box.x + x * box.width, box.y + y * box.height);
    if (!control.contains(found)) wrong.push([control.outerHTML.slice(0, 80), x, y, found?.outerHTML.slice(0, 60)]);
  }
}
const felt = document.querySelector(".felt");
return wrong.concat(felt.scrollHeight > felt.clientHeight + 1 ? ["felt"] : [], document.documentElement.scrollHeight > innerHeight ? ["taller"] : [],
  document.documentElement.scrollWidth > innerWidth ? ["wider"] : []);
"""
State = dict[str, Any]


def rows(state: State) -> list[Any]:
    return list(state["frames"][-1]["rows"])


STATES: dict[str, tuple[str, Callable[[State], bool]]] = {
    "13 cards": ("big2", lambda state: True),
    "a pair on the table": ("big2", lambda state: len(rows(state)[0]["cards"]) == 2),
    "the end of Big-2": ("big2", lambda state: state["awaits"] == "over"),
    "ten at Take 6!": ("take6", lambda state: True),
    "a choice of row": ("take6", lambda state: len(state["choices"]) == 4),
    "the end of Take 6!": ("take6", lambda state: state["awaits"] == "over"),
    "a bet": ("blackjack-judge", lambda state: True),
    "a split": ("blackjack-judge", lambda state: len(rows(state)) == 3),
    "long hands": (
        "blackjack-judge",
        lambda state: any(len(row["cards"]) > 5 for row in rows(state)),
    ),
    "heaps": ("nim", lambda state: True),
    "the end of Nim": ("nim", lambda state: state["awaits"] == "over"),
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


def opened(page: Page, game: str, state: State, pace: str = "0") -> None:
    """Open the page with a state as the saved game."""
    given = {"level": "easy", "people": "1", "pace": pace, "settings": {}}
    kept = {"game": game, f"table {game}": {"given": given, "save": state["save"]}}
    for key, value in kept.items():
        page.js(
            "localStorage.setItem('cardjudge:' + arguments[0], arguments[1])",
            key,
            json.dumps(value),
        )
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
        for size, dark, language in product(SIZES, (False, True), ("zh-Hant-TW", "en")):
            resize(page.browser, *size)
            page.dark(dark)
            page.speak(language)
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
    assert found == {}


@pytest.mark.parametrize(
    ("reached", "button", "typed"),
    [
        (lambda state: "p" in [each["text"] for each in state["choices"]], "choice p", "p"),
        (
            lambda state: "insurance" in [each["prefix"] for each in state["ranges"]],
            "range insurance",
            "insurance 0",
        ),
    ],
)
def test_a_split_and_an_insurance_are_buttons(
    page: Page, reached: Callable[[State], bool], button: str, typed: str
) -> None:
    state = led_to("blackjack-judge", reached)
    opened(page, "blackjack-judge", state)
    if amount := page.js("return document.querySelector('.board .amount') !== null"):
        page.set(".board .amount", "0")
    assert amount is (" " in typed)
    page.click(f".board [data-key='{button}']")
    saved = "return JSON.parse(localStorage.getItem('cardjudge:table blackjack-judge')).save"
    made = len(json.loads(state["save"])["moves"])
    page.until(f"{saved.replace('return', 'return JSON.parse(')}).moves.length > {made}")
    assert json.loads(page.js(saved))["moves"][made][:2] == [0, typed]


@pytest.mark.parametrize("reduced", [False, True])
def test_cards_stand_still_with_reduced_motion(page: Page, reduced: bool) -> None:
    feature = {"name": "prefers-reduced-motion", "value": "reduce" if reduced else ""}
    page.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    try:
        opened(page, "big2", dealt("big2"), pace="1")
        page.js(
            "window.moved = 0; const { animate } = Element.prototype;"
            "Element.prototype.animate = function (...given)"
            " { window.moved += 1; return animate.apply(this, given); };"
        )
        page.click(".board .hand .legal, .board .choice")
        page.js("document.querySelector('.board .act:enabled')?.click()")
        page.until("return document.querySelector('.board .played')")
        page.until("return document.querySelector('.board').dataset.awaits !== 'computer'")
        assert (page.js("return window.moved") == 0) is reduced
    finally:
        page.dark(False)
