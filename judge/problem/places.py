"""The place of each file in a problem's folder, and the right name for a misplaced one."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cardjudge.files import toml
from cardjudge.language import listed, say
from cardjudge.programs.languages import of_file
from judge.problem import description
from judge.problem.description import Fault
from judge.problem.generate import NAME, RULE
from judge.problem.problem import PARTS, VERDICTS, Problem
from judge.problem.statement import Statement

_STEMS = {"generate", "validate"}
_TOP = {description.FILE, "tests", "submissions", "stub", "strategy.py", "explain.py"}
_BESIDE = {".in", ".out", ".ans", ".args"}
_STATEMENT = re.compile(r"statement\.[a-z]{2}(-[A-Z]{2})?\.md")
_NAMES = toml(__file__, "places.toml")


def misplaced(problem: Problem) -> Iterator[Fault]:
    """Yield a fault for each file and folder that the kit does not read."""
    known = {problem.described.checker, problem.described.interactor}
    for tag in problem.described.names:
        with suppress(Fault):
            known.update(Statement(problem.statement(tag), "", problem.folder).pictures)
    known |= {*problem.described.grader, *_TOP}
    written = _texts(problem.folder)
    stems = _STEMS | ({"spj"} if problem.described.checker else set())
    for path in _inside(problem.folder):
        name = path.name
        program = path.stem in stems and path.is_file() and of_file(name) is not None
        fits = name in known or program or bool(_STATEMENT.fullmatch(name))
        if not fits and not _is_mentioned(path, written):
            yield _homeless(name, _top_name(path))
    yield from _tests(problem.folder, problem.answered)
    yield from _submissions(problem.folder)


def _tests(folder: Path, answered: bool) -> Iterator[Fault]:
    for path in _inside(folder / "tests"):
        place = f"tests/{path.name}"
        if path.name not in PARTS or not path.is_dir():
            file = _renamed(path.name, "tests") or path.name
            folder_name = _renamed(path.name, "parts")
            yield _homeless(place, f"tests/{f'secret/{file}' if path.is_file() else folder_name}")
            continue
        for each in _inside(path):
            files = _inside(each) if each.is_dir() else [each]
            for test in files:
                name = f"{place}/{test.relative_to(path).as_posix()}"
                if test.suffix in {".out", ".ans"} and not answered and path.name != "sample":
                    # A statement may show that of a sample.
                    yield Fault(name, None, "沒有東西會讀它：這一題的測試不用答案")
                else:
                    yield from _of_test(test, name)
            if not files:
                yield Fault(f"{place}/{each.name}", None, "這個資料夾是空的")


def _of_test(path: Path, place: str) -> Iterator[Fault]:
    if path.is_dir():
        yield _homeless(f"{place}/{_first(path)}", place.rpartition("/")[0] + "/")
    elif path.suffix not in _BESIDE:
        should = _renamed(path.name, "tests")
        yield _homeless(place, f"{place.rpartition('/')[0]}/{should}" if should else "")
    elif not path.with_suffix(".in").is_file():
        yield Fault(place, None, "旁邊沒有 {name}", name=f"{path.stem}.in")
    elif path.suffix == ".in" and not NAME.fullmatch(path.stem):
        yield Fault(place, None, "{rule}", rule=say(RULE))


def _submissions(folder: Path) -> Iterator[Fault]:
    for room in _inside(folder / "submissions"):
        place = f"submissions/{room.name}"
        if room.is_file():
            yield _homeless(place, f"submissions/accepted/{room.name}")
        elif room.name not in VERDICTS:
            should = _renamed(room.name, "rooms")
            yield _homeless(place, f"submissions/{should}" if should else "", VERDICTS)


def _homeless(place: str, should: str, known: tuple[str, ...] = ()) -> Fault:
    if should == place:
        told = '沒有東西會讀它：problem.toml 要有 {key} = "{name}"'
        return Fault(place, None, told, key=Path(place).stem, name=place)
    if should:
        return Fault(place, None, "沒有東西會讀它；它應該是 {name}", name=should)
    if known:
        return Fault(place, None, "這裡只有 {known}", known=listed(known))
    return Fault(place, None, "沒有東西會讀它；docs/judges.md 說有哪些檔案")


def _top_name(path: Path) -> str:
    """Return the right path for a file in the problem's folder; empty if none is similar."""
    if path.is_file() and path.suffix.lower() in {".in", ".out", ".ans"}:
        return f"tests/secret/{path.stem}{path.suffix.lower()}"
    if path.suffix.lower() in {".png", ".jpg", ".jpeg", ".svg", ".gif"}:
        return f"![](<{path.name}>)" if " " in path.name else f"![]({path.name})"
    found = _renamed(path.name, "top")
    if not found and path.is_file() and of_file(path.name) is not None:
        return f"submissions/accepted/{path.name}"
    return found


def _renamed(name: str, what: str) -> str:
    """Return the right name for a file or folder of a kind; empty if none is similar."""
    for pattern, replacement in _NAMES[what]:
        if found := re.fullmatch(pattern, name, re.IGNORECASE):
            return found.expand(replacement)
    return ""


def _is_mentioned(path: Path, written: str) -> bool:
    """Return whether a program in the folder imports or names a file."""
    imported = rf"^\s*(?:from|import)\s+\.?{re.escape(path.stem)}\b"
    if path.suffix in {"", ".py"} and re.search(imported, written, re.MULTILINE):
        return True
    return re.search(rf"""["'/]{re.escape(path.name)}["']""", written) is not None


def _texts(folder: Path) -> str:
    paths = [path for path in _inside(folder) if path.is_file() and of_file(path.name)]
    return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in paths)


def _first(folder: Path) -> str:
    return next(
        (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()), ""
    )


def _inside(folder: Path) -> list[Path]:
    """Return the paths in a folder, without hidden ones and those of Python."""
    if not folder.is_dir():
        return []
    return [path for path in sorted(folder.iterdir()) if not path.name.startswith((".", "__"))]
