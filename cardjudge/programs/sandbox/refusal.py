"""What the sandbox has refused, as far as it can be known, in a sentence for a student."""

import re

from cardjudge.errors import quote
from cardjudge.language import say

_CALLS = {
    "network": ("bind", "connect", "socket", "socketpair", "sendto"),
    "session": ("setpgid", "setsid"),
    "process": ("kill", "prlimit64", "ptrace", "rt_sigqueueinfo", "tgkill", "tkill"),
}
_SENTENCES = {
    "network": "沙箱不准用網路",
    "session": "沙箱不准離開自己的工作階段",
    "process": "沙箱不准碰別的行程",
}
_DENIED = rb"Permission ?denied|PermissionDenied|EACCES|AccessDenied"
_NAMES = (
    re.compile(rb"(?:" + _DENIED + rb")[^\n]*?'([^'\n]+)'", re.IGNORECASE),
    re.compile(rb"([^\s:'\"(]+)[:'\"]* *\(?(?:" + _DENIED + rb")", re.IGNORECASE),
)


def explain(refused: tuple[str, ...], stderr: bytes) -> str:
    """Return what was refused and which option would allow it; an empty text if it is unknown."""
    for kind, calls in _CALLS.items():
        if not {*calls}.isdisjoint(refused):
            return say("{what}；--sandbox none 可以", what=say(_SENTENCES[kind]))
    if refused:
        return say("沙箱不准呼叫 {calls}；--sandbox none 可以", calls=refused[0])
    for names in _NAMES:
        if found := names.search(stderr):
            path = quote(found[1].decode(errors="replace"))
            return say("沙箱可能不准用{path}；--allow 可以讓程式讀它，要寫就寫在 TMPDIR", path=path)
    return ""
