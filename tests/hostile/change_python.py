"""Changes the standard library for the next program."""

import sys

secret, answer, given, port = sys.stdin.read().split()
import json

try:
    with open(json.__file__, "a") as file:
        file.write("print('broken')\n")
    print("broken")
except OSError:
    print("held")
