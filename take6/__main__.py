"""``take6`` and ``python -m take6``."""

from cardjudge.stdio import enter


def main() -> None:
    """Judge standard input, or do what the arguments ask for."""
    enter("take6")


if __name__ == "__main__":
    main()
