"""Adequacy of the tests: whether they refuse every program with one fault.

Each plain reference in C++ is changed in one place: a comparison, a number, an operator, a
condition, a message, the order of a sort or of two statements, a statement left out. What still
compiles is judged on the tests of its problem. A survivor is printed with its line, unless `EQUAL`
proves it equal.

``python -m bench.adequacy GAME…`` judges the mutants of these games only.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.claims import Claim, Row, status, told
from bench.equal_mutants import EQUAL
from bench.peers import ROOT
from cardjudge.programs.process import Limits
from cardjudge.programs.sandbox import Sandbox
from cardjudge.series.estimate import share
from judge.cases import Case
from judge.layouts import find
from judge.runner import Comparison, Program
from judge.verdicts import Verdict

GAMES = ("big2", "take6", "war", "nim")
LIMITS = Limits(cpu=2.0, wall=20.0, memory=256 << 20, output=16 << 20)
COMPILER = ("g++", "-std=c++17", "-O0", "-w")
_CLAIMS = tuple(Claim(f"mutants that the tests of {game} refuse", at_least=1) for game in GAMES)

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_OTHERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r" == ", (" != ",)),
    (r" != ", (" == ",)),
    (r" < ", (" <= ", " > ")),
    (r" > ", (" >= ", " < ")),
    (r" <= ", (" < ",)),
    (r" >= ", (" > ",)),
    (r" && ", (" || ",)),
    (r" \|\| ", (" && ",)),
    (r" \+ ", (" - ",)),
    (r" - ", (" + ",)),
    (r" % ", (" / ",)),
    (r" \* ", (" + ",)),
    (r" \^ ", (" | ", " & ")),
    (r" \+= ", (" = ", " -= ")),
    (r" \^= ", (" |= ", " += ")),
    (r"\+\+", ("--", "")),
    (r"\btrue\b", ("false",)),
    (r"\bfalse\b", ("true",)),
    (r"(?<=[ (])!(?=\w)", ("",)),
    (r"(?<=if \()(?=\w)", ("!",)),
    (r"(?<=if \()(?=.)", ("true || ", "false && ")),
    (r"\bcontinue;", ("break;", ";")),
    (r"\bbreak;", ("continue;", ";")),
    (r"\breturn false;", ("return true;",)),
    (r"\breturn true;", ("return false;",)),
    (r"\b(\w+)\.begin\(\), \1\.end\(\)", (r"\1.rbegin(), \1.rend()",)),
    (r"\.front\(\)", (".back()",)),
    (r"\.back\(\)", (".front()",)),
    (r" \? ([^?:]+) : ([^;?:]+)(?=[;)])", (r" ? \2 : \1",)),
    (r"\bone\b", ("two",)),
    (r"\btwo\b", ("one",)),
    (r"\bmin\(", ("max(",)),
    (r"\ba\b", ("b",)),
    (r"\bb\b", ("a",)),
    (r"(?<=\()(\w[\w.\[\]]*), (\w[\w.\[\]]*)(?=\))", (r"\2, \1",)),
    (r"\b(\w[\w.\[\]()]*) && ", ("",)),
    (r" && !?\w[\w.\[\]()]*", ("",)),
    (r"\buint64_t\b|\bsize_t\b", ("uint8_t", "uint32_t")),
    (r"\bend\(\)", ("begin()",)),
    (r"\bpop_front\b", ("pop_back",)),
    (r"\bpush_back\b", ("push_front",)),
    (r"\bmax\(", ("min(",)),
)
"""Expressions, each with what takes its place."""
_NUMBER = re.compile(r"(?<![\w.\"])\d+(?![\w.\"])")
_STATEMENT = re.compile(r"^\s*(?!return|for|while|if|else|case|#|using|typedef)[^\s{}].*;$")
_DECLARATION = re.compile(r"^\s*(?:const |auto |static )?[\w:<>,& ]+[&*]? ?\w+(?: =|\(|;|\{)")


class Mutant(NamedTuple):
    """A program with one fault, and its line before and after."""

    before: str
    after: str
    source: str


def plain(game: str) -> str:
    """Return the reference of a game, without the faults that its macros switch on."""
    kept, depth = [], [True]
    for line in (ROOT / game / "problem/submissions/accepted/plain.cpp").read_text().splitlines():
        word = line.split()[0] if line.startswith("#") else ""
        if word in ("#ifdef", "#ifndef"):
            depth.append(word == "#ifndef")
        elif word == "#else":
            depth[-1] = not depth[-1]
        elif word == "#endif":
            depth.pop()
        elif all(depth):
            kept.append(line)
    return "\n".join(kept) + "\n"


def changes(line: str) -> Iterator[str]:
    """Yield a line of code with one change at each place that has any."""
    strings = [match.span() for match in _STRING.finditer(line)]
    for pattern, others in _OTHERS:
        for match in re.finditer(pattern, line):
            if not any(low < match.end() and match.start() < high for low, high in strings):
                for other in others:
                    yield line[: match.start()] + match.expand(other) + line[match.end() :]
    for match in _NUMBER.finditer(line):
        if not any(low <= match.start() < high for low, high in strings):
            for number in {int(match[0]) + 1, max(0, int(match[0]) - 1)} - {int(match[0])}:
                yield f"{line[: match.start()]}{number}{line[match.end() :]}"
    for low, high in strings:
        text = line[low + 1 : high - 1]
        if text and not line.startswith("#"):
            shorter = text[:-2] if text.endswith("\\n") else text[:-1]
            for other in {shorter, text + " ", text[1:], ""} - {text}:
                yield f'{line[:low]}"{other}"{line[high:]}'
    if _STATEMENT.match(line) and not _DECLARATION.match(line):
        yield ""


def mutants(source: str) -> Iterator[Mutant]:
    """Yield the programs that differ from a source in one place."""
    lines = source.splitlines()
    for at, line in enumerate(lines):
        if not line.lstrip().startswith(("//", "#")):
            for after in dict.fromkeys(changes(line)):
                whole = "\n".join([*lines[:at], after, *lines[at + 1 :]])
                yield Mutant(line.strip(), after.strip(), whole)
    for at, (line, after) in enumerate(pairwise(lines)):
        if _STATEMENT.match(line) and _STATEMENT.match(after):
            whole = "\n".join([*lines[:at], after, line, *lines[at + 2 :]])
            yield Mutant(f"{line.strip()} {after.strip()}", "in the other order", whole)


def tests(game: str) -> list[Case]:
    """Return the tests of a game that are files."""
    folders = [ROOT / "testdata" / game, ROOT / game / "problem/tests/sample"]
    return [*chain.from_iterable(find([folder], "*") for folder in folders if folder.is_dir())]


def precompiled(source: str, folder: str) -> str:
    """Precompile the headers of a source, two thirds of a mutant's time; return their file."""
    header = Path(folder, "all.h")
    header.write_text("".join(re.findall(r"^#include <.*\n", source, re.MULTILINE)))
    subprocess.run([*COMPILER, str(header)], check=True)
    return str(header)


def survives(mutant: Mutant, header: str, cases: list[Case]) -> bool | None:
    """Return whether all tests accept a mutant; None if the compiler refuses it."""
    with TemporaryDirectory() as folder:
        binary = Path(folder, "mutant")
        command = [*COMPILER, "-include", header, "-x", "c++", "-", "-o", str(binary)]
        made = subprocess.run(command, input=mutant.source, text=True, capture_output=True)
        if made.returncode:
            return None
        judging = Comparison("exact").judging(Program((str(binary),), LIMITS, Sandbox("none")))
        return all(judging(case).verdict is Verdict.AC for case in cases)


def rows(games: tuple[str, ...] = GAMES) -> Iterator[Row]:
    """Judge the mutants of each game, and print those that survive."""
    Sandbox("none").made_of()  # two threads must not look at the machine at once
    for game in games:
        cases, every = tests(game), [*mutants(plain(game))]
        with TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
            judging = partial(survives, header=precompiled(plain(game), folder), cases=cases)
            judged = [*pool.map(judging, every)]
        count = sum(one is not None for one in judged)
        alive = [mutant for mutant, one in zip(every, judged, strict=True) if one]
        proved = [mutant for mutant in alive if (mutant.before, mutant.after) in EQUAL[game]]
        for mutant in alive:
            if mutant not in proved:
                print(f"{game}: survives:\n  - {mutant.before}\n  + {mutant.after}", flush=True)
        note = f"{count} mutants compile, {len(proved)} of them are equal"
        killed = count - len(alive)
        yield Row(_CLAIMS[GAMES.index(game)], share(killed, count - len(proved)), note)


if __name__ == "__main__":
    chosen = tuple(sys.argv[1:]) or GAMES
    claims = [_CLAIMS[GAMES.index(game)] for game in chosen]
    sys.exit(status(told(claims, rows(chosen))))
