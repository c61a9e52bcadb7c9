"""docs/bench.md: the machine, the versions, and a table for each measurement."""

from __future__ import annotations

import os
import platform
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from statistics import median
from timeit import repeat

from bench.claims import Claim, Row
from bench.peers import ROOT
from bench.scripts import Report

PAGE = ROOT / "docs" / "bench.md"
_PACKAGES = {"numpy": "NumPy", "numba": "Numba", "distributed": "Dask distributed"}
_INTRODUCTION = """\
# What is measured

`python -m bench` measures every ratio that this kit claims and writes this page. `python -m bench
bench.nim` renews one section of it, and `python -m bench.nim` prints one measurement. Each exits
with 1 if a limit is missed; `python -m bench --list` lists them. The two sides of a ratio take
turns on one machine, after a warm-up, and if both give a result, it must be the same.

A figure without a unit is a ratio: of CPU times, or of numbers a second. It is the median of all
rounds. In brackets stands the 95 % interval: by order statistics for a median, Wilson's for a share
of games.
"""


def page(
    circumstances: Iterable[tuple[str, str]], reports: Sequence[Report], before: str = ""
) -> str:
    """Return the whole page; what is not measured again is as it was before."""
    told = "".join(f"| {name} | {said} |\n" for name, said in circumstances)
    _, *kept = re.split(r"^## ", before, flags=re.MULTILINE)
    sections = {text.partition("\n")[0]: f"## {text.rstrip()}\n" for text in kept}
    sections |= {report.script.name: _section(report) for report in reports}
    parts = [_INTRODUCTION, f"| | |\n| --- | --- |\n{told}", _missed("\n".join(sections.values()))]
    return "\n".join([*parts, *(sections[name] for name in sorted(sections))])


def row_of(claim: Claim) -> str:
    """Return how the row of a claim begins: what, against what, and the limit."""
    return f"| {claim.what} | {claim.against or '—'} | {claim.limit or '—'} |"


def _section(report: Report) -> str:
    rows = "".join(
        f"{row_of(row.claim)} {row.figures} | {_word(row)} | {row.note} |\n" for row in report.rows
    )
    return (
        f"## {report.script.name}\n\n{report.script.says}\n\n"
        "| what | against | limit | measured | | |\n| --- | --- | --- | --- | --- | --- |\n"
        f"{rows}\nTook {report.seconds:.0f} s on {datetime.now(UTC):%Y-%m-%d}.\n"
    )


def _word(row: Row) -> str:
    return row.outcome if row.kept else f"**{row.outcome}**"


def _missed(sections: str) -> str:
    rows = re.findall(r"^\| (.*?) \| (.*?) \| (.*?) \| (.*?) \| \*\*missed", sections, re.MULTILINE)
    if not rows:
        return "All limits are kept.\n"
    listed = "".join(
        f"- {what}{f', against {against}' if against != '—' else ''}: {figures}, not {limit}\n"
        for what, against, limit, figures in rows
    )
    return f"Limits that are missed:\n\n{listed}"


def circumstances() -> Iterator[tuple[str, str]]:
    """Yield what there is to say of the machine, the versions and the date."""
    yield "date", f"{datetime.now(UTC):%Y-%m-%d}"
    yield "cardjudge", f"{version('cardjudge')}, commit {_commit()}"
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    yield "machine", f"{_processor()}, {cores} cores, {memory:.0f} GB"
    yield "kernel", f"{platform.system()} {platform.release()}"
    yield "speed before", f"a bare loop of Python: {_speed():.1f} million rounds a second"
    yield "load before", f"{os.getloadavg()[0]:.1f} processes in the last minute"
    yield "Python", f"{platform.python_implementation()} {platform.python_version()}"
    for package, name in _PACKAGES.items():
        yield name, version(package)
    for compiler in ("g++", "javac"):
        yield compiler, _first_line([compiler, "--version"])


def _speed() -> float:
    """Return how fast the machine is now, with its neighbours: figures with a unit depend on it."""
    return 1 / median(repeat("pass", repeat=50, number=1_000_000))


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2] for line in text.splitlines() if line.startswith("model name")]
    return " ".join(names[0].split()) if names else platform.machine()


def _commit() -> str:
    git = ["git", "-C", str(ROOT)]
    changed = _first_line([*git, "status", "--porcelain", "--", ".", ":!docs/bench.md"])
    return _first_line([*git, "rev-parse", "--short", "HEAD"]) + (" and changes" if changed else "")


def _first_line(command: Sequence[str]) -> str:
    printed = subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout
    return printed.partition("\n")[0]
