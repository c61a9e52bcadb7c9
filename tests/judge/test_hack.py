"""`judge hack` finds an input on which each shipped wrong submission fails, and shrinks it."""

import re
import time
from pathlib import Path

import pytest

from cardjudge.programs.sandbox import Sandbox
from judge.problem import hack
from judge.problem.inputs import shrunk
from judge.problem.problem import Problem, Submission
from judge.problem.trial import Trial
from tests.judge.planted import GOOD, written
from tests.judge.problems import small
from tests.processes import kit
from tests.tools import needs

pytest.importorskip("hypothesis", reason="needs the extra hack")
pytestmark = needs("g++")

WRONG = [
    pytest.param(name, each, id=f"{name}-{Path(each.file).stem}", marks=pytest.mark.slow)
    for name in Problem.names()
    for each in Problem.load(name).submissions
    if each.verdict in ("wrong_answer", "run_time_error")
]
LONGEST = {"big2": 30, "blackjack": 1, "nim": 2, "take6": 16, "war": 3, "pair_by_lower_card": 40}
"""Lines: a game of Big-2 has to be whole, and few hands have two pairs of one rank."""
SECONDS = 200.0
"""For drawing and shrinking, which a busy machine does not end within the usual minute."""


@pytest.mark.parametrize(("name", "submission"), WRONG)
def test_hack_finds_a_short_input_against_a_wrong_submission(
    name: str, submission: Submission
) -> None:
    problem = Problem.load(name)
    with Trial(problem) as trial:
        sandbox = Sandbox(hidden=(trial.folder, problem.folder / "tests"))
        program = trial.program(submission, problem.limits())._replace(sandbox=sandbox)
        trial.take_reference(None, trial.box())
        judged = trial.judge.judging(program)
        search = hack.Search(trial, judged, until=time.monotonic() + SECONDS)
        found = hack.hack(search, 1000, 0)
    assert found is not None
    print(f"{name} {submission.file}: {search.tries}")
    assert len(found.input.splitlines()) <= LONGEST.get(Path(submission.file).stem, LONGEST[name])
    if name != "blackjack":  # the kit's judge demands a whole game
        assert kit(name, stdin=found.input.decode()).returncode == 0


@pytest.mark.slow
def test_hack_shows_and_writes_the_input(tmp_path: Path) -> None:
    program = tmp_path / "one.py"
    program.write_text("input(); print(min(map(int, input().split())))")
    assert kit("judge", "problem", "new", tmp_path / "mine").returncode == 0
    case = tmp_path / "case.in"
    command = ["judge", "hack", tmp_path / "mine", "--tries", 50, "-o", case]
    run = kit(*map(str, command), "--", "python3", program)
    assert (run.returncode, run.stderr) == (1, "")
    count, numbers, verdict = run.stdout.splitlines()[1:4]
    assert (count, len(numbers), verdict[:2]) == ("2", 3, "WA")
    assert case.read_text() == f"2\n{numbers}\n"
    assert case.with_suffix(".out").read_text() == f"{sum(map(int, numbers.split()))}\n"


@pytest.mark.slow
def test_a_program_in_the_sandbox_does_not_see_the_answer(tmp_path: Path) -> None:
    program = tmp_path / "thief.py"
    program.write_text("import os; print(open(os.readlink('/proc/self/fd/0')[:-2] + 'out').read())")
    assert kit("judge", "problem", "new", tmp_path / "mine").returncode == 0
    run = kit("judge", "hack", tmp_path / "mine", "--tries", 5, "--", "python3", program)
    assert run.returncode == 1
    assert run.stdout.startswith("第 1 個輸入出錯")
    assert "Permission denied" in run.stdout or "No such file" in run.stdout


@pytest.mark.parametrize("digits", [400, 5000])
def test_a_number_of_any_length_is_made_smaller(digits: int) -> None:
    data, cut = (b"2\n1 %b\n" % (b"9" * count) for count in (digits, 300))
    assert shrunk(data, {data, cut}.__contains__) == cut


def test_hack_needs_a_strategy_or_a_generator(tmp_path: Path) -> None:
    folder = small(tmp_path / "mine")
    (folder / "strategy.py").unlink()
    (folder / "generate.py").unlink()
    run = kit("judge", "hack", folder, "--", "true")
    told = f"錯誤：{folder} 裡沒有 strategy.py 也沒有 generate.py\n"
    assert (run.returncode, run.stderr) == (2, told)


DRAWS = """import random
def tests(seed):
    rng = random.Random(seed)
    yield "small-made", f"{rng.randint(0, 999)} {rng.randint(0, 999)}\\n"
"""
CHECKS = """def judge(input, answer, output):
    return sum(map(int, input.split())) == int(output or -1)
"""


@pytest.mark.slow
@pytest.mark.parametrize("checker", [False, True])
def test_hack_draws_from_the_generator_of_a_problem(checker: bool, tmp_path: Path) -> None:
    toml = {"compare": None, "checker": '"checker.py"'} if checker else {}
    folder = written(tmp_path, toml, {"generate.py": DRAWS, "checker.py": CHECKS})
    wrong, right = folder / "submissions/wrong_answer/minus.py", tmp_path / "right.py"
    right.write_text(GOOD)
    run = kit("judge", "hack", folder, "--tries", 30, "--", "python3", wrong)
    assert (run.returncode, run.stdout.splitlines()[1]) == (1, "0 1")
    start = time.monotonic()
    run = kit("judge", "hack", folder, "--seconds", 3, "--", "python3", right)
    assert (run.returncode, run.stderr) == (0, "")
    assert time.monotonic() - start < 60


SUM = "print(sum(map(int, open(0).read().split()[1:])))"


@pytest.mark.slow
def test_hack_compares_two_programs_without_a_strategy(tmp_path: Path) -> None:
    assert kit("judge", "problem", "new", tmp_path / "mine").returncode == 0
    (tmp_path / "mine/strategy.py").unlink()
    command = ["judge", "hack", tmp_path / "mine", "--against", f"python3 -c '{SUM}'"]
    wrong = SUM.replace("[1:]", "[1:3]")
    run = kit(*map(str, command), "--seconds", 20, "-o", "/dev/null", "--", "python3", "-c", wrong)
    assert (run.returncode, run.stderr) == (1, "")
    count, numbers = run.stdout.splitlines()[1:3]
    assert (count, len(numbers.split())) == ("3", 3)
    assert not Path("/dev/null.out").exists()
    command[-1] = "python3 -c 1/0"
    run = kit(*map(str, command), "--", "python3", "-c", SUM)
    assert (run.returncode, run.stdout) == (2, "")
    assert re.fullmatch("錯誤：--against：在輸入「.*」結束狀態 1\n", run.stderr)
