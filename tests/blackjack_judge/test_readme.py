"""The contestants of the READMEs play as the READMEs show."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("readme", ["README.md", "README.zh-TW.md"])
def test_the_contestants_of_the_readme(readme: str, tmp_path: Path) -> None:
    text = (ROOT / readme).read_text(encoding="utf-8")
    for suffix, start in (("cpp", '#include "Blackjack.h"'), ("py", "from blackjack_judge.player")):
        code = re.search(rf"```\w+\n({re.escape(start)}.*?)```", text, re.DOTALL)
        assert code is not None
        (tmp_path / f"my.{suffix}").write_text(code[1])
    shown = re.findall(
        r"    \$ echo (\d+) \| blackjack-judge --player (my\.\w+)\n    (\w+)\n    (.*)\n", text
    )
    assert [player for _, player, _, _ in shown] == ["my.cpp", "my.py"]
    for seed, _, *verdict in shown:
        for player in ("my.cpp", "my.py"):
            run = subprocess.run(
                [sys.executable, "-m", "blackjack_judge", "--player", player],
                input=f"{seed}\n",
                capture_output=True,
                encoding="utf-8",
                cwd=tmp_path,
                check=False,
            )
            assert run.stdout.splitlines() == verdict
