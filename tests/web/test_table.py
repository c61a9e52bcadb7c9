"""The table fits every window, and no element covers another, in each state of each game."""

import json
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.browser import resize
from tests.web.conftest import Page
from web.play import Big2, Take6
from web.tables import Blackjack, Nim

SIZES = [(360, 640), (768, 1024), (1440, 900), (2560, 1440)]
TABLES = {"big2": Big2, "take6": Take6, "blackjack_judge": Blackjack, "nim": Nim}
GIVEN = {"level": "normal", "seat": "1", "players": "10", "threshold": "", "pace": "0"}
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
STATES: dict[str, tuple[str, Callable[[State], bool]]] = {
    "13 cards": ("big2", lambda state: True),
    "a pair on the table": ("big2", lambda state: len(state["rows"][0]) == 2),
    "the end of Big-2": ("big2", lambda state: state["over"]),
    "ten at Take 6!": ("take6", lambda state: True),
    "a choice of row": ("take6", lambda state: state["awaits"] == "row"),
    "the end of Take 6!": ("take6", lambda state: state["over"]),
    "a bet": ("blackjack_judge", lambda state: True),
    "a split": ("blackjack_judge", lambda state: len(state["rows"]) == 3),
    "long hands": ("blackjack_judge", lambda state: any(len(row) > 5 for row in state["rows"])),
    "the end of blackjack": ("blackjack_judge", lambda state: state["over"]),
    "heaps": ("nim", lambda state: True),
    "the end of Nim": ("nim", lambda state: state["over"]),
}
pytestmark = pytest.mark.slow


def led_to(game: str, reached: Callable[[State], bool]) -> tuple[State, list[Any], list[list[str]]]:
    """Return settings, moves that lead to a state, and its rows, from games of chance."""
    for seed in range(1, 200):
        given, rng = {**GIVEN, "seed": str(seed)}, Random(seed)
        table: Any = TABLES[game](given)
        for _ in range(400):
            state = table.state()
            if state["awaits"] != "computer" and reached(state):
                return given, table.moves(), state["rows"]
            match state["awaits"]:
                case "":
                    break
                case "computer":
                    table.step()
                case "cards":
                    plays = state["plays"]
                    table.act(*(rng.choice(plays) if plays else ()))
                case "row":
                    table.act(rng.randrange(4))
                case "heap":
                    heap = rng.choice([at for at, left in enumerate(state["heaps"]) if left])
                    table.act(heap, rng.randrange(state["heaps"][heap]))
                case "choice":
                    number = rng.randrange(len(state["choices"]))
                    amounts = state["choices"][number]["amount"]
                    table.act(number, amounts and rng.choice(amounts[1:]))
    pytest.fail("no game comes to it")


@pytest.mark.parametrize("name", STATES)
def test_no_element_covers_a_control_and_the_window_shows_the_whole_game(
    page: Page, name: str
) -> None:
    game, reached = STATES[name]
    given, moves, rows = led_to(game, reached)
    kept = {"game": game, f"table {game}": {"given": given, "moves": moves}}
    for key, value in kept.items():
        page.js("localStorage.setItem(arguments[0], arguments[1])", key, json.dumps(value))
    page.open("#play")
    page.until(
        "return ![undefined, 'computer'].includes(document.querySelector('.board').dataset.awaits)"
    )
    found = {}
    try:
        for size, dark, language in product(SIZES, (False, True), ("zh-Hant-TW", "en")):
            resize(page.browser, *size)
            page.dark(dark)
            page.speak(language)
            page.until("return document.getElementById('status').textContent === ''")
            laid = page.js("return document.querySelectorAll('.laid .card').length")
            assert laid == sum(map(len, rows)), "another state"
            if wrong := page.js(COVERED):
                found[size, dark, language] = wrong
            page.shoot(f"{name}-{size[0]}-{'dark' if dark else 'light'}-{language}")
    finally:
        page.dark(False)
        page.speak("zh-Hant-TW")
        resize(page.browser, 1440, 900)
    assert found == {}
