"""``blackjack-judge`` and ``python -m blackjack_judge``."""

from cardjudge.stdio import enter


def main() -> None:
    """Judge standard input or run the command line."""
    enter("blackjack_judge.cli:app", "blackjack_judge.judge:judge")


if __name__ == "__main__":
    main()
