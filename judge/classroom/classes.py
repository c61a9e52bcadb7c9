"""A homework of classes, `Deck` and `Battle` of War, in Java or Python: `war verify` tests it."""

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

from cardjudge.errors import UserError
from cardjudge.programs import source
from cardjudge.programs.compiler import Built
from cardjudge.programs.languages import of_file
from cardjudge.programs.process import Limits, run
from cardjudge.programs.sandbox import Mode
from cardjudge.programs.source import NoProgram, Source
from cardjudge.stdio import NEGATIVE, OK
from judge.cases import Case
from judge.compare import Verdict
from judge.runner import Result

PROBLEM = "war-classes"
_TESTS = ("21a", "21b", "22", "23", "31", "32", "33", "41", "42")
_LABEL = re.compile(r"^\[\w+\] \S+\s+")
_VERDICTS = {OK: Verdict.AC, NEGATIVE: Verdict.WA}


def cases(folder: Path, seed: int) -> Iterator[Case]:
    """Write the tests into a folder: the input of each is the command that it is."""
    for name in _TESTS:
        path = folder / f"{name}.in"
        path.write_text(f"war verify {name} --seed {seed}\n", encoding="utf-8")
        yield Case(name, path, None)


def read(files: Mapping[str, bytes]) -> Source:
    """Return the classes, `Battle` in front; NoProgram where one is missing or there are two."""
    deck, battle = (_file_of(name, files) for name in ("Deck", "Battle"))
    language = of_file(battle)
    assert language is not None
    if language.key == "python":
        found = source.read({battle: files[battle]}, entry=False)
        return found._replace(files={**files, **found.files})
    if language.key != "java":
        raise NoProgram("這一題不能用 {language} 寫", language=language.name)
    theirs = {name: data for name, data in files.items() if of_file(name) is language}
    folder = PurePosixPath(battle).parent
    both = {str(folder / f"{name}.java"): b"" for name in ("Battle", "Deck")}
    named = {
        place: theirs.pop(name)
        for place, name in zip(both, dict.fromkeys((battle, deck)), strict=False)
    }
    found = source.read({**theirs, **named}, entry=False)
    renamed = {name: found.files[name] for name in found.sources}
    return found._replace(files={**both, **renamed}, main=next(iter(both)))


def _file_of(name: str, files: Mapping[str, bytes]) -> str:
    pattern = re.compile(rb"^\s*(?:public\s+|final\s+)*class\s+%b\b" % name.encode(), re.MULTILINE)
    sources = ((each, source.utf8(data)[0]) for each, data in files.items() if of_file(each))
    found = [each for each, text in sources if pattern.search(text)]
    if len(found) != 1:
        raise NoProgram("{name} 這個類別要有一個，不多也不少", name=name)
    return found[0]


def judged(program: Source, built: Built, case: Case, limits: Limits, mode: Mode) -> Result:
    """Run a test; UserError where it says nothing."""
    file = built.sources / program.main
    where = ["--java", file.parent] if program.language.key == "java" else ["--python", file]
    memory = None if limits.memory is None else limits.memory >> 20
    options = {"sandbox": mode, "time": limits.cpu, "memory": memory}
    given = [f"--{name}={value}" for name, value in options.items() if value is not None]
    words = case.input.read_text(encoding="utf-8").split()
    ended, output = run([sys.executable, "-P", "-m", *words, *map(str, where), *given])
    said = (output if ended.status in _VERDICTS else ended.stderr).decode(errors="replace").strip()
    if ended.status not in _VERDICTS:
        raise UserError(said.rpartition("\n")[2])
    comment = _LABEL.sub("", said)
    return Result(case, _VERDICTS[ended.status], ended._replace(status=0), comment=comment)
