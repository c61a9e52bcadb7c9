"""The research scripts at small sizes: their output agrees with the rules."""

import subprocess
import sys
from pathlib import Path

import pytest

from blackjack_judge.players.best_play import Odds
from blackjack_judge.players.count import UNIT, WEIGHTS
from blackjack_judge.table import Rules
from cardjudge.stdio import Lines
from docs.research.blackjack_outcomes import outcomes
from nim.taking.rules import octal
from nim.taking.values import Values
from tests.processes import ROOT
from war.judge import judge

RESEARCH = ROOT / "docs/research"
pytestmark = pytest.mark.slow


def run(script: str, *words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, RESEARCH / script, *map(str, words)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(
    ("longest", "alternate"),
    [("game", []), ("cycle", []), ("tail", []), ("game", ["--alternate"])],
)
def test_the_judge_confirms_the_length_of_a_found_deal(longest: str, alternate: list[str]) -> None:
    pytest.importorskip("numba", reason="needs Numba: pip install '.[fast]'")
    found = run("war_records.py", 5, 4, "--longest", longest, "--steps", 300, *alternate)
    judged: list[str] = []
    lines = Lines(found.stdout.encode().splitlines(keepends=True))
    judge(lines, judged.append, alternate=bool(alternate))
    rounds, _, period = found.stderr.removesuffix("\n").partition(" rounds")
    ends = f"\n回合數：{rounds}\n結果：玩家"
    cycle = f"\n循環：從第 {rounds} 回合起，每 {period.rpartition(' ')[2]} 回合重複一次\n"
    assert (ends if longest == "game" else cycle) in judged[0]


def test_a_survey_continues_its_file(tmp_path: Path) -> None:
    file = tmp_path / "two.jsonl"
    words = ("nim_survey.py", 1, "--file", file, "--limit", 4000)
    first = run(*words)
    lines = first.stdout.splitlines()
    assert (first.returncode, first.stderr, len(lines)) == (0, "", 14)
    assert "0.7 n0 = 0, p = 2" in "\n".join(lines)
    size = file.stat().st_size
    assert run(*words).stdout == first.stdout
    assert file.stat().st_size == size


@pytest.mark.parametrize(
    ("code", "heap"),
    [("0.77", 400), ("4.7", 400), ("0.0137", 400), ("0.127", 2000), ("0.376", 6500)],
)
def test_compiled_values_equal_those_of_the_kit(code: str, heap: int) -> None:
    """If a row were kept when the mask changes, it would hide a split of heap 6276 of 0.376."""
    pytest.importorskip("numba", reason="needs Numba: pip install '.[fast]'")
    from docs.research.nim_values import LargeValues

    assert LargeValues(octal(code)).up_to(heap) == Values(octal(code)).up_to(heap)


def test_compiled_values_may_exceed_a_byte_and_prove_a_period() -> None:
    pytest.importorskip("numba", reason="needs Numba: pip install '.[fast]'")
    from docs.research.nim_values import LargeValues

    values = LargeValues(octal("0.007")).up_to(9500)
    assert max(values) > 255
    assert values == Values(octal("0.007")).up_to(9500)
    told = run("nim_values.py", "0.127", "--limit", 200_000).stdout
    assert told.startswith("0.127: n0 = 46578, p = 4; ")


def test_the_results_of_a_round_have_the_mean_of_the_odds() -> None:
    results = outcomes()
    assert sum(results.values()) == pytest.approx(1)
    mean = sum(result * chance for result, chance in results.items())
    assert mean == pytest.approx(Odds(Rules()).expectation, abs=1e-12)


def test_a_round_without_doubling_and_splitting_loses_far_more() -> None:
    results = outcomes(free=False)
    assert set(results) == {-1.0, 0.0, 1.0, 1.5}
    assert -0.026 < sum(result * chance for result, chance in results.items()) < -0.025


def test_the_linear_count_has_the_weights_of_the_player() -> None:
    pytest.importorskip("numba", reason="needs Numba: pip install '.[fast]'")
    from docs.research.blackjack_limits import linear_count

    weights = linear_count()
    assert [round(UNIT * weight) for weight in weights] == pytest.approx(WEIGHTS[1:], abs=1)
    assert sum(weights[:9]) + 4 * weights[9] == pytest.approx(0, abs=1e-4)


def test_half_bold_play_is_optimal_without_counting() -> None:
    pytest.importorskip("numba", reason="needs Numba: pip install '.[fast]'")
    from docs.research.blackjack_limits import without_counting

    value, bets = without_counting(units=130, rounds=100)
    start = 100
    assert bets[start] == 15
    assert 0.759 < value[start] < 0.7627
    assert all(value[money] <= money / 130 + 1e-9 for money in range(131))
    assert all(value[money] <= value[money + 1] for money in range(130))
