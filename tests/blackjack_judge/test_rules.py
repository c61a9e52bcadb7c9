"""Every case of testdata/blackjack_judge: shoes with their transcripts, and the five games."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from blackjack_judge.conversation import Conversation, Verdict
from blackjack_judge.shoe import make_shoe
from blackjack_judge.table import Rules, Table
from blackjack_judge.text import render

FOLDER = Path(__file__).parents[2] / "testdata/blackjack_judge"
CASES = sorted((FOLDER / "rules").glob("*.in"))
THROUGH_A_PROCESS = ("sample", "both-blackjack-ace-up-push", "money-and-goal", "illegal-hit-busted")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_case(case: Path) -> None:
    """Played at the table itself; `test_the_command` plays some through the whole command."""
    arguments = shlex.split(case.with_suffix(".args").read_text(encoding="utf-8"))
    dashes = arguments.index("--")
    options, requests = arguments[:dashes], arguments[dashes + 3 :]
    table = Table(
        [int(word) for word in case.read_text().split()],
        money=int(options[options.index("--money") + 1]) if "--money" in options else 1_000_000,
        goal=int(options[options.index("--goal") + 1]) if "--goal" in options else 1_300_000,
        rules=Rules("push" in options, "--no-split-blackjack" not in options),
    )
    lines: list[str] = []
    conversation = Conversation(table, lines.append)
    conversation.begin()
    for request in requests:
        conversation.answer(request)
    if conversation.verdict is None:
        conversation.end(Verdict("stopped"))
    assert conversation.verdict is not None
    written = "".join(f"{line}\n" for line in lines) + render(conversation.verdict)
    assert written == case.with_suffix(".out").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", THROUGH_A_PROCESS)
def test_the_command(name: str) -> None:
    case = FOLDER / "rules" / f"{name}.in"
    arguments = shlex.split(case.with_suffix(".args").read_text(encoding="utf-8"))
    run = subprocess.run(
        [sys.executable, "-m", "blackjack_judge", *arguments],
        input=case.read_bytes(),
        capture_output=True,
        check=False,
    )
    status = case.with_suffix(".status")
    assert run.stdout == case.with_suffix(".out").read_bytes()
    assert run.stderr == b""
    assert run.returncode == (int(status.read_text()) if status.exists() else 0)


def test_the_folder_has_every_kind_of_case() -> None:
    outputs = [case.with_suffix(".out").read_text(encoding="utf-8") for case in CASES]
    for reason in ("資金輸光了。", "牌已經用完了。", "不合法的操作：", "你通過了伊綱的考驗。"):
        assert any(reason in output for output in outputs)
    assert len(CASES) > 60


@pytest.mark.parametrize("seed", range(1, 6))
def test_the_five_games_deal_their_seeds_and_can_be_won(seed: int) -> None:
    """The recorded requests win: a bet of everything in the first round that standing wins."""
    case = FOLDER / f"{seed}.in"
    assert case.read_text() == f"{seed}\n"
    table = Table(make_shoe(seed))
    for request in shlex.split(case.with_suffix(".args").read_text())[3:]:
        name, _, amount = request.partition(" ")
        table.ask(name, int(amount) if amount else None)
    assert table.outcome == "won"
    assert case.with_suffix(".out").read_text(encoding="utf-8").startswith("Accepted\n")
