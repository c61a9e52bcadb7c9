"""Looks for descriptors that were left open."""

import os
import sys

secret, answer, given, port = sys.stdin.read().split()
import stat

found = []
for number in range(3, 256):
    try:
        if not stat.S_ISDIR(os.fstat(number).st_mode):
            found.append(number)
    except OSError:
        pass
print("broken" if found else "held")
