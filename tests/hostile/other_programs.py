"""Looks at what else runs on the machine."""

import os
import sys

secret, answer, given, port = sys.stdin.read().split()
seen = 0
for number in range(1, 5000):
    try:
        with open(f"/proc/{number}/cmdline", "rb"):
            seen += number != os.getpid()
    except OSError:
        pass
print("broken" if seen else "held")
