"""What the build of the page needs, without npm."""

import re
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from cardjudge import npm
from cardjudge.errors import UserError
from judge.web.build import build, words
from judge.web.npm import esbuild
from tests.processes import ROOT

CHINESE = re.compile("[\u4e00-\u9fff]")


class _Short(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"half")


def test_a_download_that_ends_early_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with HTTPServer(("127.0.0.1", 0), _Short) as server:
        Thread(target=server.handle_request, daemon=True).start()
        monkeypatch.setattr("cardjudge.npm._REGISTRY", f"http://127.0.0.1:{server.server_port}")
        with pytest.raises(UserError, match="無法下載"):
            npm.Package("a", "1.0", "sha512-").files()


def test_every_machine_has_its_esbuild_or_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "m68k")
    with pytest.raises(UserError, match="m68k"):
        esbuild()


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "homework.py").write_text("")
    with pytest.raises(UserError, match="別的東西"):
        build(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["homework.py"]


def test_every_sentence_of_the_page_has_its_english() -> None:
    static = ROOT / "judge/web/static"
    html = (static / "index.html").read_text("utf-8")
    said = re.findall(r"data-say>([^<]+)<", html) + re.findall(r'data-label="([^"]+)"', html)
    # start.js has its sentences in both languages.
    for script in {*static.glob("*.js")} - {static / "start.js"}:
        lines = script.read_text("utf-8").splitlines()
        said += re.findall(r'"([^"]*)"', "\n".join(line.partition("// ")[0] for line in lines))
    said += re.findall(r'"([^"]*)"', (ROOT / "cardjudge/viewer/viewer.js").read_text("utf-8"))
    chinese = {text for text in said if CHINESE.search(text)} - {"中文"}
    assert len(chinese) > 60
    assert chinese - {*words("\n".join(chinese))} == set()
