"""The sandbox does not disturb ordinary programs, which use the usual parts of their language."""

from pathlib import Path

import pytest

from cardjudge.programs import source
from cardjudge.programs.compiler import build
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Sandbox
from tests.tools import needs, needs_sandbox

LIMITS = Limits(wall=60, cpu=30, memory=1024 << 20, output=64 << 20)
pytestmark = [pytest.mark.slow, needs_sandbox]

FOLDER = Path(__file__).with_name("ordinary")
PYTHON = """
import collections, locale, sqlite3, ssl, tempfile, threading, time, zoneinfo
locale.setlocale(locale.LC_ALL, "")
zoneinfo.ZoneInfo("Asia/Taipei"), time.localtime()
with tempfile.TemporaryDirectory() as folder, open(folder + "/a", "w") as file:
    print("x", file=file)
thread = threading.Thread(target=collections.Counter, args=("ab",))
thread.start()
thread.join()
print(sqlite3.connect(folder[: folder.rindex("/")] + "/base").execute("select 2").fetchone()[0])
"""
TOOLS = {"c": "cc", "cpp": "g++", "java": "javac", "js": "node", "go": "go", "rs": "rustc"}


@pytest.mark.parametrize(
    "ending",
    ["py", "sh", *(pytest.param(ending, marks=needs(tool)) for ending, tool in TOOLS.items())],
)
def test_an_ordinary_program_runs_in_the_sandbox(ending: str) -> None:
    name = "Main.java" if ending == "java" else f"main.{ending}"
    text = PYTHON.encode() if ending == "py" else (FOLDER / name).read_bytes()
    sandbox = Sandbox("required")
    built = build(source.read({name: text}), sandbox=sandbox)
    held = sandbox._replace(readable=(built.folder,))
    ended, output = run(built.command, limits=LIMITS, sandbox=held)
    assert (ended.status, output) == (0, b"2\n"), ended.stderr.decode()
