"""Commands of the kit as real processes with given standard streams: fresh ones, and forked ones.

A command with arguments loads Typer, which takes ten times as long as to judge. `Forked` runs many
of them: one process, started under the environment in question, loads what the commands need; then
it forks for every run. The child gets its own standard streams, made anew as Python makes them at
its start, its own arguments and its own working folder; it runs the command as ``python -m`` would,
and ends so.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from tempfile import TemporaryFile
from typing import IO, Any, Self, TypeAlias

from cardjudge.errors import UserError
from cardjudge.language import english

Streams: TypeAlias = Sequence[int | None]
"""Descriptors for standard input, output and error; None for one that is closed."""

_MOST = 1 << 16
_LOADED = (
    "big2.cli",
    "blackjack_judge.cli",
    "blackjack_judge.players.basic",
    "cardjudge.commands.app",
    "cardjudge.programs.process",
    "judge.cli",
    "nim.cli",
    "take6.cli",
    "war.cli",
)


class Forked:
    """The process that forks for every run. Use it in a ``with`` statement."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = [sys.executable, "-m", "tests.forks", str(theirs.fileno())]
            self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], env=environment)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()
        self._process.wait()

    def run(
        self,
        module: str,
        arguments: Sequence[str],
        stdin: bytes,
        environment: Mapping[str, str] | None = None,
    ) -> tuple[bytes, bytes, int]:
        """Run ``python -m module``; return standard output, standard error and the exit status.

        Of another environment the variables that Python or the language read first have no effect.
        """
        with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
            given.write(stdin)
            given.seek(0)
            streams = (given.fileno(), out.fileno(), err.fileno())
            self.start(module, arguments, streams, environment)
            status = self.wait()
            out.seek(0)
            err.seek(0)
            return out.read(), err.read(), status

    def start(
        self,
        module: str,
        arguments: Sequence[str],
        streams: Streams,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Start a run."""
        words = [os.fsencode(word).hex() for word in arguments]
        request = {
            "module": module,
            "arguments": words,
            "folder": os.getcwd(),
            "environment": environment and dict(environment),
            "open": [stream is not None for stream in streams],
        }
        descriptors = [stream for stream in streams if stream is not None]
        socket.send_fds(self._socket, [json.dumps(request).encode()], descriptors)

    def wait(self) -> int:
        """Wait for the end of the run; return its exit status, negative for a signal."""
        return int(self._socket.recv(_MOST))


def main(control: socket.socket) -> None:
    """Fork for every request; return in the child, to go on as the command."""
    _load()
    gc.collect()
    gc.freeze()
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, _MOST, 3)
        if not data:
            os._exit(0)
        pid = os.fork()
        if not pid:
            control.close()
            _become(json.loads(data), descriptors)
            return
        for descriptor in descriptors:
            os.close(descriptor)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        control.send(str(status).encode())


def _load() -> None:
    """Load the modules of the commands, and by a run those that Typer loads late."""
    for name in _LOADED:
        import_module(name)
    with redirect_stdout(StringIO()):
        app = import_module("take6.cli").app
        app.answer(["rank", "30", "A=1", "B=2"])
    with suppress(UserError):
        import_module("judge.cli").app.answer(["tests", "--nope"])
    english()


def _become(request: Mapping[str, Any], descriptors: Sequence[int]) -> None:
    """Take on the standard streams and the arguments of a run."""
    given = iter(descriptors)
    streams: list[IO[str] | None] = []
    for number, like in enumerate((sys.stdin, sys.stdout, sys.stderr)):
        if request["open"][number]:
            os.dup2(next(given), number)
            mode = "r" if number == 0 else "w"
            encoding, errors = like.encoding, like.errors
            streams.append(os.fdopen(number, mode, encoding=encoding, errors=errors))
        else:
            os.close(number)
            streams.append(None)
    for descriptor in descriptors:
        os.close(descriptor)
    for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    if request["environment"]:
        os.environ.clear()
        os.environ.update(request["environment"])
    os.chdir(request["folder"])
    packages = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:1] = [request["folder"], *filter(None, packages)]
    words = [os.fsdecode(bytes.fromhex(word)) for word in request["arguments"]]
    sys.argv = [request["module"], *words]
    sys.orig_argv = [sys.executable, "-m", *sys.argv]


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
