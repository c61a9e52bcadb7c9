"""The command line of ``judge doctor``."""

import os
import platform
from typing import TYPE_CHECKING

from cardjudge.commands import document
from cardjudge.commands.app import App
from cardjudge.commands.types import Json
from cardjudge.language import listed, say
from cardjudge.programs.limits import demand_system
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.sandbox.layers import Layers
from cardjudge.programs.sandbox.probe import probe
from cardjudge.stdio import NEGATIVE, OK
from judge.doctor.table import KINDS, PROMISES, held_by, kind

if TYPE_CHECKING:
    from judge.doctor.promises import Tried

app = App("")


@app.command("doctor")
def doctor(as_json: Json = None) -> int:
    """實際攻擊這台機器的沙箱，檢查每一項保證是否成立。

    在沙箱裡執行真的攻擊：讀答案、寫檔案、連網路、碰裁判。做不到的，會說明要安裝或啟用什麼。

    結束狀態
      0：每一項都做到；1：有做不到的。

    範例
      $ judge doctor

    參見
      judge --help, docs/security.md
    """
    demand_system()
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
            "kind": kind(layers),
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
    lines = [
        f"{platform.system()} {platform.release()} {platform.machine()}",
        say("這台機器是 docs/security.md 的「{kind}」那一欄", kind=say(KINDS[kind(layers)])),
    ]
    for each in tried:
        by = listed(_held_by(each.promise, layers))
        parts = {"promise": say(PROMISES[each.promise]), "names": listed(each.broken), "by": by}
        template = "✓ {promise}（{count} 次攻擊；{by}）"
        if each.broken:
            template = "✗ {promise}：擋不住 {names}" if by else "✗ {promise}：這種機器做不到"
        lines.append(say(template, count=each.attacks, **parts))
    lines += [say("要補上：{missing}", missing=missing) for missing in layers.missing()]
    return lines


def _held_by(promise: str, layers: Layers) -> list[str]:
    """Return the layers that keep a promise here, with the version of Landlock."""
    found = held_by(promise, kind(layers), layers.cgroup)
    return [f"Landlock {layers.landlock}" if name == "Landlock" else name for name in found]
