"""System calls that Python has no function for, by number; nothing here where there is no Linux.

Sources of the numbers: Linux, arch/x86/entry/syscalls/syscall_64.tbl and scripts/syscall.tbl.
"""

import ctypes
import os
import platform
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Literal, TypeAlias

Machine: TypeAlias = Literal["x86_64", "aarch64"]

_Signals: TypeAlias = ctypes.c_uint64 * 16  # type: ignore[valid-type]
"""`sigset_t`."""
_ALL_SIGNALS = _Signals(*[(1 << 64) - 1] * 16)
PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER = 4, 36


NEWEST = 469
"""The highest number that this table has been checked against."""

_NUMBERS = """
acct 163 89, add_key 248 217, adjtimex 159 171, bind 49 200, bpf 321 280, chmod 90 -, chown 92 -,
chroot 161 51, clock_adjtime 305 266, clock_settime 227 112, clone 56 220, clone3 435 435,
close_range 436 436, connect 42 203, create_module 174 -, delete_module 176 106, epoll_pwait 281 22,
epoll_wait 232 -, exit_group 231 94, fanotify_init 300 262, fchmod 91 52, fchmodat 268 53,
fchmodat2 452 452, fchown 93 55, fchownat 260 54, fcntl 72 25, file_setattr 469 469,
finit_module 313 273, flock 73 32, fork 57 -, fremovexattr 199 16, fsconfig 431 431,
fsetxattr 190 7, fsmount 432 432, fsopen 430 430, fspick 433 433, futimesat 261 -,
init_module 175 105, inotify_add_watch 254 27, inotify_init 253 -, inotify_init1 294 26,
io_uring_enter 426 426, io_uring_register 427 427, io_uring_setup 425 425, ioctl 16 29,
ioperm 173 -, iopl 172 -, ioprio_set 251 30, kcmp 312 272, kexec_file_load 320 294,
kexec_load 246 104, keyctl 250 219, kill 62 129, lchown 94 -, listmount 458 458,
lookup_dcookie 212 18, lremovexattr 198 15, lsetxattr 189 6, lsm_set_self_attr 460 460,
memfd_create 319 279, memfd_secret 447 447, migrate_pages 256 238, modify_ldt 154 -, mount 165 40,
mount_setattr 442 442, move_mount 429 429, move_pages 279 239, mq_open 240 180, mq_unlink 241 181,
msgctl 71 187, msgget 68 186, msgrcv 70 188, msgsnd 69 189, name_to_handle_at 303 264, open 2 -,
open_by_handle_at 304 265, open_tree 428 428, open_tree_attr 467 467, openat 257 56,
openat2 437 437, perf_event_open 298 241, pidfd_getfd 438 438, pidfd_send_signal 424 424,
pivot_root 155 41, poll 7 -, ppoll 271 73, prctl 157 167, prlimit64 302 261,
process_madvise 440 440, process_mrelease 448 448, process_vm_readv 310 270,
process_vm_writev 311 271, pselect6 270 72, ptrace 101 117, quotactl 179 60, quotactl_fd 443 443,
read 0 63, readv 19 65, reboot 169 142, removexattr 197 14, removexattrat 466 466,
request_key 249 218, rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240, sched_setaffinity 203 122,
sched_setattr 314 274, sched_setparam 142 118, sched_setscheduler 144 119, seccomp 317 277,
select 23 -, semctl 66 191, semget 64 190, semop 65 193, semtimedop 220 192, sendmmsg 307 269,
sendmsg 46 211, sendto 44 206, setdomainname 171 162, sethostname 170 161, setns 308 268,
setpgid 109 154, setpriority 141 140, setsid 112 157, settimeofday 164 170, setxattr 188 5,
setxattrat 463 463, shmat 30 196, shmctl 31 195, shmdt 67 197, shmget 29 194, socket 41 198,
socketpair 53 199, statmount 457 457, swapoff 168 225, swapon 167 224, sysfs 139 -, syslog 103 116,
tgkill 234 131, tkill 200 130, truncate 76 45, umount2 166 39, unshare 272 97, uselib 134 -,
userfaultfd 323 282, ustat 136 -, utime 132 -, utimensat 280 88, utimes 235 -, vfork 58 -,
vhangup 153 58
"""
"""Name, x86-64, aarch64; ``-`` where there is none."""


@cache
def machine() -> Machine | None:
    """Return the architecture, if it is one whose system calls we know."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        return None
    known: tuple[Machine, ...] = ("x86_64", "aarch64")
    return next((name for name in known if name == platform.machine()), None)


@cache
def numbers(machine: Machine) -> dict[str, int]:
    """Return the numbers of an architecture by name."""
    column = 1 if machine == "x86_64" else 2
    rows = map(str.split, _NUMBERS.split(","))
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}


@cache
def _libc() -> Any:
    """Return the C library, loaded before any fork needs it."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    return library


def _numbers(arguments: tuple[Any, ...]) -> list[Any]:
    return [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]


def prepared(number: int, *arguments: Any) -> Callable[[], int]:
    """Return a system call with its arguments converted; it returns -1 where it fails."""
    call, ready = _libc().syscall, _numbers((number, *arguments))
    return lambda: int(call(*ready))


def error() -> OSError:
    """Return the error of the system call before."""
    number = ctypes.get_errno()
    return OSError(number, os.strerror(number))


def prctl(option: int, value: int, *more: Any) -> int:
    """Make the call `prctl`; it returns -1 where it fails."""
    rest = (*more, 0, 0, 0)[:3]
    return int(_libc().prctl(option, *_numbers((value, *rest))))


@contextmanager
def signals_wait() -> Iterator[Any]:
    """Let signals wait; give the mask as it was. Python's own way takes a hundred times as long."""
    before, change = _Signals(), _libc().pthread_sigmask
    change(signal.SIG_SETMASK, _ALL_SIGNALS, before)
    try:
        yield before
    finally:
        change(signal.SIG_SETMASK, before, None)
