"""``nim`` and ``python -m nim``."""

import gc

from cardjudge.stdio import enter


def main() -> None:
    """Judge standard input, or do what the arguments ask for."""
    gc.disable()  # a million integers are no garbage, and each collection would look at them all
    enter("nim")


if __name__ == "__main__":
    main()
