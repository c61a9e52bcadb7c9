"""``war`` and ``python -m war``."""

from cardjudge.stdio import enter


def main() -> None:
    """Judge standard input, or do what the arguments ask for."""
    enter("war")


if __name__ == "__main__":
    main()
