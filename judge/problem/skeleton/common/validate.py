"""Exits with 0 if standard input follows the statement exactly, else with 1."""

import re
import sys

MOST, GREATEST = 1000, 10**12

data = sys.stdin.buffer.read()
match = re.fullmatch(rb"([1-9][0-9]*)\n((?:0|-?[1-9][0-9]*)(?: (?:0|-?[1-9][0-9]*))*)\n", data)
if match is None:
    sys.exit("not a line with N and a line with numbers, one blank between them")
numbers = [int(number) for number in match[2].split()]
if not len(numbers) == int(match[1]) <= MOST:
    sys.exit(f"line 2 has {len(numbers)} numbers")
if max(map(abs, numbers)) > GREATEST:
    sys.exit("line 2 has a number that is too large")
