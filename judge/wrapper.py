"""Runs a checker or interactor written in Python; an uncaught exception is not a verdict.

Python exits with status 1 after an exception, which is also a checker's wrong answer. The checker's
Python runs this file as a script, so it imports nothing of the kit.
"""

import os
import runpy
import sys
import traceback

FAILED = 199
"""Exit status after an exception; no convention uses it."""


def main() -> None:
    """Run the command line; print an exception as the last line of standard error.

    The command line is a script, ``-m`` and a module, or ``-c`` and a text.
    """
    del sys.argv[0]
    how = sys.argv.pop(0) if sys.argv[0] in ("-c", "-m") else ""
    program = sys.argv[0]
    script = {"": program, "-c": "<string>"}.get(how, "")
    sys.path[0] = os.path.dirname(os.path.abspath(program)) if script == program else os.getcwd()
    try:
        if how == "-c":
            sys.argv[0] = how
            exec(compile(program, script, "exec"), {"__name__": "__main__"})
        elif how == "-m":
            runpy.run_module(program, run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(program, run_name="__main__")
        sys.stdout.flush()
    except SystemExit:
        raise
    except BaseException as error:
        report(error, script)
        os._exit(FAILED)


def report(error: BaseException, script: str) -> None:
    """Print an exception with its last position in the script, as the last line."""
    places = [(frame[0], frame[1]) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno or 0))
    name = os.path.basename(script)
    own = [place for place in places if os.path.basename(place[0]) == name]
    file, line = (own or places)[-1] if own or not script else (script, None)
    where = os.path.basename(file) + (f":{line}" if line else "")
    message = str(error).replace(os.path.abspath(script), script) if script else str(error)
    message = " ".join(message.split())
    sys.stderr.write(f"\n{where}: {type(error).__name__}: {message}\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
