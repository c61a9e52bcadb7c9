"""``judge`` and ``python -m judge``."""

from cardjudge.stdio import enter


def main() -> None:
    """Run the command; without arguments, print how to begin."""
    enter("judge.cli:app")


if __name__ == "__main__":
    main()
