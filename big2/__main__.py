"""``big2`` and ``python -m big2``."""

from cardjudge.stdio import enter


def main() -> None:
    """Judge standard input, or do what the arguments ask for."""
    enter("big2")


if __name__ == "__main__":
    main()
