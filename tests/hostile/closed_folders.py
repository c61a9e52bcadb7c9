"""Leaves folders that may not be looked into. Verdict AC."""

import os
import sys

secret, answer, given, port = sys.stdin.read().split()
os.chdir(os.environ["TMPDIR"])
os.mkdir("closed", 0o300)
open("closed/file", "w").close()
print("held")
