"""The attacking program: it runs alone in the sandbox and gets the facts it needs as JSON.

An attack is a function that raises OSError, or returns its gain; None is a gain too. Each attack
runs in a child, because some attacks end their process. The program prints one line per attack.
"""

import ctypes
import json
import mmap
import os
import platform
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any

FACTS: dict[str, Any] = json.loads(sys.argv[1]) if __name__ == "__main__" else {}
_LIBC = ctypes.CDLL(None, use_errno=True)
_X86 = platform.machine() == "x86_64"
_HELD, _BROKEN = 0, 9


def call(x86: int, arm: int, *arguments: Any) -> int:
    """Make a system call by its number on this architecture; return a positive gain."""
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = int(_LIBC.syscall(ctypes.c_long(x86 if _X86 else arm), *words))
    if result < 0:
        raise OSError(ctypes.get_errno(), "")
    return result + 1


def create(folder: str) -> bool:
    """Return whether a file can be created in a shared folder; the file is removed again."""
    if FACTS["private"]:
        return False
    path = f"{folder}/judge-doctor-{os.getpid()}"
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_EXCL))
    os.unlink(path)
    return True


def read(path: str) -> bytes:
    """Return the first 64 bytes of a file."""
    with open(path, "rb") as file:
        return file.read(64)


def read_by_link(path: str) -> bytes:
    """Return the first bytes of a file, read through a link in the private folder."""
    link = os.path.join(os.environ.get("TMPDIR", "."), "link")
    os.symlink(path, link)
    return read(link)


def reopen(path: str) -> bytes:
    """Return the first bytes of a file, opened without rights and reopened by its descriptor."""
    return read(f"/proc/self/fd/{os.open(path, os.O_PATH)}")


def changed(path: str, change: Callable[[], object]) -> bool:
    """Return whether a change has an effect on a file's status."""
    before = os.stat(path)
    try:
        change()
    finally:
        after = os.stat(path)
    fields = "st_mode", "st_size", "st_mtime_ns", "st_nlink"
    return any(getattr(before, field) != getattr(after, field) for field in fields)


def connect(family: int, kind: int, address: Any) -> bool:
    """Return whether a socket can be reached."""
    with socket.socket(family, kind) as end:
        end.settimeout(1)
        if kind == socket.SOCK_DGRAM:
            return end.sendto(b"?", address) > 0
        end.connect(address)
        return True


def by_pair() -> bool:
    """Return whether one end of a socket pair can send to another socket."""
    end = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0]
    return end.sendto(b"?", FACTS["datagrams"]) > 0


def read_memory(process: int) -> int:
    """Read another process's memory at an address that every process has."""
    buffer = ctypes.create_string_buffer(8)
    local = (ctypes.c_uint64 * 2)(ctypes.addressof(buffer), 8)
    remote = (ctypes.c_uint64 * 2)(FACTS["address"], 8)
    return call(310, 270, process, local, 1, remote, 1, 0)


def foreign(code: bytes) -> int:
    """Return whether machine code can make a system call of another architecture."""
    memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return int(ctypes.CFUNCTYPE(ctypes.c_long)(address)()) > 0


def _children(fork: Callable[[], int] = os.fork) -> bool:
    for _ in range(FACTS["processes"] + 8):
        if fork() == 0:
            signal.pause()
    return True


def _threads() -> bool:
    threading.stack_size(1 << 16)
    for _ in range(FACTS["threads"] + 8):
        threading.Thread(target=signal.pause, daemon=True).start()
    return True


ATTACKS: dict[str, dict[str, Callable[[], object]]] = {
    "read": {
        "open": lambda: read(FACTS["secret"]),
        "symlink": lambda: read_by_link(FACTS["secret"]),
        "descriptor": lambda: reopen(FACTS["secret"]),
        "execute": lambda: os.spawnv(os.P_WAIT, FACTS["tool"], ["tool"]) == 0,
        "home": lambda: os.listdir(FACTS["home"]),
        "passwd": lambda: read("/etc/passwd"),
        "judge's folder": lambda: read(f"/proc/{FACTS['judge']}/root{FACTS['secret']}"),
    },
    "hidden": {
        "open": lambda: read(FACTS["hidden"]),
        "symlink": lambda: read_by_link(FACTS["hidden"]),
        "link": lambda: os.link(FACTS["hidden"], f"{os.environ['TMPDIR']}/a"),
        "dots": lambda: read(f"{FACTS['open_folder']}/x/../tests/1.out"),
    },
    "judge": {
        "memory": lambda: read(f"/proc/{FACTS['judge']}/mem"),
        "environment": lambda: read(f"/proc/{FACTS['judge']}/environ"),
        "command line": lambda: read(f"/proc/{FACTS['judge']}/cmdline"),
        "descriptors": lambda: os.listdir(f"/proc/{FACTS['judge']}/fd"),
        "process_vm_readv": lambda: read_memory(FACTS["judge"]),
        "ptrace": lambda: call(101, 117, 16, FACTS["judge"], 0, 0),
        "pidfd_getfd": lambda: call(438, 438, call(434, 434, FACTS["judge"], 0) - 1, 0, 0),
    },
    "write": {
        "append": lambda: os.open(FACTS["secret"], os.O_WRONLY | os.O_APPEND),
        "truncate": lambda: changed(FACTS["secret"], lambda: os.truncate(FACTS["secret"], 1)),
        "open to empty": lambda: changed(
            FACTS["secret"], lambda: os.open(FACTS["secret"], os.O_RDONLY | os.O_TRUNC)
        ),
        "chmod": lambda: changed(FACTS["secret"], lambda: os.chmod(FACTS["secret"], 0o111)),
        "times": lambda: changed(FACTS["secret"], lambda: os.utime(FACTS["secret"], (1, 1))),
        "unlink": lambda: os.unlink(FACTS["victim"]),
        "create": lambda: os.mknod(f"{FACTS['outside']}/new"),
        "mkdir": lambda: os.mkdir(f"{FACTS['outside']}/folder"),
        "rmdir": lambda: os.rmdir(FACTS["empty"]),
        "named pipe": lambda: os.mkfifo(f"{FACTS['outside']}/pipe"),
        "symlink": lambda: os.symlink("x", f"{FACTS['outside']}/link"),
        "/tmp": lambda: create("/tmp"),
        "/dev/shm": lambda: create("/dev/shm"),
    },
    "network": {
        "TCP": lambda: connect(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", FACTS["port"])),
        "UDP": lambda: connect(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", FACTS["port"])),
        "IPv6": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM),
        "unix": lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, FACTS["socket"]),
        "abstract": lambda: connect(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + FACTS["abstract"]),
        "a pair": by_pair,
        "vsock": lambda: socket.socket(40, socket.SOCK_STREAM),
        "netlink": lambda: socket.socket(16, socket.SOCK_RAW),
    },
    "signals": {
        "judge": lambda: os.kill(FACTS["judge"], 0),
        "neighbour": lambda: os.kill(FACTS["neighbour"], 0),
        "pidfd": lambda: signal.pidfd_send_signal(os.pidfd_open(FACTS["neighbour"]), 0),
        "prlimit": lambda: resource.prlimit(FACTS["neighbour"], resource.RLIMIT_CPU),
        "priority": lambda: os.setpriority(os.PRIO_PROCESS, FACTS["neighbour"], 19),
        "affinity": lambda: os.sched_setaffinity(FACTS["neighbour"], {0}),
        "leave the session": lambda: os.setsid(),
    },
    "processes": {
        "threads": _threads,  # first, because the others leave processes behind
        "clone": _children,  # `os.fork` calls clone
        "fork": lambda: _X86 and _children(lambda: call(57, 0) - 1),
    },
    "inherited": {
        "descriptors": lambda: [fd for fd in range(3, 256) if _is_inherited(fd)],
        "environment": lambda: {*os.environ} - {"PATH", "LANG", "HOME", "TMPDIR", "LC_CTYPE"},
    },
    "architecture": {
        "x32": lambda: _X86 and call(0x40000000 | 39, 0),
        "i386": lambda: _X86 and foreign(bytes.fromhex("b814000000cd80c3")),
    },
}


def _is_inherited(descriptor: int) -> bool:
    """Return whether a descriptor came with the program; a library may have opened others."""
    try:
        return os.get_inheritable(descriptor)
    except OSError:
        return False


def _succeeds(attack: Callable[[], object]) -> bool:
    """Run an attack in a child; return whether it gained anything."""
    child = os.fork()
    if child == 0:
        try:
            got = attack()
            os._exit(_BROKEN if got or got is None else _HELD)
        except BaseException:
            os._exit(_HELD)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == _BROKEN


def main() -> None:
    """Run all attacks and print a line for each."""
    for promise, attacks in ATTACKS.items():
        for name, attack in attacks.items():
            print(promise, name, int(_succeeds(attack)), sep="\t", flush=True)


if __name__ == "__main__":
    main()
