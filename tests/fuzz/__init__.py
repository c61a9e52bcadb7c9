"""One fuzz for all that reads what others wrote; ``python -m tests.fuzz`` runs it."""
