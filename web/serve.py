"""``judge web``: the page, made anew and handed out on this machine alone."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from cardjudge.language import say
from web.build import build


class Handler(SimpleHTTPRequestHandler):
    """Hands out files, and says nothing of it."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder; OSError where the port is taken."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))


def serve(port: int, pyodide: Path | None) -> None:
    """Make the page and serve it until Ctrl-C."""
    with TemporaryDirectory(prefix="judge-web-") as folder:
        build(Path(folder), pyodide)
        with server(Path(folder), port) as serving:
            address = f"http://127.0.0.1:{serving.server_port}/"
            print(say("網頁在 {address}，Ctrl-C 結束。", address=address), flush=True)
            serving.serve_forever()
