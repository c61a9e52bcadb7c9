"""Looks for a seed in its environment."""

import os
import sys

secret, answer, given, port = sys.stdin.read().split()
known = {"PATH", "LANG", "HOME", "TMPDIR", "LC_CTYPE"}
print("broken" if {*os.environ} - known else "held")
