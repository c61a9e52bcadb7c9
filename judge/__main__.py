"""``judge`` and ``python -m judge``."""

import sys

from cardjudge.stdio import enter


def main() -> None:
    """Run the command; without arguments, print its help."""
    sys.argv[1:] = sys.argv[1:] or ["--help"]
    enter("judge", options=False)


if __name__ == "__main__":
    main()
