"""The judge itself."""

from sevens.judge import judge

from cardjudge.stdio import serve

serve(judge)
