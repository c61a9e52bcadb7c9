"""What the READMEs show is what the command prints."""

import io
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("readme", ["README.md", "README.zh-TW.md"])
def test_the_examples_are_real(readme: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    examples = re.findall(r"^    \$ (.*\bwar\b.*)\n((?:    .*\n)+)", text, re.MULTILINE)
    assert len(examples) == 2
    for command, shown in examples:
        command = re.sub(r"\bwar\b", f"{sys.executable} -m war", command)
        run = subprocess.run(
            ["sh", "-c", command], capture_output=True, encoding="utf-8", cwd=ROOT, check=True
        )
        assert run.stdout == re.sub(r"^    ", "", shown, flags=re.MULTILINE)


@pytest.mark.parametrize("readme", ["README.md", "README.zh-TW.md"])
def test_the_program_runs(readme: str) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n([^`]*Battle[^`]*)```", text)
    with redirect_stdout(io.StringIO()) as out:
        exec(code, {})
    assert out.getvalue() == "1\n3\n"
