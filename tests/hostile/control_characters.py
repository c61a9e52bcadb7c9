"""Clears the terminal of the teacher. Verdict RE."""

import sys

secret, answer, given, port = sys.stdin.read().split()
sys.stderr.write("\x1b[2J\x1b]0;owned\x07")
sys.exit(1)
