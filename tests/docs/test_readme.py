"""The steps of the READMEs work for a newcomer."""

import re
import shutil
from pathlib import Path

import pytest

from big2.patterns import BUILTIN, Pattern
from tests.big2.test_patterns import cards
from tests.docs.markdown import Code, Command, File, steps
from tests.docs.newcomer import ROOT, Newcomer

ENGLISH = list(steps((ROOT / "README.md").read_text(encoding="utf-8")))
CHINESE = list(steps((ROOT / "README.zh-TW.md").read_text(encoding="utf-8")))
INSTALL, DEVELOP = ENGLISH[:2]
PATTERN = list(steps((ROOT / "docs/api.md").read_text(encoding="utf-8")))


def runs_here(step: Command | File | Code) -> bool:
    """Return whether a test may take this step.

    The second command runs all tests, so no test but the gate runs it.
    """
    return step != DEVELOP


@pytest.mark.slow
def test_a_newcomer_can_follow_the_readme(tmp_path: Path) -> None:
    newcomer = Newcomer.in_new(tmp_path, bin=tmp_path / ".venv" / "bin")
    shutil.copy(ROOT / "docs/pictures/Main.java", tmp_path)
    trouble = newcomer.follow(filter(runs_here, [*ENGLISH, *PATTERN]))
    assert not trouble, "\n".join(trouble)


def test_both_readmes_have_the_same_steps() -> None:
    english, chinese = (
        [step if isinstance(step, File) else getattr(step, "line", "") for step in page]
        for page in (ENGLISH, CHINESE)
    )
    assert [str(step).removeprefix("LC_ALL=en_US.UTF-8 ") for step in english] == [
        *map(str, chinese)
    ]


def test_the_gate_runs_the_commands_of_installation() -> None:
    pattern = re.search(r"sed -n 's/(.*)/\\1/p' README.md", (ROOT / ".ci/run").read_text())
    assert pattern is not None
    found = re.compile(pattern[1].replace(r"\(", "(").replace(r"\)", ")"), re.MULTILINE)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [Command(line) for line in found.findall(readme)] == [INSTALL, DEVELOP]


def test_every_kind_of_step_is_found() -> None:
    lines = [step.line for step in ENGLISH if isinstance(step, Command)]
    for command in "big2 blackjack-judge war nim take6 judge".split():
        assert any(re.search(rf"\b{command}\b", line) for line in lines), command
    played = {
        step.line.split()[0] for step in ENGLISH if isinstance(step, Command) and step.is_played
    }
    assert played == {"big2", "blackjack-judge", "nim", "take6"}


def test_the_pattern_of_the_page_beats_every_other_play() -> None:
    (code,) = [step.text for step in PATTERN if isinstance(step, File) and "Pattern" in step.text]
    namespace: dict[str, type[Pattern]] = {}
    exec(code, namespace)
    chain = BUILTIN.led_by(namespace["FourOfAKind"])
    bomb, greater, two = (
        chain.recognise(cards(words)) for words in ("C3 D3 H3 S3 C4", "C5 D5 H5 S5 C4", "S2")
    )
    assert bomb is not None
    assert greater is not None
    assert two is not None
    assert bomb.pattern.name == "鐵支"
    assert bomb.beats(two)
    assert greater.beats(bomb)
    assert not two.beats(bomb)
    assert not bomb.beats(greater)


@pytest.mark.parametrize(
    ("readme", "ours"), [("README.md", ".md"), ("README.zh-TW.md", ".zh-TW.md")]
)
def test_the_readme_links_to_every_page(readme: str, ours: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    names = {page.name.partition(".")[0] for page in (ROOT / "docs").glob("*.md")}
    for name in names:
        page = f"docs/{name}{ours}"
        assert f"({page if (ROOT / page).exists() else f'docs/{name}.md'})" in text, name


@pytest.mark.parametrize("readme", ["README.md", "README.zh-TW.md"])
def test_a_readme_has_at_most_80_lines(readme: str) -> None:
    assert len((ROOT / readme).read_text(encoding="utf-8").splitlines()) <= 80
