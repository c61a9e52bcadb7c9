"""The command line of ``judge doctor``."""

import os
import platform

from cardjudge.commands import document
from cardjudge.commands.command import Command
from cardjudge.commands.types import Json
from cardjudge.language import listed, say
from cardjudge.programs.limits import demand_system
from cardjudge.programs.sandbox import Sandbox
from cardjudge.programs.sandbox.probe import probe
from cardjudge.stdio import NEGATIVE, OK
from judge.doctor.table import KINDS, PROMISES, held_by, kind

app = Command()


@app.command("doctor")
def doctor(as_json: Json = None) -> int:
    """檢查這台機器的沙箱做得到哪些保證：每一項都實際攻擊一次。

    做不到的，會說明要安裝或啟用什麼。容器的過濾器先擋下來的呼叫也會列出。

    結束狀態
      0：每一項都做到；1：有做不到的。

    範例
      $ judge doctor

    參見
      judge --help, docs/security.md
    """
    demand_system()
    from judge.doctor.examination import examine

    layers = probe(anew=True)
    broken, outer = examine(Sandbox("auto"))
    lines = [
        f"{platform.system()} {platform.release()} {platform.machine()}",
        say("這台機器是 docs/security.md 的「{kind}」那一欄", kind=say(KINDS[kind(layers)])),
    ]
    promises = []
    for promise, sentence in PROMISES.items():
        names = held_by(promise, kind(layers), layers.cgroup)
        by = [f"Landlock {layers.landlock}" if name == "Landlock" else name for name in names]
        template = "✓ {promise}（{by}）" if promise not in broken else "✗ {promise}：擋不住攻擊"
        if not by:
            template = "✗ {promise}：這種機器做不到"
            broken.add(promise)
        lines.append(say(template, promise=say(sentence), by=listed(by)))
        promises.append({"promise": promise, "holds": promise not in broken, "layers": by})
    if outer:
        lines.append(say("外層的過濾器（例如容器的）先擋下了 {calls}", calls=listed(outer)))
    lines += [say("要補上：{missing}", missing=missing) for missing in layers.missing()]
    members = {
        "system": platform.platform(),
        "root": os.geteuid() == 0,
        "layers": layers,
        "kind": kind(layers),
        "holds": not broken,
        "outer_filter": outer,
        "promises": promises,
    }
    document.show("\n".join(lines), as_json, "doctor", members)
    return NEGATIVE if broken else OK
