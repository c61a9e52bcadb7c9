"""The way of a run, drawn in docs/design.md: what `judge big2 Main.java --filter 'sample*'` calls.

Counted are the functions of the kit that are called, the modules in which they are, and the
processes that the judge starts.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import kit
from tests.tools import needs, needs_sandbox

ROOT = Path(__file__).parents[2]
COUNT = """
import json, os, sys, threading
functions, starts = set(), []

def called(frame, event, _):
    code = frame.f_code
    if event == "call" and code.co_flags & 1 and not code.co_name.startswith("<"):
        if code.co_filename.startswith(ROOT) and "/.venv/" not in code.co_filename:
            functions.add((code.co_filename, code.co_qualname))
            starts.extend(["helper"] * (code.co_qualname == "Helper.start"))

def started(event, arguments):
    if event == "subprocess.Popen":
        frame = sys._getframe(1)
        while frame is not None and frame.f_code.co_name != "_answer":
            frame = frame.f_back
        if frame is None:  # an interpreter outside of the system's folders is asked once
            starts.append(str(arguments[0]))

def told():
    sys.setprofile(None)
    modules = {module for module, _ in functions}
    counts = {"functions": len(functions), "modules": len(modules), "processes": 1 + len(starts)}
    print(json.dumps(counts), file=sys.stderr)

sys.addaudithook(started)
threading.setprofile(called)
sys.setprofile(called)
try:
    from judge.__main__ import main
    main()
finally:
    told()
"""
WRONG = """
public class Main {
    public static void main(String[] words) {
        System.out.println("?");
    }
}
"""


def counted(folder: Path, *words: str) -> tuple[str, dict[str, int]]:
    run = subprocess.run(
        [sys.executable, "-c", f"ROOT = {str(ROOT)!r}\n{COUNT}", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1, run.stderr
    return run.stdout, json.loads(run.stderr.splitlines()[-1])


@needs("javac")
@needs_sandbox
@pytest.mark.slow
def test_one_verdict_takes_few_functions_and_processes(tmp_path: Path) -> None:
    (tmp_path / "Main.java").write_text(WRONG)
    for calls in "the first", "the next":
        shown, counts = counted(tmp_path, "big2", "Main.java", "--filter", "sample*")
        assert shown.startswith("WA   sample/sample")
        assert "規則：" in shown
        print(counts)
        assert counts["functions"] <= MOST["functions"]
        assert counts["modules"] <= MOST["modules"]
        assert counts["processes"] <= MOST[calls]


@needs("javac")
@needs_sandbox
def test_a_missing_semicolon_is_said_before_tests_are_generated(tmp_path: Path) -> None:
    (tmp_path / "Main.java").write_text(WRONG.replace(";", ""))
    shown, counts = counted(tmp_path, "big2", "Main.java")
    assert shown.startswith("CE ")
    assert counts["processes"] <= 5  # judge, keeper, helper, trial, javac
    assert not (tmp_path / "cache/cardjudge/tests").exists()


@needs_sandbox
@pytest.mark.slow
def test_the_solution_answers_what_the_filter_leaves_and_once(tmp_path: Path) -> None:
    assert kit("judge", "problem", "new", tmp_path / "mine").returncode == 0
    (tmp_path / "wrong.py").write_text("print(-1)\n")
    words = "mine", "wrong.py", "--filter", "large-*"
    processes = [counted(tmp_path, *words)[1]["processes"] for _ in range(2)]
    kept = [path.name for path in (tmp_path / "cache/cardjudge/tests").rglob("*.out")]
    assert kept
    assert all(name.startswith("large-") for name in kept)
    assert processes[1] <= processes[0] - len(kept) - 2  # nor the generator, nor the compiler


MOST = {"functions": 425, "modules": 56, "the first": 8, "the next": 5}
