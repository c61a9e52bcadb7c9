"""The command line of ``judge doctor``."""

import os
import platform
from typing import TYPE_CHECKING

from cardjudge.commands import document
from cardjudge.commands.app import App
from cardjudge.commands.types import Json
from cardjudge.language import listed, say
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.sandbox.layers import Layers
from cardjudge.programs.sandbox.probe import probe
from cardjudge.stdio import NEGATIVE, OK

if TYPE_CHECKING:
    from judge.doctor.promises import Tried

app = App("")

_SENTENCES = {
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
}
_BY_LANDLOCK = ("read", "hidden", "judge", "write", "signals")
_BY_FILTER = ("write", "network", "signals", "processes", "calls", "architecture")


@app.command(
    "doctor",
    help="""
    攻擊這台機器的沙箱，說出每一項承諾有沒有做到。

    在沙箱裡執行真的攻擊：讀答案、寫檔案、連網路、碰裁判。做不到的會說要裝或要開什麼。
    """,
    epilog="""
    結束狀態
      0：每一項都做到；1：有做不到的。

    範例
      $ judge doctor

    參見
      judge --help, docs/security.md
    """,
)
def doctor(as_json: Json = None) -> int:
    """Attack this machine, and tell what holds."""
    from judge.doctor.promises import try_all

    layers = probe()
    tried = try_all(Sandbox("auto"))
    holds = not any(each.broken for each in tried)
    document.show(
        "\n".join(_page(layers, tried)),
        as_json,
        "doctor",
        {
            "system": platform.platform(),
            "root": os.geteuid() == 0,
            "layers": layers,
            "holds": holds,
            "promises": [
                {
                    "promise": each.promise,
                    "holds": not each.broken,
                    "attacks": each.attacks,
                    "broken": each.broken,
                    "layers": _held_by(each.promise, layers),
                }
                for each in tried
            ],
        },
    )
    return OK if holds else NEGATIVE


def _page(layers: Layers, tried: "list[Tried]") -> list[str]:
    lines = [f"{platform.system()} {platform.release()} {platform.machine()}"]
    for each in tried:
        promise, by = say(_SENTENCES[each.promise]), listed(_held_by(each.promise, layers))
        parts = {"promise": promise, "names": listed(each.broken), "count": each.attacks, "by": by}
        template = (
            "✗ {promise}：擋不住 {names}" if each.broken else "✓ {promise}（{count} 次攻擊；{by}）"
        )
        lines.append(say(template, **parts))
    lines += [say("要補上：{missing}", missing=missing) for missing in layers.missing()]
    return lines


def _held_by(promise: str, layers: Layers) -> list[str]:
    """Return the layers that keep a promise."""
    names = []
    if promise in _BY_LANDLOCK and layers.landlock:
        names.append(f"Landlock {layers.landlock}")
    if promise in _BY_FILTER and layers.seccomp:
        names.append("seccomp")
    if promise == "memory" and layers.cgroup:
        names += ["judge", "cgroup"]
    return names or ["rlimit" if promise in ("stack", "files") else "judge"]
