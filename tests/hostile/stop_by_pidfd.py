"""Stops the judge by a descriptor."""

import os
import sys

secret, answer, given, port = sys.stdin.read().split()
import signal

try:
    signal.pidfd_send_signal(os.pidfd_open(os.getppid()), signal.SIGSTOP)
    print("broken")
except OSError:
    print("held")
