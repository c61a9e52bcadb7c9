"""Writes into the home of the user."""

import os
import sys

secret, answer, given, port = sys.stdin.read().split()
import pwd

try:
    home = pwd.getpwuid(os.getuid()).pw_dir
except (KeyError, OSError):
    home = "/root"
try:
    with open(f"{home}/.hostile", "w") as file:
        file.write("x")
    print("broken")
except OSError:
    print("held")
