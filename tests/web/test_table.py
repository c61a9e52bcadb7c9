"""The table fits every window, and nothing on it covers anything."""

from itertools import product

import pytest

from tests.browser import resize
from tests.web.conftest import Page
from tests.web.test_play import deal

SIZES = [(360, 640), (768, 1024), (1440, 900), (2560, 1440)]
GAMES = ["big2", "take6", "blackjack_judge", "nim"]
pytestmark = pytest.mark.slow
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


@pytest.mark.parametrize("game", GAMES)
def test_nothing_covers_a_control_and_the_whole_game_is_in_the_window(
    page: Page, game: str
) -> None:
    deal(page, game, players="10" if game == "take6" else "4")
    found = {}
    try:
        for size, dark, language in product(SIZES, (False, True), ("zh-Hant-TW", "en")):
            resize(page.browser, *size)
            page.dark(dark)
            page.speak(language)
            page.until("return document.getElementById('status').textContent === ''")
            if wrong := page.js(COVERED):
                found[size, dark, language] = wrong
            page.shoot(f"{game}-{size[0]}-{'dark' if dark else 'light'}-{language}")
    finally:
        page.dark(False)
        page.speak("zh-Hant-TW")
        resize(page.browser, 1440, 900)
    assert found == {}
