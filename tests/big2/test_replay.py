"""The replay page, stepped through in a real browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from big2.play import Big2
from cardjudge.play.replay import Replay
from cardjudge.viewer import Frame
from tests.big2.plain import judged
from tests.big2.test_cases import big2, generated
from tests.browser import chromium, errors, resize

pytestmark = pytest.mark.slow

PHONE = (320, 568)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    with chromium(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


class Page:
    """The page of a case, open in the browser."""

    def __init__(self, browser: Chrome, path: Path, lines: list[str]) -> None:
        source = path / "case.in"
        source.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        self.browser = browser
        self.file = path / "replay.html"
        self.made = big2("replay", str(source), "-o", str(self.file))
        browser.get(self.file.as_uri())

    def press(self, key: str, times: int = 1) -> None:
        ActionChains(self.browser).send_keys(*[key] * times).perform()

    def click(self, button: str) -> None:
        self.browser.find_element(By.ID, button).click()

    def text(self, name: str) -> str:
        return self.browser.find_element(By.ID, name).text

    @property
    def at(self) -> int:
        return int(self.text("count").split("/")[0])

    @property
    def last(self) -> int:
        return int(self.text("count").split("/")[1])

    @property
    def seats(self) -> list[WebElement]:
        """The seats by player; the first one's is drawn last, below the others."""
        *others, own = self.browser.find_elements(By.CLASS_NAME, "seat")
        return [own, *others]

    @property
    def hands(self) -> list[list[str]]:
        cards = [seat.find_elements(By.CSS_SELECTOR, ".held .card") for seat in self.seats]
        return [[str(card.get_attribute("title")) for card in hand] for hand in cards]


LINES = generated()["random04"].splitlines()


def frames(lines: list[str]) -> list[Frame]:
    return Replay(Big2, "".join(f"{line}\n" for line in lines).encode(), {}).frames


def drawn(text: str) -> str:
    """Return a text with its cards as the page shows them."""
    return re.sub(r"([CDHS])\[(\w+)\]", lambda card: "♣♦♥♠"["CDHS".index(card[1])] + card[2], text)


def hands(frame: Frame) -> list[list[str]]:
    return [[drawn(card) for card in seat.cards] for seat in frame.seats]


@pytest.fixture
def replay(browser: Chrome, tmp_path: Path) -> Page:
    return Page(browser, tmp_path, LINES)


def test_the_replay_steps_forward_back_and_to_the_end(replay: Page) -> None:
    shown = frames(LINES)
    assert (replay.at, replay.last) == (0, len(shown) - 1) == (0, len(LINES) - 5)
    assert replay.hands == hands(shown[0])
    replay.press(Keys.ARROW_RIGHT)
    replay.press(Keys.ARROW_RIGHT)
    assert (replay.at, replay.hands) == (2, hands(shown[2]))
    replay.press(Keys.ARROW_LEFT)
    assert (replay.at, replay.hands) == (1, hands(shown[1]))
    replay.press(Keys.ARROW_LEFT, 3)
    assert replay.at == 0
    for step in range(1, 8):
        replay.click("next")
        assert (replay.at, replay.hands) == (step, hands(shown[step]))
        assert replay.text("says").splitlines() == drawn(shown[step].says).splitlines()
    replay.click("back")
    assert replay.at == 6
    replay.click("last")
    assert replay.at == replay.last
    assert replay.hands == hands(shown[-1])
    replay.press(Keys.HOME)
    assert replay.at == 0
    assert errors(replay.browser) == []


def test_an_illegal_action_shows_its_reason(replay: Page) -> None:
    refused = 0
    while replay.at < replay.last:
        replay.press(Keys.ARROW_RIGHT)
        if fault := replay.text("fault"):
            refused += 1
            assert fault.startswith(f"第 {5 + replay.at} 行不合法：")
    verdict = judged("\n".join(LINES))
    assert refused == verdict.count("此牌型不合法") + verdict.count("你不能在新的回合中喊")
    assert refused > 0


def test_autoplay_steps_by_itself_and_stops(replay: Page) -> None:
    replay.press(Keys.END)
    replay.press(Keys.ARROW_LEFT, 2)
    replay.click("toggle")
    assert replay.text("toggle") == "暫停"
    wait = WebDriverWait(replay.browser, 30)
    wait.until(lambda _: replay.at == replay.last)
    wait.until(lambda _: replay.text("toggle") == "播放")
    replay.press(" ")  # starts again from the beginning, and only once though the button has focus
    assert replay.text("toggle") == "暫停"
    assert replay.at < 3
    replay.press(" ")
    assert replay.text("toggle") == "播放"


def test_the_replay_fits_a_phone(replay: Page) -> None:
    resize(replay.browser, *PHONE)
    try:
        replay.browser.get(replay.file.as_uri())
        wide = replay.browser.execute_script("return document.documentElement.scrollWidth")
        assert wide <= PHONE[0]
        size = replay.browser.find_element(By.ID, "next").size
        assert size["height"] >= 40
        assert size["width"] >= 40
        replay.browser.execute_script("scrollTo(0, 0)")
        for _ in range(3):
            replay.press(Keys.ARROW_RIGHT)
            seats = replay.browser.find_elements(By.CLASS_NAME, "seat")
            bottoms = [seat.rect["y"] + seat.rect["height"] for seat in seats]
            assert len(bottoms) == 4
            assert max(bottoms) <= PHONE[1], "all hands are on the screen"
    finally:
        replay.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_the_page_loads_nothing(replay: Page) -> None:
    loaded = replay.browser.execute_script(
        "return performance.getEntriesByType('resource').map((entry) => entry.name)"
    )
    assert [name for name in loaded if not name.startswith("data:")] == []
    page = replay.file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert "http://" not in page
    assert "https://" not in page


def test_a_name_cannot_break_the_page(browser: Chrome, tmp_path: Path) -> None:
    names = ["</script><script>document.title='x'</script>", "<b>粗</b>", "<!--", "\\u0022\"'"]
    replay = Page(browser, tmp_path, [LINES[0], *names, *LINES[5:]])
    shown = [seat.find_element(By.CLASS_NAME, "name").text for seat in replay.seats]
    assert [text.splitlines()[0] for text in shown] == names
    assert browser.title == "大老二重播"
    assert errors(replay.browser) == []


def test_a_game_that_ends_early_is_shown_as_far_as_it_goes(browser: Chrome, tmp_path: Path) -> None:
    replay = Page(browser, tmp_path, LINES[:9])
    assert replay.made.returncode == 2
    assert replay.made.stderr == "錯誤：第 10 行：輸入已經結束，缺少下一個動作，遊戲還沒有結束\n"
    assert replay.last == 4


def test_the_cards_of_an_illegal_action_are_marked(replay: Page) -> None:
    while not replay.text("fault"):
        replay.press(Keys.ARROW_RIGHT)
    while "PASS" in replay.text("fault") or not replay.text("fault"):
        replay.press(Keys.ARROW_RIGHT)
    chosen = replay.browser.find_elements(By.CSS_SELECTOR, ".seat.turn .chosen")
    turn = hands(frames(LINES)[replay.at])
    classes = [str(seat.get_attribute("class")) for seat in replay.seats]
    (player,) = [at for at, each in enumerate(classes) if "turn" in each]
    tried = [turn[player][int(word)] for word in LINES[4 + replay.at].split()]
    assert sorted(str(card.get_attribute("title")) for card in chosen) == sorted(tried)


def test_a_long_sentence_moves_no_hand(browser: Chrome, tmp_path: Path) -> None:
    resize(browser, *PHONE)
    try:
        replay = Page(browser, tmp_path, [LINES[0], *["長" * 60] * 4, *LINES[5:]])
        places = set()
        for _ in range(12):
            replay.press(Keys.ARROW_RIGHT)
            seats = browser.find_elements(By.CLASS_NAME, "seat")
            places.add(tuple(seat.rect["y"] for seat in seats))
        assert len(places) == 1
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
