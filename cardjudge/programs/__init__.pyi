from cardjudge.programs.limits import Limits as Limits
from cardjudge.programs.process import Ended as Ended
from cardjudge.programs.process import Process as Process
from cardjudge.programs.process import run as run
from cardjudge.programs.sandbox import Sandbox as Sandbox
