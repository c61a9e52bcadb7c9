"""Makes a call that is refused, 1000 times."""

import sys

secret, answer, given, port = sys.stdin.read().split()
import socket

made = 0
for _ in range(1000):
    try:
        socket.socket()
        made += 1
    except OSError:
        pass
print("broken" if made else "held")
