"""Run measurements, each in a process of its own, and write docs/bench.md."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from bench.claims import status
from bench.page import PAGE, circumstances, page
from bench.scripts import Report, Script, measured, scripts


def listing(found: Iterable[Script]) -> str:
    """Return what there is, measurements first."""
    kinds = {True: "measurements, run by python -m bench:", False: "others:"}
    text = ""
    for script in sorted(found, key=lambda script: not script.measures):
        heading = kinds.pop(script.measures, None)
        text += f"{heading}\n" if heading else ""
        text += f"  {script.name:<24}  {script.title}\n"
    return text


def report(script: Script) -> Report:
    """Run a measurement in a new process, which it may pin to a core or fill as it likes."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(measured, script).result()


def main() -> int:
    """Return the exit status: 1 if a limit is missed."""
    parser = ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--list", action="store_true", help="list the scripts and do nothing")
    known = [script.name for script in scripts() if script.measures]
    parser.add_argument(
        "names", nargs="*", metavar="bench.NAME", help="these alone; all by default"
    )
    asked = parser.parse_args()
    if wrong := {*asked.names} - {*known}:
        parser.error(f"no measurement: {', '.join(sorted(wrong))}")
    if asked.list:
        print(listing(scripts()), end="")
        return 0
    del sys.argv[1:]  # the process of a measurement inherits it
    before = list(circumstances())
    reports = []
    for script in scripts():
        if script.name in (asked.names or known):
            print(f"\n{script.name}", flush=True)
            reports.append(report(script))  # a later one may fail
            text = page(before, reports[-1:], PAGE.read_text(encoding="utf-8"))
            PAGE.write_text(text, encoding="utf-8")
    return status(row for report in reports for row in report.rows)


if __name__ == "__main__":
    sys.exit(main())
