"""Serves the page on this machine alone."""

import sys
import webbrowser
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

from cardjudge.errors import UserError
from cardjudge.language import say
from cardjudge.programs.keeper import private
from judge.web.build import build

_HERE = {"localhost", "127.0.0.1", "::1"}
"""Hosts of this machine; any other name that leads here belongs to a foreign page."""


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder, without a log."""

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Return the requested file; without one, answer with the status and return None."""
        try:
            host = urlsplit(f"//{self.headers.get('Host', '')}").hostname or ""
            if host in _HERE or host.endswith(".localhost"):
                return super().send_head()
            self.send_error(HTTPStatus.FORBIDDEN)
        except ValueError:  # not the name of a host, or not that of a file
            self.send_error(HTTPStatus.NOT_FOUND)
        return None

    def end_headers(self) -> None:
        """End the headers: no other type than the declared one, and no foreign page around it."""
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Content-Security-Policy", "frame-ancestors 'self'")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


class Server(ThreadingHTTPServer):
    """A server whose clients may leave in the middle of an answer."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Print an error of the server itself in one line."""
        error = sys.exception()
        if not isinstance(error, ConnectionError):
            print(say("網頁伺服器：{why}", why=repr(error)), file=sys.stderr)


def server(folder: Path, port: int) -> Server:
    """Return a server of a folder; UserError if the port cannot be used."""
    try:
        return Server(("127.0.0.1", port), partial(Handler, directory=str(folder)))
    except OSError as error:
        raise UserError(
            "無法使用連接埠 {port}：{why}；用 --port 換一個", port=port, why=error.strerror
        ) from None


def serve(port: int, opens: bool) -> None:
    """Build the page and serve it until Ctrl-C; perhaps open it in the user's browser."""
    with private() as folder, server(folder, port) as serving:
        build(folder)
        address = f"http://127.0.0.1:{serving.server_port}/"
        print(say("網頁在 {address}，Ctrl-C 結束。", address=address), flush=True)
        if opens:
            webbrowser.open(address)
        serving.serve_forever()
