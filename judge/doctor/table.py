"""Promises and kinds of machines: what keeps each promise where, as docs/security.md says."""

from cardjudge.programs.sandbox.layers import Layers

KINDS = {
    "both": "掛載與控制群組",
    "mounts": "掛載",
    "neither": "都沒有",
    "no Landlock": "沒有 Landlock",
    "limits": "macOS",
}
"""The kinds of machines, as a probe finds them."""
PROMISES = {
    "read": "不能讀家目錄與別的檔案",
    "hidden": "不能讀藏起來的測試與答案",
    "judge": "不能讀裁判的記憶體、環境與命令列",
    "write": "不能寫、刪、改別的檔案",
    "network": "不能連網路或別人的 socket",
    "signals": "不能碰別的行程",
    "processes": "行程的數目有上限",
    "inherited": "沒有多餘的環境變數與檔案描述子",
    "calls": "不能用危險的系統呼叫",
    "architecture": "不能用別種架構的系統呼叫",
    "cpu": "CPU 時間有上限",
    "wall": "經過的時間有上限",
    "memory": "記憶體有上限",
    "output": "輸出有上限",
    "files": "寫的檔案有上限",
    "stack": "堆疊和記憶體一樣大",
    "left": "結束之後什麼都不留下",
    "judge's death": "裁判被殺，程式也跟著結束",
    "grants": "能讀什麼，由使用者決定，不由程式的檔案決定",
    "builds": "編譯只留下該有的檔案，不跟著連結走",
    "counters": "沒看到結束的行程、刪掉的檔案也算",
    "referees": "檢查程式的結束狀態決定判定，引用的輸出不能",
}
_HELD = {
    "read": ("Landlock mounts", "Landlock mounts", "Landlock", "", ""),
    "hidden": ("Landlock mounts", "Landlock mounts", "Landlock", "", ""),
    "judge": ("Landlock", "Landlock", "Landlock", "", ""),
    "write": ("Landlock seccomp", "Landlock seccomp", "Landlock seccomp", "", ""),
    "network": ("seccomp", "seccomp", "seccomp", "seccomp", ""),
    "signals": ("Landlock seccomp", "Landlock seccomp", "Landlock seccomp", "seccomp", ""),
    "processes": ("seccomp cgroup", "seccomp", "seccomp", "seccomp", ""),
    "inherited": ("judge",) * 5,
    "calls": ("seccomp", "seccomp", "seccomp", "seccomp", ""),
    "architecture": ("seccomp", "seccomp", "seccomp", "seccomp", ""),
    "cpu": ("cgroup", "judge", "judge", "judge", "rlimit"),
    "wall": ("judge",) * 5,
    "memory": ("cgroup judge", "judge", "judge", "judge", ""),
    "output": ("judge",) * 5,
    "files": ("mounts", "mounts", "judge rlimit", "rlimit", "rlimit"),
    "stack": ("rlimit", "rlimit", "rlimit", "rlimit", ""),
    "left": ("seccomp judge", "seccomp judge", "seccomp judge", "seccomp judge", ""),
    "judge's death": ("seccomp judge", "seccomp judge", "seccomp judge", "seccomp judge", ""),
    "grants": ("Landlock mounts", "Landlock mounts", "Landlock", "", ""),
    "builds": ("judge",) * 5,
    "counters": ("cgroup mounts", "judge mounts", "judge", "", ""),
    "referees": ("judge",) * 5,
}
_BY_GROUP = ("processes", "cpu", "memory")


def kind(layers: Layers) -> str:
    """Return which of the five kinds a machine is."""
    if not layers.seccomp:
        return "limits"
    if not layers.landlock:
        return "no Landlock"
    if not layers.mounts:
        return "neither"
    return "both" if layers.cgroup else "mounts"


def held_by(promise: str, of_kind: str, cgroup: bool = False) -> list[str]:
    """Return what keeps a promise on machines of a kind; nothing where it is not kept.

    A machine with control groups counts with them, whatever else it lacks.
    """
    at = 0 if cgroup and promise in _BY_GROUP else list(KINDS).index(of_kind)
    return _HELD[promise][at].split()
