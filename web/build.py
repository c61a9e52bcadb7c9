"""Builds the page, a folder of files for ``judge web`` or any other web server.

The same source gives the same bytes: files are sorted by name, and no file contains a time.
"""

import gzip
import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import entry_points
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cardjudge import VERSION
from cardjudge.errors import UserError, quote
from cardjudge.files import write
from cardjudge.kit import cases
from cardjudge.language import CONTEXT, english, say
from cardjudge.npm import Package, cache, keep
from cardjudge.play.installed import GROUP
from web.app import GAMES
from web.npm import editor

PYODIDE = Package(
    "pyodide",
    "314.0.7",
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
)
_LIBRARY = "python_stdlib.zip"
_FILES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    _LIBRARY: "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""The needed files of Pyodide, with their SHA-256; the page contains only a part of the last."""
PACKAGES = ("cardjudge", "judge", *GAMES, "web")
_NOT_THERE = {"problem", "classroom", "doctor", "contestants", "verify", "testdata"}
"""Folders that the page does not need."""
_CODE = {".py", ".pyi", ".toml", ".tsv", ".json"}
_HERE = Path(__file__).parent
_ROOT = _HERE.parent
_LOOK = ("colours.css", "cards.css", "viewer.css", "viewer.js")
_VIEWER = [_ROOT / "cardjudge/viewer" / name for name in _LOOK]
_OFFLINE = "offline.js"
_PLACE = "/*files*/"


def build(out: Path, pyodide: Path | None = None) -> int:
    """Write the page and return its size in bytes; UserError if the folder has other files."""
    if out.exists() and (not out.is_dir() or _holds_else(out)):
        raise UserError("{path} 裡有別的東西：要是空的資料夾，或以前做的網頁", path=out)
    files = contents(pyodide)
    for name, data in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, data)
    return sum(map(len, files.values()))


def _holds_else(folder: Path) -> bool:
    return any(folder.iterdir()) and not (folder / _OFFLINE).exists()


def contents(pyodide: Path | None = None) -> dict[str, bytes]:
    """Return the files of the page by name."""
    files = {path.name: path.read_bytes() for path in (_HERE / "static").iterdir()}
    files |= {path.name: path.read_bytes() for path in _VIEWER}
    files["words.json"] = _json(words("\n".join(data.decode() for data in files.values())))
    files["program.py"] = (_HERE / "program.py").read_bytes()
    files["kit.zip"], files["cases.zip"] = _zip(dict(_kit())), _zip(dict(_cases()))
    frame = b64encode(sha256(files["frame.js"]).digest())
    files["index.html"] = files["index.html"].replace(b"/*frame*/", b"sha256-" + frame)
    files |= editor() | _runtime(pyodide)
    everything = sha256(b"".join(name.encode() + files[name] for name in sorted(files)))
    listed = _json(["./", *sorted(files.keys() - {_OFFLINE, "index.html"})])[1:-1]
    offline = files[_OFFLINE].replace(_PLACE.encode(), listed)
    files[_OFFLINE] = offline.replace(b"/*version*/", everything.hexdigest()[:16].encode())
    return dict(sorted(files.items()))


def words(sources: str) -> dict[str, str]:
    """Return the English of the Chinese sentences in sources of the page."""
    page = f"page{CONTEXT}"
    plain = {text: known for text, known in english().items() if CONTEXT not in text}
    own = {text.removeprefix(page): known for text, known in english().items() if page in text}
    return {text: known for text, known in (plain | own).items() if text in sources}


def _runtime(folder: Path | None) -> dict[str, bytes]:
    """Return the checked files of Pyodide; the largest is compressed, because few servers do it."""
    if folder is None:
        given = PYODIDE.files()
    elif not folder.is_dir():
        raise UserError("沒有{folder}這個資料夾", folder=quote(str(folder)))
    else:
        given = {name: (folder / name).read_bytes() for name in _FILES if (folder / name).exists()}
    for name, digest in _FILES.items():
        if sha256(given.get(name, b"")).hexdigest() != digest:
            version = PYODIDE.version
            raise UserError("{name} 不是 pyodide {version} 的檔案", name=name, version=version)
    files = {f"pyodide/{name}": given[name] for name in _FILES}
    files[f"pyodide/{_LIBRARY}"] = _library(given)
    lock = json.loads(files["pyodide/pyodide-lock.json"])
    files["pyodide/pyodide-lock.json"] = _json({"info": lock["info"], "packages": {}})
    binary = gzip.compress(files.pop("pyodide/pyodide.asm.wasm"), mtime=0)
    return files | {"pyodide/pyodide.asm.wasm.bin": binary}


def _library(given: dict[str, bytes]) -> bytes:
    """Return Python's library; node, if installed, compiles it, which halves the start-up time."""
    node, script = shutil.which("node"), _HERE / "compile.mjs"
    digest = sha256(given[_LIBRARY] + script.read_bytes()).hexdigest()[:16]
    kept = cache() / f"library-{digest}.zip"
    if node is not None and not kept.exists():
        with TemporaryDirectory() as folder:
            for name in _FILES:
                Path(folder, name).write_bytes(given[name])
            made = subprocess.run([node, script, folder], capture_output=True, check=False)
        if made.returncode == 0:
            keep(kept, made.stdout)
    return kept.read_bytes() if node is not None and kept.exists() else given[_LIBRARY]


def _kit() -> Iterator[tuple[str, bytes]]:
    """Yield the modules of the kit, unchanged, and the list of its games."""
    entries = [each for each in entry_points(group=GROUP) if each.module.split(".")[0] in PACKAGES]
    listed = "".join(f"{each.name} = {each.value}\n" for each in sorted(entries))
    yield f"cardjudge-{VERSION}.dist-info/entry_points.txt", f"[{GROUP}]\n{listed}".encode()
    for package in PACKAGES:
        for path in (_ROOT / package).rglob("*"):
            name = path.relative_to(_ROOT)
            explains = name.parts[1:] == ("problem", "explain.py")
            if path.suffix in _CODE and (explains or not _NOT_THERE & {*name.parts}):
                yield name.as_posix(), path.read_bytes()


def _cases() -> Iterator[tuple[str, bytes]]:
    """Yield the cases of the assignments; a program must not see them."""
    for game in GAMES:
        for path in cases(game).glob("*.*"):
            if path.suffix in {".in", ".out"}:
                yield f"testdata/{game}/{path.name}", path.read_bytes()


def _zip(files: dict[str, bytes]) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = ZipInfo(name)  # its time is fixed at 1980
            entry.create_system = 3
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, files[name])
    return made.getvalue()


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


class Handler(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder; OSError if the port is in use."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))


def serve(port: int, pyodide: Path | None) -> None:
    """Build the page and serve it until Ctrl-C."""
    with TemporaryDirectory(prefix="judge-web-") as folder:
        build(Path(folder), pyodide)
        with server(Path(folder), port) as serving:
            address = f"http://127.0.0.1:{serving.server_port}/"
            print(say("網頁在 {address}，Ctrl-C 結束。", address=address), flush=True)
            serving.serve_forever()
