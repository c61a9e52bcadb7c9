"""Work spread over processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardjudge.series.workers import spread
from tests.processes import lives, wait_for


def slow_square(number: int) -> int:
    time.sleep(0.02 * (number % 3))
    return number * number


def process_of(_: int) -> int:
    return os.getpid()


def fail_at_three(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


@pytest.mark.parametrize("workers", [1, 3])
def test_results_come_in_order(workers: int) -> None:
    numbers = range(30)
    assert list(spread(slow_square, numbers, workers)) == [n * n for n in numbers]


def test_one_worker_is_this_process_and_several_are_other_processes() -> None:
    assert set(spread(process_of, range(3))) == {os.getpid()}
    assert os.getpid() not in set(spread(process_of, range(3), workers=2))


def test_an_error_reaches_the_caller_after_the_results_before_it() -> None:
    results = spread(fail_at_three, range(9), workers=2)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(results)


def sleep_unless_first(item: tuple[int, str]) -> None:
    number, folder = item
    if number > 0:
        path = Path(folder, str(os.getpid()))
        try:
            path.touch()
            time.sleep(600)
        finally:
            path.unlink(missing_ok=True)


def test_work_in_progress_is_unwound_when_the_caller_stops(tmp_path: Path) -> None:
    results = spread(sleep_unless_first, [(n, str(tmp_path)) for n in range(9)], workers=2)
    next(results)
    while len(os.listdir(tmp_path)) < 2:
        time.sleep(0.01)
    results.close()
    assert os.listdir(tmp_path) == []


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script = f"""
from cardjudge.series.workers import spread
from tests.cardjudge.test_workers import sleep_unless_first
if __name__ == "__main__":
    list(spread(sleep_unless_first, [(n, {str(tmp_path)!r}) for n in range(1, 9)], workers=2))
"""
    main = tmp_path / "main.py"
    main.write_text(script)
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    with subprocess.Popen([sys.executable, main], env=environment) as parent:
        wait_for(lambda: len(os.listdir(tmp_path)) == 3)
        parent.kill()
    workers = [int(name) for name in os.listdir(tmp_path) if name.isdigit()]
    wait_for(lambda: not any(map(lives, workers)))


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no such mask")
def test_ctrl_c_never_leaves_a_lock_behind(tmp_path: Path) -> None:
    script = tmp_path / "interrupted.py"
    script.write_text(Path(__file__).with_name("interrupted.txt").read_text("utf-8"))
    ran = subprocess.run(
        [sys.executable, script],
        env=os.environ | {"PYTHONPATH": os.getcwd()},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("interrupted\n", "")
