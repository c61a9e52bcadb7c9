"""One fuzzer for every reader of foreign input; ``python -m tests.fuzz`` runs it."""
