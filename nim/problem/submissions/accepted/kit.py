"""The judge of the kit itself."""

from cardjudge.stdio import serve
from nim.judge import judge

if __name__ == "__main__":
    serve(judge)
