"""The place of each file in a problem's folder: one that nothing reads is a fault."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from cardjudge.files import MADE, is_of_kit
from cardjudge.language import listed, say
from cardjudge.programs.languages import of_file
from judge.cases import PARTS
from judge.problem import description
from judge.problem.description import Fault
from judge.problem.generate import NAME, RULE
from judge.problem.problem import INVALID, VERDICTS, Problem
from judge.problem.statement import statement

_STEMS = {"generate", "validate"}
_TOP = {description.FILE, "tests", "submissions", "stub", "strategy.py", "explain.py", "page.py"}
_TOP |= {"packages"}  # of `judge export` in the problem's own folder
_BESIDE = {".in", ".out", ".ans", ".args"}
_STATEMENT = re.compile(r"statement\.[a-z]{2}(-[A-Z]{2})?\.md")


def misplaced(problem: Problem) -> Iterator[Fault]:
    """Yield a fault for each file and folder that the kit does not read."""
    described = problem.described
    names = {described.checker, described.interactor, *described.validators.values()}
    for tag in problem.described.names:
        with suppress(Fault):
            names.update(statement(problem, tag).pictures)
    names |= {*problem.described.grader, *_TOP}
    programs = [path for path in _inside(problem.folder) if path.is_file() and of_file(path.name)]
    code = "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in programs)
    stems = _STEMS | ({"spj"} if problem.described.checker else set())
    for path in _inside(problem.folder):
        name = path.name
        program = path.stem in stems and path.is_file() and of_file(name) is not None
        fits = name in names or program or bool(_STATEMENT.fullmatch(name))
        if not (fits or _is_result(path) or _is_mentioned(path, code)):
            yield _homeless(name)
    yield from _tests(problem.folder, problem.answered)
    for folder in _inside(problem.folder / "submissions"):
        if folder.is_file() or folder.name not in VERDICTS:
            yield _homeless(f"submissions/{folder.name}", VERDICTS)


def _tests(folder: Path, answered: bool) -> Iterator[Fault]:
    for part in _inside(folder / "tests"):
        if part.name not in (*PARTS, INVALID) or not part.is_dir():
            yield _homeless(f"tests/{part.name}", (*PARTS, INVALID))
            continue
        needed = answered and part.name != INVALID
        for path in _inside(part):
            tests = _inside(path) if path.is_dir() else [path]
            if not tests:
                yield Fault(path.relative_to(folder).as_posix(), None, "這個資料夾是空的")
            for test in tests:
                place = test.relative_to(folder).as_posix()
                if test.is_dir() or test.suffix not in _BESIDE:
                    yield _homeless(place)
                elif test.suffix in {".out", ".ans"} and not needed and part.name != "sample":
                    # A statement may show that of a sample.
                    yield Fault(place, None, "沒有東西會讀它：這裡的測試不用答案")
                elif not test.with_suffix(".in").is_file():
                    yield Fault(place, None, "旁邊沒有 {name}", name=f"{test.stem}.in")
                elif test.suffix == ".in" and not NAME.fullmatch(test.stem):
                    yield Fault(place, None, "{rule}", rule=say(RULE))


def _homeless(place: str, names: Iterable[str] = ()) -> Fault:
    if names:
        return Fault(place, None, "這裡只有 {known}", known=listed(names))
    return Fault(place, None, "沒有東西會讀它；docs/judges.md 說有哪些檔案")


def _is_result(path: Path) -> bool:
    """Return whether an option has written a file or a folder, for example `--csv`."""
    is_folder = (path / MADE).exists() or is_of_kit(path / "index.html")
    return is_folder or is_of_kit(path) or path.name.endswith((".db-lock", ".db-wal", ".db-shm"))


def _is_mentioned(path: Path, code: str) -> bool:
    """Return whether a program in the folder imports or names a file."""
    imported = rf"^\s*(?:from|import)\s+\.?{re.escape(path.stem)}\b"
    if path.suffix in {"", ".py"} and re.search(imported, code, re.MULTILINE):
        return True
    return re.search(rf"""["'/]{re.escape(path.name)}["']""", code) is not None


def _inside(folder: Path) -> list[Path]:
    """Return the paths in a folder, without hidden ones and those of Python."""
    if not folder.is_dir():
        return []
    return [path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "__"))]
