"""Grades the classes in a folder: ``grade.py HOMEWORK SANDBOX``, with a test on standard input.

A test is a command line, ``war verify 21a --seed 7``. For an empty input the program only compiles
the classes.
"""

import re
import subprocess
import sys
from pathlib import Path

from cardjudge.commands.programs import ProgramOptions
from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs.compiler import CompileError
from cardjudge.programs.languages import MissingTool
from cardjudge.stdio import NEGATIVE, OK, guard
from war.verify import homework

VERDICTS = {OK: "AC", NEGATIVE: "WA"}
LABEL = re.compile(r"^\[\w+\] \S+\s+")


def main() -> int:
    """Write the verdict and return the exit status."""
    folder, sandbox = Path(sys.argv[1]), sys.argv[2]
    is_java = any(folder.rglob("*.java"))
    words = sys.stdin.read().split()
    if not words:
        return _compile(folder, is_java)
    where = [f"--{'java' if is_java else 'python'}", str(folder), f"--sandbox={sandbox}"]
    command = [sys.executable, "-P", "-m", *words, *where]
    run = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    if run.returncode not in VERDICTS:
        return run.returncode
    print(VERDICTS[run.returncode], LABEL.sub("", run.stdout))
    return OK


def _compile(folder: Path, is_java: bool) -> int:
    try:
        (homework.java if is_java else homework.python)(folder, ProgramOptions())
    except MissingTool:
        raise
    except CompileError as error:
        print("CE", error.messages)
    except UserError as error:  # a class is missing or defined twice
        error.parts["place"] = say("作業")
        print("CE", error)
    return OK


if __name__ == "__main__":
    sys.exit(guard(main))
