"""Judge, compare and run on the page: the same bytes as the commands."""

import json
import tomllib
from pathlib import Path

import pytest

from tests.browser import errors
from tests.processes import ROOT, kit
from tests.web.conftest import DROP, Page

PLAYS = tomllib.loads(Path(__file__).with_name("programs.toml").read_text("utf-8"))["plays"]
TESTDATA = ROOT / "testdata"
pytestmark = pytest.mark.slow


def judged(page: Page) -> int:
    return int(page.js("return Number(document.querySelector('#judge .output').dataset.judged)"))


def judge(page: Page, text: str) -> str:
    """Give an input to the page; return the output of the judge."""
    page.until("return document.querySelector('#judge .output').dataset.judged")
    before = judged(page)
    page.set("#judge-input", text)
    page.until(  # another game empties both boxes, which is judged, too
        "const output = document.querySelector('#judge .output');"
        "const said = output.value + document.querySelector('#judge .error').textContent;"
        "return Number(output.dataset.judged) > arguments[0] && said",
        before,
    )
    return str(page.js("return document.querySelector('#judge .output').value"))


def wrong_line(page: Page) -> int:
    """Return the number of the marked line, which is in view."""
    return int(
        page.until(
            "const wrong = document.querySelector('#judge-input .wrong');"
            "const all = [...document.querySelectorAll('#judge-input .cm-line')];"
            "const numbers = [...document.querySelectorAll('#judge-input .cm-lineNumbers .cm-gutterElement')]"
            ".filter((e) => e.offsetHeight);"
            "return wrong && numbers[all.indexOf(wrong)].textContent"
        )
    )


@pytest.mark.parametrize("game", ["big2", "war", "take6", "nim"])
def test_every_case_of_the_assignment_is_judged_to_the_byte(page: Page, game: str) -> None:
    page.go("judge")
    names = sorted(path.stem for path in (TESTDATA / game).glob("*.in"))
    assert len(names) > 10
    before = judged(page)
    page.set("#judge select.game", game, "change")
    page.until(
        "return Number(document.querySelector('#judge .output').dataset.judged) > arguments[0]",
        before,
    )
    offered = page.js(
        "return [...document.querySelectorAll('#judge select.case option')].map((o) => o.value)"
    )
    assert sorted(filter(None, offered)) == names
    for name in names:
        came = judge(page, (TESTDATA / game / f"{name}.in").read_text("utf-8"))
        assert came.encode() == (TESTDATA / game / f"{name}.out").read_bytes(), name
        assert page.text("#judge .error") == ""
    assert errors(page.browser) == []


BOTH = Path(__file__).with_name("both.js").read_text("utf-8")


def test_every_game_of_blackjack_is_played_to_the_byte(page: Page) -> None:
    """Each game has 46,000 rounds and takes seconds, so two games play at a time."""
    paths = sorted((TESTDATA / "blackjack_judge").glob("*.in"))
    page.js(BOTH, [path.read_text("utf-8") for path in paths])
    count = f"return window.outputs.filter(Boolean).length === {len(paths)} && window.outputs"
    outputs = page.until(count, seconds=600)
    for path, output in zip(paths, outputs, strict=True):
        assert output.encode() == path.with_suffix(".out").read_bytes(), path.name


@pytest.mark.parametrize("language", ["zh-Hant-TW", "en"])
def test_the_page_shows_the_error_of_the_command_at_its_line(page: Page, language: str) -> None:
    page.go("judge")
    page.speak(language)
    page.set("#judge select.game", "big2", "change")
    lines = (TESTDATA / "big2/sample.in").read_text("utf-8").splitlines()[:9]
    text = "\n".join(lines) + "\n"
    run = kit("big2", stdin=text, LANG="en_US.UTF-8" if language == "en" else "zh_TW.UTF-8")
    assert judge(page, text) == run.stdout
    assert page.text("#judge .error") == run.stderr.strip()
    assert wrong_line(page) == 10
    page.speak("zh-Hant-TW")


def test_another_game_keeps_what_was_pasted(page: Page) -> None:
    page.go("judge")
    page.choose("judge", "big2")
    judge(page, (TESTDATA / "war/deal-13-ends.in").read_text("utf-8"))
    page.choose("judge", "war")
    output = "return document.querySelector('#judge .output').value === arguments[0]"
    page.until(output, (TESTDATA / "war/deal-13-ends.out").read_text("utf-8"))
    page.open("#compare")
    page.set("#compare-output", "mine")
    page.choose("compare", "nim")
    page.choose("compare", "nim", "lecture")
    page.until("return document.querySelector('#compare .difference')")
    page.choose("compare", "war")
    assert page.js("return document.querySelector('#compare-output').value") == "mine"
    page.open()


def test_compare_and_judge_explain_alike(page: Page, tmp_path: Path) -> None:
    answer = (TESTDATA / "big2/sample.out").read_text("utf-8")
    wrong = answer.replace("，", ",").replace("玩家", "玩 家", 3)
    (tmp_path / "one.in").write_text("", "utf-8")
    (tmp_path / "one.out").write_text(answer, "utf-8")
    (tmp_path / "came").write_text(wrong, "utf-8")
    page.go("compare")
    page.choose("compare", "big2", "sample")
    page.until("return document.querySelector('#compare-answer').value")
    page.set("#compare-output", wrong)
    page.until("return document.querySelector('#compare .difference')")
    run = kit("judge", tmp_path, "--json", "-", "--", "cat", tmp_path / "came")
    (case,) = json.loads(run.stdout)["cases"]
    told = page.text("#compare .verdict-box")
    assert case["verdict"] in told
    assert case["reason"] in told
    rows = page.js(
        "return [...document.querySelectorAll('#compare .difference tr:has(mark)')]"
        ".map((row) => [row.querySelector('.line').textContent, row.cells[2].firstChild.data,"
        " row.querySelector('mark').textContent])"
    )
    for row, side in zip(rows, ("expected", "came"), strict=True):
        found = case["difference"][side]
        assert row[0] == str(found["line"])
        assert row[1] == found["excerpt"][: found["caret"]]
        assert row[2] == found["excerpt"][found["caret"]]
    page.set("#compare-output", answer)
    page.until("return document.querySelector('#compare .verdict-box .AC')")


def verdicts_of_page(
    page: Page, game: str, source: str, cases: int, seconds: int
) -> list[list[str]]:
    """Run a program on the page; return verdict, name and reason of each secret test."""
    page.go("run")
    page.set("#run select.game", game, "change")
    page.set("#run .seconds", str(seconds))
    page.set("#run-source", source)
    page.click("#run .start")
    shown = "[...document.querySelector('#run tbody').rows]"
    page.until(
        f"return {shown}.length === {cases} && document.querySelector('#run .stop').disabled"
    )
    columns = "[0, 1, 3].map((at) => (at < 3 ? row.cells[at] : row.cells[at].firstChild)?.textContent ?? '')"
    rows: list[list[str]] = page.js(f"return {shown}.map((row) => {columns})")
    return [row for row in rows if row[1].startswith("secret/")]


def test_page_and_judge_agree_on_a_contestant_of_blackjack(page: Page, tmp_path: Path) -> None:
    player = tmp_path / "program.py"
    player.write_text(PLAYS["blackjack"], "utf-8")
    judged = kit("judge", "blackjack", player, "--sandbox", "none", "--json", "-")
    cases = json.loads(judged.stdout)["cases"]
    expected = [[case["verdict"], case["name"], case["reason"]] for case in cases]
    assert {verdict for verdict, *_ in expected} == {"AC", "WA", "RE"}
    assert verdicts_of_page(page, "blackjack-judge", PLAYS["blackjack"], len(cases), 60) == [
        row for row in expected if row[1].startswith("secret/")
    ]


STOP_AT_ONCE = """
const [summary, stop] = ['.summary', '.stop'].map((name) => document.querySelector(`#run ${name}`));
new MutationObserver((_, observer) => {
  if (!summary.textContent.startsWith(arguments[0])) return;
  observer.disconnect();
  stop.click();
}).observe(summary, { childList: true });
"""


@pytest.mark.parametrize("when", ["正在準備", "執行"])
def test_a_button_ends_a_program_and_the_page_goes_on(page: Page, when: str) -> None:
    page.open("#run")
    page.set("#run .seconds", "600")
    page.set("#run-source", "while True: pass")
    page.js(STOP_AT_ONCE, when)
    page.click("#run .start")
    page.until("return document.querySelector('#run .stop').disabled", seconds=20)
    page.until("return document.querySelector('#run .summary').textContent.includes('沒有執行')")
    page.go("judge")
    page.set("#judge select.game", "nim", "change")
    assert judge(page, "3 3 4 5\n").startswith("X = ")


ANSWERS = "print('X = 0')\nprint('後手必勝')\n"


def rows_of_run(page: Page) -> list[list[str]]:
    """Run the program on the page; return the verdict and the name of each row."""
    page.click("#run .start")
    page.until("return document.querySelector('#run .stop').disabled")
    rows = "[...document.querySelector('#run tbody').rows]"
    cells: list[list[str]] = page.js(
        f"return {rows}.map(({{ cells }}) => [cells[0].innerText, cells[1].innerText])"
    )
    return cells


def test_a_program_runs_on_one_case_or_an_input_of_ones_own(page: Page) -> None:
    page.go("run")
    page.speak("zh-Hant-TW")
    page.choose("run", "nim", "sample/lecture")
    page.until("return document.querySelector('#run-input').value")
    page.set("#run-source", ANSWERS)
    assert rows_of_run(page) == [["WA", "sample/lecture"]]
    page.set("#run-input", "2\n5 5\n")
    assert rows_of_run(page) == [["AC", "自己的輸入"]]
    page.set("#run-input", "2\n5 x\n")
    page.click("#run .start")
    page.until("return document.querySelector('#run .error').textContent.includes('第 2 行')")
    page.choose("run", "blackjack-judge")
    assert page.js("return document.querySelector('#run .one').hidden")
    page.set("#run select.game", "nim", "change")
    page.click("#run .first")
    assert len(rows_of_run(page)) == 2, "the first is right, the second wrong"
    page.click("#run .first")
    page.until("return document.querySelector('#run details')")
    page.js("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.js("[...document.querySelectorAll('#run details button')].at(-1).click()")
    address = page.until(
        "return /#run[^ ]+/.exec(document.querySelector('#run .shared').textContent)?.[0]"
    )
    page.set("#run-source", "print(1")
    assert rows_of_run(page) == [["CE", "program.py"]]
    page.js("window.confirm = () => true")
    page.js("location.hash = arguments[0]", address)
    page.until("return document.querySelector('#run .shared').textContent.endsWith('是 WA。')")
    assert page.js("return document.querySelector('#run-source').value") == ANSWERS
    assert page.js("return location.hash") == "#run"


def test_the_tests_of_run_are_those_of_the_command(site: Path, tmp_path: Path) -> None:
    games = {game["name"]: game for game in json.loads((site / "games.json").read_text("utf-8"))}
    (tmp_path / "program.py").touch()
    told = kit("judge", "nim", tmp_path / "program.py", "--json", "-")
    assert [case["name"] for case in json.loads(told.stdout)["cases"]] == games["nim"]["tests"]


def test_a_program_and_its_game_are_there_after_a_reload(page: Page) -> None:
    page.go("run")
    page.choose("run", "war")
    page.set("#run-source", ANSWERS)
    page.until("return localStorage.getItem('cardjudge:program')?.includes('後手')")
    page.open("#run")
    page.js(DROP, [["main.c", "int main(){}"]], "#run-source")
    page.until("return document.querySelector('#run .error').textContent.includes('.py')")
    assert page.js("return document.querySelector('#run-source').value") == ANSWERS
    assert page.js("return document.querySelector('#run select.game').value") == "war"
    page.js(DROP, [["A.PY", "print('é')  # dropped"], ["b.py", ""]], "#run-source")
    page.until("return document.querySelector('#run .error').textContent.includes('b.py')")
    page.choose("run", "nim", "sample/lecture")
    page.until("return document.querySelector('#run-input').value")
    page.js(DROP, [["own.in", "2\n5 5\n"]], "#run-input")
    page.until("return document.querySelector('#run-input').value.includes('5 5')")
    page.browser.find_element("css selector", "#run-source .cm-content").send_keys("\ue009\ue007")
    page.until("return document.querySelector('#run tbody th')?.textContent === '自己的輸入'")
    assert "dropped" in page.js("return document.querySelector('#run-source').value")
