"""System calls that no program may make: each is made once, with arguments that do no harm.

The table is not made from that of the filter, so that a rule that is missing there is noticed here.
A call is held if the filter has asked the judge, or has answered by itself as it is meant to. An
error of the kernel comes after the filter, and is a hole.
"""

import errno
from typing import NamedTuple

from cardjudge.programs.sandbox.layers import Layers

_NOWHERE = 0x7FFFFF00
"""No process has this number, and no file this descriptor."""

_FORBIDDEN = """
acct add_key adjtimex bind bpf chroot clock_adjtime clock_settime connect create_module
delete_module fanotify_init file_setattr finit_module flock fsconfig fsmount fsopen fspick
init_module
inotify_add_watch inotify_init inotify_init1 ioperm iopl kcmp kexec_file_load kexec_load keyctl
listmount lookup_dcookie lsm_set_self_attr
migrate_pages modify_ldt mount mount_setattr move_mount move_pages mq_open mq_unlink msgctl msgget
msgrcv msgsnd name_to_handle_at open_by_handle_at open_tree open_tree_attr perf_event_open
pidfd_getfd pivot_root process_madvise process_mrelease quotactl quotactl_fd reboot request_key
semctl semget semop semtimedop setdomainname sethostname setns setpgid setsid settimeofday shmat
shmctl shmdt shmget socket statmount swapoff swapon sysfs syslog umount2 unshare uselib userfaultfd
ustat vhangup
"""
_UNKNOWN = "clone3 fchmodat2 io_uring_enter io_uring_register io_uring_setup memfd_secret"
_METADATA = """
chmod chown fchmod fchmodat fchown fchownat fremovexattr fsetxattr futimesat lchown lremovexattr
lsetxattr removexattr removexattrat setxattr setxattrat utime utimensat utimes
"""
_VARIANTS: dict[str, list[tuple[int, ...]]] = {
    "clone": [(0x10000000 | 17,), (0x00020000 | 17,), (0x8000 | 17,), (0x10000,)],
    "close_range": [(_NOWHERE, _NOWHERE, 2)],
    "fcntl": [(_NOWHERE, 1024, 0), (_NOWHERE, 1026, 0)],
    "ioctl": [(_NOWHERE, 0x40086602, 0)],
    "ioprio_set": [(1, _NOWHERE, 0), (3, 0, 0)],
    "prlimit64": [(_NOWHERE, 0, 0, 0)],
    "sched_setaffinity": [(_NOWHERE, 0, 0)],
    "sched_setattr": [(_NOWHERE, 0, 0)],
    "sched_setparam": [(_NOWHERE, 0)],
    "sched_setscheduler": [(_NOWHERE, 0, 0)],
    "sendto": [(_NOWHERE, 0, 0, 0, 1, 0)],
    "setpriority": [(0, _NOWHERE, 19), (2, 0, 0)],
    "socketpair": [(2, 1, 0, 0), (1, 2, 0, 0), (1, 3, 0, 0)],
}


class Call(NamedTuple):
    """A call with its arguments, and the error that the filter gives; 0 is a success."""

    name: str
    arguments: tuple[int, ...]
    error: int

    @property
    def is_asked(self) -> bool:
        """Whether the filter asks the judge."""
        return self.error == errno.EPERM


def calls(layers: Layers) -> list[Call]:
    """Return all calls to try on a machine of these layers."""
    nothing = (-1,) * 6
    forbidden = _FORBIDDEN.split()
    forbidden += [] if layers.cgroup else ["memfd_create"]
    forbidden += [] if layers.mounts else ["sendmsg", "sendmmsg"]
    found = [Call(name, nothing, errno.EPERM) for name in forbidden]
    found += [Call(name, nothing, errno.ENOSYS) for name in _UNKNOWN.split()]
    found += [Call(name, nothing, 0) for name in _METADATA.split()]
    found.append(Call("prctl", (4, -1), 0))
    for name, variants in _VARIANTS.items():
        found += [Call(name, arguments, errno.EPERM) for arguments in variants]
    return found


SCRIPT = """
import ctypes, json, os, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
for number, arguments in json.loads(sys.argv[1]):
    child = os.fork()
    if child == 0:
        ctypes.set_errno(0)
        words = [ctypes.c_long(each) for each in (number, *arguments)]
        failed = libc.syscall(*words) < 0
        os._exit(ctypes.get_errno() if failed else 0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Makes each call in a child, and prints its error."""
