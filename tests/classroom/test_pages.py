"""The pages of a class in a real browser: on a phone and a desk, light and dark, and on paper."""

import base64
import io
from pathlib import Path

import pypdf
import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.big2.test_replay import browser as browser
from tests.classroom.test_class import judge
from tests.tools import needs

PROGRAM = "print('{}%d' % sum(map(int, input().split())))\n"
SIZES = {"phone": (360, 740), "desk": (1280, 900)}
SCHEMES = "light", "dark"
pytestmark = [pytest.mark.slow, needs("chromedriver")]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "hw").mkdir()
    (folder / "tests/secret").mkdir(parents=True)
    for name, numbers, answer in ("a", "3 4", "總和：7"), ("secret/b", "1 1", "總和：2"):
        (folder / f"tests/{name}.in").write_text(f"{numbers}\n")
        (folder / f"tests/{name}.out").write_text(f"{answer}\n")
    programs = {
        "s1.py": PROGRAM.format("總和："),
        "s2.py": PROGRAM.format("總和:"),
        "s3.py": "print('a long line ' * 40",
        "s10.py": "print('總和：7\\n' + 'a long line ' * 40)",
    }
    for name, text in programs.items():
        (folder / "hw" / name).write_text(text)
    assert judge(folder, "--tests", "tests", "--html", "html").returncode == 0
    return folder / "html"


def show(browser: Chrome, page: Path, size: str, scheme: str) -> None:
    wanted = [{"name": "prefers-color-scheme", "value": scheme}]
    width, height = SIZES[size]
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wanted})
    browser.get(page.as_uri())


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", SIZES)
def test_pages_fit_the_screen(
    size: str, scheme: str, browser: Chrome, pages: Path, tmp_path: Path
) -> None:
    for page in [pages / "index.html", *sorted((pages / "students").iterdir())]:
        show(browser, page, size, scheme)
        (tmp_path / f"{page.stem}.png").write_bytes(browser.get_screenshot_as_png())
        assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]


def students(browser: Chrome) -> list[str]:
    return [each.text for each in browser.find_elements(By.CSS_SELECTOR, "#class tbody a")]


def test_a_click_on_a_heading_sorts_and_a_second_click_reverses(
    browser: Chrome, pages: Path
) -> None:
    show(browser, pages / "index.html", "desk", "light")
    assert students(browser) == ["s1", "s2", "s3", "s10"]
    student, _, points, *_ = browser.find_elements(By.CSS_SELECTOR, "th button")
    points.click()
    assert students(browser) == ["s2", "s3", "s10", "s1"]
    points.click()
    assert students(browser)[0] == "s1"
    student.click()
    assert students(browser) == ["s1", "s2", "s3", "s10"]
    student.click()
    assert students(browser) == ["s10", "s3", "s2", "s1"]


def test_a_link_leads_to_the_page_of_a_student_and_back(browser: Chrome, pages: Path) -> None:
    show(browser, pages / "index.html", "phone", "light")
    browser.find_element(By.LINK_TEXT, "s2").click()
    assert browser.find_element(By.TAG_NAME, "h1").text == "s2 WA"
    opened = browser.find_elements(By.CSS_SELECTOR, "details[open]")
    assert len(opened) == 1  # secret tests and passed tests are closed
    assert "全形與半形不同" in opened[0].text
    browser.find_element(By.CSS_SELECTOR, "nav a").click()
    assert len(students(browser)) == 4


@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_printed_page_shows_closed_tests(scheme: str, browser: Chrome, pages: Path) -> None:
    show(browser, pages / "students/s1.html", "desk", scheme)
    assert browser.find_elements(By.CSS_SELECTOR, "details[open]") == []
    printed = browser.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})
    document = pypdf.PdfReader(io.BytesIO(base64.b64decode(printed["data"])))
    text = "".join(page.extract_text() for page in document.pages)
    assert "3 4" in text  # the input, though the test was closed


def test_names_and_languages_never_wrap(browser: Chrome, pages: Path) -> None:
    show(browser, pages / "index.html", "desk", "light")
    lines = """
    document.querySelector("#class td.more").textContent = "a long sentence ".repeat(40);
    const text = document.createRange();
    return [...document.querySelectorAll("#class tbody a, #class th button, #class td.wide")]
        .map(each => (text.selectNodeContents(each), text.getClientRects().length));
    """
    assert set(browser.execute_script(lines)) == {1}
