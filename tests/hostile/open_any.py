"""Opens every file that its parent has open."""

import os
import sys

secret, answer, given, port = sys.stdin.read().split()
found = []
try:
    folder = f"/proc/{os.getppid()}/fd"
    found = [open(f"{folder}/{name}", "rb") for name in os.listdir(folder)]
except OSError:
    pass
print("broken" if found else "held")
