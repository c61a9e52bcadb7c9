"""The judge of the kit itself."""

from big2.judge import judge
from cardjudge.stdio import serve

if __name__ == "__main__":
    serve(judge)
