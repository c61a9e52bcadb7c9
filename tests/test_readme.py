"""The READMEs keep what they promise."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from big2.patterns import BUILTIN, Pattern
from tests.big2.test_patterns import cards

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("readme", ["README.md", "README.zh-TW.md"])
def test_the_pattern_of_the_readme_works(readme: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert code is not None
    namespace: dict[str, type[Pattern]] = {}
    exec(code[1], namespace)
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


@pytest.mark.parametrize("readme", ["README.md", "README.zh-TW.md"])
def test_the_screen_of_judge_is_what_it_prints(readme: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    found = re.search(r"    \$ judge (.*) -- big2 (.*)\n((?:    .*\n)+)", text)
    assert found is not None
    kit = [sys.executable, "-m"]
    command = [*kit, "judge", *shlex.split(found[1]), "--", *kit, "big2", *shlex.split(found[2])]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert without_usage(run.stdout) == without_usage(re.sub("(?m)^    ", "", found[3]))


def without_usage(screen: str) -> str:
    return re.sub(r" *(\d+\.\d\d s|(\d+|–) MB)", "", screen)
