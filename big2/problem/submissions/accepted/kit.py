"""The judge of the kit itself."""

from big2.judge import judge
from judge.stdio import serve

serve(judge)
