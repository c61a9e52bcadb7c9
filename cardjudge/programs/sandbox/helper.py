"""The helper: a small Python without threads that starts programs as children of the judge.

    judge ── order, descriptors ──> helper ── clone(CLONE_PARENT) ──> child ── execve ──> program
      └──────────────── channel: the filter's listener, "begins", or an error ────┘

The judge runs this file as ``python -I -S``, so it imports nothing of the kit. To fork a process
this small takes less time than to fork the judge, and no other thread can hold a lock in it. The
child enters the layers by plain system calls: session, limits, mounts, control groups, Landlock,
capabilities, seccomp.
"""

import _socket
import array
import ctypes
import fcntl
import gc
import marshal
import os
import resource
import signal
import struct
import sys
import time
from contextlib import suppress
from typing import Any

_LIBC = ctypes.PyDLL(None, use_errno=True)
_LIBC.syscall.restype = ctypes.c_long
_LENGTH = struct.Struct("=i")
_AT_CWD = -100
_CLONE = {"x86_64": 56, "aarch64": 220}
_UNSHARE = {"x86_64": 272, "aarch64": 97}
_CAPSET = {"x86_64": 126, "aarch64": 91}
_SECCOMP = {"x86_64": 317, "aarch64": 277}
_OPEN_TREE, _MOVE_MOUNT, _CLOSE_RANGE = 428, 429, 436
_CREATE_RULESET, _ADD_RULE, _RESTRICT = 444, 445, 446
_MACHINE = os.uname().machine
_CLONE_PARENT, _NEW_MOUNTS, _NEW_USER, _NEW_NETWORK = 0x8000, 0x20000, 0x10000000, 0x40000000
_SLAVE, _RECURSIVE, _NO_SETUID_NO_DEVICES = 1 << 19, 1 << 14, 2 | 4
_TREE_CLONE, _TREE_CLOSE_ON_EXEC, _MOUNT_SETATTR = 1, os.O_CLOEXEC, 442
_AT_EMPTY_PATH, _AT_RECURSIVE = 0x1000, 0x8000
_MOVE_FROM_DESCRIPTOR = 4
_CLOSE_ON_EXEC = 4
_PDEATHSIG, _SET_DUMPABLE, _NO_NEW_PRIVILEGES = 1, 4, 38
_SET_FILTER = 1
_CAPABILITIES = 0x20080522
_BENEATH = 1
_READ_AND_LIST, _READ = 1 << 2 | 1 << 3, 1 << 2
_MOST_DESCRIPTORS = 250


def main() -> None:
    """Serve orders until the judge closes its end of the socket."""
    server = _socket.socket(fileno=int(sys.argv[1]))
    signal.pthread_sigmask(signal.SIG_SETMASK, ())  # the judge blocks signals during the start
    for number in (signal.SIGINT, signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    _LIBC.prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    try:
        if sys.argv[2] == "mounts":
            _own_mounts()
        server.send(_LENGTH.pack(0))
    except OSError as error:
        server.send(_LENGTH.pack(error.errno or -1))
        return
    _LIBC.prctl(_SET_DUMPABLE, 0, 0, 0, 0)
    # The kernel lets a process send a descriptor if fewer than this are in transit by its user.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.disable()
    gc.freeze()
    while True:
        order, fds = _receive(server)
        child = _LIBC.syscall(_CLONE[_MACHINE], _CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0)
        if child == 0:
            _begin(order, fds)
        server.send(_LENGTH.pack(child if child > 0 else -ctypes.get_errno()))
        for fd in fds:
            os.close(fd)


def _receive(server: _socket.socket) -> tuple[dict[str, Any], list[int]]:
    head, control, _, _ = server.recvmsg(4, _socket.CMSG_SPACE(4 * _MOST_DESCRIPTORS))
    if not head:
        os._exit(0)
    fds = array.array("i")
    for _, _, data in control:
        fds.frombytes(data)
    [left] = _LENGTH.unpack(head)
    parts = []
    while left:
        parts.append(server.recv(left))
        left -= len(parts[-1])
    return marshal.loads(b"".join(parts)), list(fds)


def _call(number: int, *arguments: Any) -> int:
    ready = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result = _LIBC.syscall(number, *ready)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return int(result)


def _own_mounts() -> None:
    """Enter a mount namespace and an empty network; without root, in a user namespace with its ids.

    All programs of the helper share the network: one each would take longer than the program.
    """
    user, group = os.geteuid(), os.getegid()
    try:
        _call(_UNSHARE[_MACHINE], _NEW_MOUNTS)
    except PermissionError:
        _call(_UNSHARE[_MACHINE], _NEW_USER | _NEW_MOUNTS)
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{user} {user} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    with suppress(OSError):  # a second layer behind the filter; the first hides no /proc/self/net
        _call(_UNSHARE[_MACHINE], _NEW_NETWORK)
    _mount("none", "/", None, _SLAVE | _RECURSIVE, None)


def _mount(
    source: str, target: str | bytes, kind: str | None, flags: int, data: str | None
) -> None:
    words = [word if word is None else os.fsencode(word) for word in (source, target, kind)]
    options = data if data is None else data.encode()
    if _LIBC.mount(*words, ctypes.c_ulong(flags), options) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _begin(order: dict[str, Any], fds: list[int]) -> None:
    """Become the program; on failure, send the judge the failed step and exit."""
    low = max(order["targets"]) + 1
    channel = _socket.socket(fileno=fcntl.fcntl(fds[0], fcntl.F_DUPFD_CLOEXEC, low))
    try:
        _enter(order, channel, fds)
    except BaseException as error:
        number = getattr(error, "errno", None) or -1
        channel.send(b"E" + marshal.dumps((order.get("step", ""), number, str(error))))
    finally:
        os.kill(os.getpid(), signal.SIGKILL)  # to exit would ask the judge, which waits for the end


def _enter(order: dict[str, Any], channel: _socket.socket, fds: list[int]) -> None:
    order["step"] = "start"
    os.setsid()
    _LIBC.prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != order["judge"]:
        os.kill(os.getpid(), signal.SIGKILL)  # the judge died before the call of prctl
    os.sched_setaffinity(0, order["cores"])  # the cores of the judge's thread, not the helper's
    os.chdir(order["cwd"])
    own = []
    if "mounts" in order:
        order["step"] = "sandbox"
        own = _fill(order["mounts"], order["cwd"], channel)
        order["step"] = "start"
    rest = _streams(fds[1:], order["targets"])
    order["step"] = "sandbox"
    if "ruleset" in order:
        _LIBC.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        _restrict(order["ruleset"], order["rules"], own)
        header, kept = (ctypes.c_uint32 * 2)(_CAPABILITIES, 0), order["capabilities"]
        _call(_CAPSET[_MACHINE], header, (ctypes.c_uint32 * 6)(kept, kept))
    for code, patches, flags in order["filters"]:
        _filter(channel, bytearray(code), patches, flags)
    for what, most in order["limits"]:
        resource.setrlimit(what, (most, most))
    for entrance in rest:  # late: the group counts the CPU time from here
        with suppress(OSError):  # the judge's own looks replace the group
            os.write(entrance, b"0")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    on, wait = _schedule()
    begun = time.process_time(), peak, time.monotonic(), on, wait
    channel.send(b"B" + marshal.dumps(begun))
    order["step"] = "execute"
    os.execve(order["program"], order["command"], order["environment"])


def _schedule() -> tuple[float, float]:
    """Return the seconds for which this process had, and waited for, a processor."""
    with suppress(OSError), open("/proc/self/schedstat", "rb", buffering=0) as file:
        on, wait, _ = map(int, file.read().split())
        return on / 1e9, wait / 1e9
    return 0.0, 0.0


def _fill(mounts: dict[str, Any], cwd: bytes, channel: _socket.socket) -> list[bytes]:
    """Mount the private folders and the granted paths inside them; return the private folders.

    They lie on one file system of limited size; the judge gets a descriptor of its root.
    """
    _call(_UNSHARE[_MACHINE], _NEW_MOUNTS)
    folder = mounts["folder"]
    granted = [
        (path, os.path.isdir(path), _tree(_AT_CWD, path, is_written))
        for path, is_written in mounts["granted"]
        if os.path.exists(path)
    ]
    _mount("tmpfs", folder, "tmpfs", _NO_SETUID_NO_DEVICES, mounts["options"])
    root = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    _send(channel, b"R", root)
    own = [path for path in mounts["private"] if os.path.isdir(path)]
    for name in ("home", "void", *map(str, range(len(own)))):
        os.mkdir(name, 0o700, dir_fd=root)
    os.close(os.open("nothing", os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o400, dir_fd=root))
    trees = [_tree(root, str(number)) for number in range(len(own))]
    home = _tree(root, "home")
    for tree, path in zip(trees, own, strict=True):
        _move(tree, path)
    _make(folder, True)
    _move(home, folder)
    for path, is_folder, tree in granted:
        _make(path, is_folder)
        _move(tree, path)
    for name, real in mounts["links"]:
        if not os.path.lexists(name):
            os.makedirs(os.path.dirname(name), exist_ok=True)
            os.symlink(real, name)
    for path in mounts["hidden"]:
        if os.path.exists(path):
            _move(_tree(root, "void" if os.path.isdir(path) else "nothing"), path)
    _make(cwd, True)
    os.chdir(cwd)
    return [*own, folder]


def _tree(at: int, path: str | bytes, is_written: bool = True) -> int:
    """Return a descriptor of a detached copy of a mount, read-only unless it is written."""
    flags = _TREE_CLONE | _TREE_CLOSE_ON_EXEC | _AT_RECURSIVE
    tree = _call(_OPEN_TREE, at, os.fsencode(path), flags)
    if not is_written:
        read_only = struct.pack("=4Q", 1, 0, 0, 0)
        _call(_MOUNT_SETATTR, tree, b"", _AT_EMPTY_PATH | _AT_RECURSIVE, read_only, 32)
    return tree


def _move(tree: int, path: bytes) -> None:
    _call(_MOVE_MOUNT, tree, b"", _AT_CWD, os.fsencode(path), _MOVE_FROM_DESCRIPTOR)
    os.close(tree)


def _make(path: bytes, is_folder: bool) -> None:
    if not os.path.lexists(path):
        os.makedirs(path if is_folder else os.path.dirname(path), exist_ok=True)
        if not is_folder:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o400))


def _streams(fds: list[int], targets: list[int]) -> list[int]:
    """Move descriptors to the numbers that the program expects; return copies of the others."""
    low = max(targets) + 1
    copies = [fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, low) for fd in fds]
    _call(_CLOSE_RANGE, 3, 0xFFFFFFFF, _CLOSE_ON_EXEC)
    for copy, target in zip(copies, targets, strict=False):
        os.dup2(copy, target)
    return copies[len(targets) :]


def _restrict(attributes: bytes, rules: list[tuple[bytes, int]], own: list[bytes]) -> None:
    """Restrict this process with Landlock to the rules, its private folders and its own /proc."""
    [rights] = struct.unpack_from("=Q", attributes)
    ruleset = _call(_CREATE_RULESET, attributes, len(attributes), 0)
    beneath = struct.Struct("=Qi")
    everything = [(b"/proc/self", rights & _READ_AND_LIST), *((path, rights) for path in own)]
    for path, allowed in (*rules, *everything):
        with suppress(OSError):  # the path is missing, or its kind can have no rule
            fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
            _call(_ADD_RULE, ruleset, _BENEATH, beneath.pack(allowed, fd), 0)
            os.close(fd)
    with suppress(OSError):  # a pipe can have no rule
        _call(_ADD_RULE, ruleset, _BENEATH, beneath.pack(rights & _READ, 0), 0)
    _call(_RESTRICT, ruleset, 0)


def _filter(
    channel: _socket.socket, code: bytearray, patches: list[tuple[int, str]], flags: int
) -> None:
    """Fill in the numbers that only the child knows, and enter the filter."""
    numbers = {"self": os.getpid(), "channel": channel.fileno()}
    for place, which in patches:
        struct.pack_into("=I", code, place, numbers[which])
    memory = (ctypes.c_char * len(code)).from_buffer(code)
    program = struct.pack("@HP", len(code) // 8, ctypes.addressof(memory))
    listener = _call(_SECCOMP[_MACHINE], _SET_FILTER, flags, program)
    if listener > 0:
        _send(channel, b"L", listener)


def _send(channel: _socket.socket, word: bytes, fd: int) -> None:
    rights = array.array("i", [fd])
    channel.sendmsg([word], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, rights)])


if __name__ == "__main__":
    main()
