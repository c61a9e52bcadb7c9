"""Programs of others: run them, limit them, confine them and end them.

>>> from cardjudge.programs import Limits, Sandbox, run
>>> ended, output = run(["printf", "5"], limits=Limits(wall=10), sandbox=Sandbox("auto"))
>>> ended.status, output
(0, b'5')
"""

from cardjudge import exports

__getattr__, __dir__ = exports(__name__)
