"""The server of the page answers every request, and prints nothing about it."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.web.server import server
from tests.processes import kit

LINES = {
    b"GET / HTTP/1.1": 200,
    b"HEAD /index.html HTTP/1.0": 200,
    b"GET /index.html?x#y HTTP/1.1": 200,
    b"GET //index.html HTTP/1.1": 200,
    b"GET /%00 HTTP/1.1": 404,
    b"GET /\xff\xfe HTTP/1.1": 404,
    b"GET /..%2f..%2f..%2fetc/passwd HTTP/1.1": 404,
    b"GET /../../../etc/passwd HTTP/1.1": 404,
    b"GET /" + b"a" * 5000 + b" HTTP/1.1": 404,
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1": 414,
    b"POST / HTTP/1.1": 501,
    b"GET": 400,
    b"\x16\x03\x01": 400,
}
HOSTS = {
    "127.0.0.1:8000": 200,
    "localhost": 200,
    "page.localhost:1": 200,
    "evil.example": 403,
    "127.0.0.1.evil.example:8000": 403,
    "": 403,
    "[::1": 404,
    "\x00": 403,
}


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("page")
    (tmp_path / "secret").write_text("secret")
    with server(folder, 0) as serving:
        threading.Thread(target=serving.serve_forever, args=[0.02], daemon=True).start()
        yield serving.server_port
        serving.shutdown()


def answer(port: int, line: bytes, host: str = "localhost") -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as asking:
        asking.sendall(line + b"\r\nHost: " + host.encode() + b"\r\nConnection: close\r\n\r\n")
        return b"".join(iter(lambda: asking.recv(65_536), b""))


@pytest.mark.parametrize(("line", "status"), LINES.items(), ids=lambda value: str(value)[:40])
def test_every_request_has_an_answer(
    port: int, line: bytes, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    told = answer(port, line)
    assert f" {status} ".encode() in told.splitlines()[0] or f"code: {status}".encode() in told
    assert b"secret" not in told
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("host", "status"), HOSTS.items())
def test_a_foreign_name_that_leads_here_is_refused(port: int, host: str, status: int) -> None:
    told = answer(port, b"GET / HTTP/1.1", host)
    assert f" {status} ".encode() in told.splitlines()[0]
    assert b"X-Content-Type-Options: nosniff" in told
    assert b"frame-ancestors 'self'" in told


def test_a_client_that_leaves_is_no_news(port: int, capfd: pytest.CaptureFixture[str]) -> None:
    for half in b"", b"GET / HTT", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n":
        with socket.create_connection(("127.0.0.1", port)) as asking:
            asking.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
            asking.sendall(half)
    assert b" 200 " in answer(port, b"GET / HTTP/1.1").splitlines()[0]
    assert capfd.readouterr() == ("", "")


def test_a_port_in_use_is_named_before_the_page_is_built(port: int) -> None:
    told = kit("judge", "web", "--port", port)
    assert told.returncode == 2
    assert f"連接埠 {port}" in told.stderr
    assert "--port" in told.stderr
