"""The READMEs keep what they promise."""

import re
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
