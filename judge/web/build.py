"""Builds the page, a folder of files for any web server.

The same source gives the same bytes: files are sorted by name, and no file contains a time.
"""

import gzip
import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path
from tempfile import TemporaryDirectory

from cardjudge import VERSION, npm
from cardjudge.errors import UserError
from cardjudge.files import write, write_all
from cardjudge.language import CONTEXT, english, of_games
from cardjudge.play.installed import GROUP, games
from judge.cases import Case, natural
from judge.problem.description import FILE
from judge.problem.files import zipped
from judge.problem.problem import Problem
from judge.problem.trial import Trial
from judge.web.app import cases_of, package_of, problem_of
from judge.web.npm import esbuild, packages

(PYODIDE,) = packages()["pyodide"]
_LIBRARY = "python_stdlib.zip"
_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", _LIBRARY, "pyodide-lock.json")
"""The needed files of Pyodide; the page contains only a part of the last."""
_NOT_THERE = {"problem", "classroom", "doctor", "contestants", "verify", "testdata", "static"}
"""Folders that the page does not need, apart from some files of problems."""
_OF_PROBLEMS = {"explain.py", "interactor.py", "page.py", FILE} | {
    *("__init__.py", "description.py", "conventions.py")
}
_CODE = {".py", ".pyi", ".toml", ".tsv", ".json"}
_HERE = Path(__file__).parent
_ROOT = _HERE.parents[1]
_VIEWER = ("colours.css", "cards.css", "viewer.css", "viewer.js")
_OFFLINE = "offline.js"
_ALONE = {"start.js", "frame.js", _OFFLINE}
"""Scripts that import nothing and stay as they are."""
_SCRIPTS = {
    "page.js": "--format=esm",
    "worker.js": "--format=esm --external:./runtime.js",
    "case.js": "--format=iife",
    "runtime.js": "--format=esm --define:import.meta.url=self.location.href",
}
"""The bundles, with their formats; runtime.js, which has no imports, is a classic script, too."""
_COMPRESSED = ".bin"
"""The suffix of the compressed files, which worker.js counts while they load."""


def build(out: Path) -> int:
    """Write the page and return its size in bytes; UserError if the folder has other files."""
    if out.exists() and not (out.is_dir() and ((out / _OFFLINE).exists() or not [*out.iterdir()])):
        raise UserError("{path} 裡有別的東西：要是空的資料夾，或以前做的網頁", path=out)
    files = contents()
    for name, data in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, data)
    return sum(map(len, files.values()))


def contents() -> dict[str, bytes]:
    """Return the files of the page by name."""
    files = {path.name: path.read_bytes() for path in (_HERE / "static").iterdir()}
    files |= {name: (_ROOT / "cardjudge/viewer" / name).read_bytes() for name in _VIEWER}
    files["games.json"] = _json(list(_games()))
    files["words.json"] = _json(words("\n".join(data.decode() for data in files.values())))
    pyodide = PYODIDE.files()
    files["program.py"] = (_HERE / "program.py").read_bytes()
    archives = {"kit.zip": _kit, "cases.zip": _cases}
    files |= _compressed({name: zipped(dict(own()).items()) for name, own in archives.items()})
    frame = b64encode(sha256(files["frame.js"]).digest())
    files = _bundled(files | _runtime(pyodide))
    loaded = sum(len(files[name]) for name in files if name.endswith(_COMPRESSED))
    page = files["index.html"].replace(b"/*frame*/", b"sha256-" + frame)
    files["index.html"] = page.replace(b"/*bytes*/", str(loaded).encode())
    everything = sha256(b"".join(name.encode() + files[name] for name in sorted(files)))
    listed = _json(["./", *sorted(files.keys() - {_OFFLINE})])[1:-1]
    offline = files[_OFFLINE].replace(b"/*files*/", listed)
    files[_OFFLINE] = offline.replace(b"/*version*/", everything.hexdigest()[:16].encode())
    return dict(sorted(files.items()))


def _bundled(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files, with each script and what it imports as one script."""
    flags = "--bundle --minify --log-level=error --external:node:* --external:ws --outdir=out"
    modules = {name for name in files if name.endswith((".js", ".mjs", "lock.json"))} - _ALONE
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_all(folder, {name: files[name] for name in modules})
        for package in packages()["page"]:
            write_all(folder / "node_modules" / package.name, package.files())
        for script, form in _SCRIPTS.items():
            command = [str(esbuild()), script, *flags.split(), *form.split()]
            made = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            if made.returncode:
                raise UserError("esbuild：{why}", why=made.stderr.strip())
        bundles = {name: (folder / "out" / name).read_bytes() for name in _SCRIPTS}
    return {name: data for name, data in files.items() if name not in modules} | bundles


def words(sources: str) -> dict[str, str]:
    """Return the English of the Chinese sentences in sources of the page."""
    page, all_words = f"page{CONTEXT}", of_games() | english()
    own = {text.removeprefix(page): known for text, known in all_words.items() if page in text}
    return {text: known for text, known in (all_words | own).items() if text and text in sources}


def _runtime(pyodide: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files of Pyodide; the page has the two largest compressed."""
    files = {f"pyodide/{name}": pyodide[name] for name in _FILES}
    files[f"pyodide/{_LIBRARY}"] = _library(pyodide)
    lock = json.loads(files["pyodide/pyodide-lock.json"])
    files["pyodide/pyodide-lock.json"] = _json({"info": lock["info"], "packages": {}})
    large = {name: files.pop(name) for name in [*files] if name.endswith((".wasm", ".zip"))}
    return files | _compressed(large)


def _compressed(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return files that few servers compress, with a checksum, by which the page finds damage."""
    return {name + _COMPRESSED: gzip.compress(data, mtime=0) for name, data in files.items()}


def _library(pyodide: dict[str, bytes]) -> bytes:
    """Return Python's library; node, if installed, compiles it, which halves the start-up time."""
    node, script = shutil.which("node"), _HERE / "compile.mjs"
    digest = sha256(pyodide[_LIBRARY] + script.read_bytes()).hexdigest()[:16]
    kept = npm.cache() / f"library-{digest}.zip"
    if node is not None and not kept.exists():
        with TemporaryDirectory() as folder:
            write_all(Path(folder), {name: pyodide[name] for name in _FILES})
            made = subprocess.run([node, script, folder], capture_output=True, check=False)
        if made.returncode == 0:
            npm.keep(kept, made.stdout)
    return kept.read_bytes() if node is not None and kept.exists() else pyodide[_LIBRARY]


def _games() -> Iterator[dict[str, object]]:
    """Yield what the page needs to know of each installed game before Python runs."""
    for game in games():
        package = package_of(game.name)
        known = (problem_of(package) / FILE).is_file()
        problem = Problem.load(problem_of(package)) if known else None
        yield {
            "name": game.name,
            "title": game.table.title or game.name,
            "cases": [*cases_of(package)],
            "tests": [case.path for case in tests(package)],
            "plays": bool(game.moves),
            "table": f"{package}.problem.page" if problem and problem.described.interactor else "",
            "seconds": problem.limits().wall if problem else 0,
        }


@cache
def tests(package: str) -> list[Case]:
    """Return the tests of a game's problem as `judge GAME` has them, with their answers."""
    if not (problem_of(package) / FILE).is_file():
        return []
    with Trial(Problem.load(problem_of(package))) as trial:
        return sorted(trial.tests, key=lambda case: natural(case.path))


def _kit() -> Iterator[tuple[str, bytes]]:
    """Yield the modules of the kit and of the games, unchanged, and the list of the games."""
    entries = sorted(entry_points(group=GROUP))
    listed = "".join(f"{each.name} = {each.value}\n" for each in entries)
    yield f"cardjudge-{VERSION}.dist-info/entry_points.txt", f"[{GROUP}]\n{listed}".encode()
    own = [_ROOT / package for package in ("cardjudge", "judge")]
    for package in [*own, *(problem_of(package_of(game.name)).parent for game in games())]:
        for path in [*package.rglob("*")] or [package.with_suffix(".py")]:
            name = path.relative_to(package.parent)
            inside = {*name.parts[1:]}
            of_problem = "problem" in name.parts[1:2] and name.name in _OF_PROBLEMS
            if path.suffix in _CODE and (of_problem or not _NOT_THERE & inside):
                yield name.as_posix(), path.read_bytes()
        problem = package / "problem"
        checker = (problem / FILE).is_file() and Problem.load(problem).described.checker
        if checker:
            yield f"{package.name}/problem/{checker}", (problem / checker).read_bytes()


def _cases() -> Iterator[tuple[str, bytes]]:
    """Yield the cases of the games; a program must not see them."""
    for game in games():
        package = package_of(game.name)
        for path in cases_of(package).values():
            for file in path, path.with_suffix(".out"):
                yield f"testdata/{package}/{file.name}", file.read_bytes()
        for case in tests(package):
            yield f"tests/{package}/{case.path}.in", case.input.read_bytes()
            yield f"tests/{package}/{case.path}.out", case.expected() if case.answers else b""


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
