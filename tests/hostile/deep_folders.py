"""Makes folders so deep that nobody can remove them. Verdict AC or OLE."""

import os
import sys

secret, answer, given, port = sys.stdin.read().split()
os.chdir(os.environ["TMPDIR"])
for _ in range(3000):
    os.mkdir("d")
    os.chdir("d")
print("held")
