"""Programs of others: how they are run, limited, confined and ended.

>>> from cardjudge.programs import Limits, Sandbox, run
>>> ended, output = run(["printf", "5"], limits=Limits(wall=10), sandbox=Sandbox("auto"))
>>> ended.status, output
(0, b'5')
"""

from __future__ import annotations

from cardjudge import exports

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cardjudge.programs.limits import Limits as Limits
    from cardjudge.programs.process import Ended as Ended
    from cardjudge.programs.process import Process as Process
    from cardjudge.programs.process import run as run
    from cardjudge.programs.sandbox import Sandbox as Sandbox

__getattr__, __dir__ = exports(
    __name__,
    {
        "cardjudge.programs.limits": "Limits",
        "cardjudge.programs.process": "Ended Process run",
        "cardjudge.programs.sandbox": "Sandbox",
    },
)
