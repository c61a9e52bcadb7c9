"""``blackjack-judge`` and ``python -m blackjack_judge``."""

from cardjudge.stdio import enter


def main() -> None:
    """Judge standard input, or do what the arguments ask for."""
    enter("blackjack_judge")


if __name__ == "__main__":
    main()
